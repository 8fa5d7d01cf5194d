// The entry point of a thread that looks for drift: collects leads, then compares weeks. See ../lead-thread/lead-thread.ts.

import { workerData } from 'node:worker_threads';
import { DEFAULT_SETTINGS, type Lead } from '@leadline/engine';
import { type DriftLook, type DriftOptions, DriftTable, findDrifts } from '@leadline/learning';
import { timeOfId } from '../base/ids.ts';
import { serveThread } from '../lead-thread/serve-thread.ts';
import type { ThreadData } from '../lead-thread/thread-messages.ts';
import type { StoredResult } from '../leads/stored-result.ts';

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
