// The entry point of a thread that looks for drift: collects leads, then compares weeks. See ../training/lead-thread.ts.

import { workerData } from 'node:worker_threads';
import { DEFAULT_SETTINGS, type Lead } from '@leadline/engine';
import { type DriftLook, type DriftOptions, DriftTable, findDrifts } from '@leadline/learning';
import { timeOfId } from '../base/ids.ts';
import type { StoredResult } from '../leads/stored-result.ts';
import { serveThread } from '../training/serve-thread.ts';
import type { ThreadData } from '../training/training-messages.ts';

const { settings } = workerData as ThreadData;
const table = new DriftTable(settings ?? DEFAULT_SETTINGS);

serveThread<DriftOptions, DriftLook>({
  add: ({ id, lead, outcome, decidedAt, scored }) => {
    const result = scored === null ? null : (JSON.parse(scored) as StoredResult);
    table.add({
      lead: JSON.parse(lead) as Lead,
      receivedAt: timeOfId(id),
      outcome,
      decidedAt: decidedAt === null ? null : new Date(decidedAt),
      chance: result?.closing?.probability ?? null,
    });
  },
  answer: (options) => findDrifts(table, options),
});
