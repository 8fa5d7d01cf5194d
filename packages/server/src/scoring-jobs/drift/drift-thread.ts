// The entry point of a thread that looks for drift: collects leads, then compares weeks. See ../analysis/analysis-thread.ts.

import { workerData } from 'node:worker_threads';
import { DEFAULT_SETTINGS, type Lead } from '@leadline/engine';
import { type DriftLook, type DriftOptions, DriftTable, findDrifts } from '@leadline/learning';
import { readModelChance } from '../../leads/record/packed-result.ts';
import { timeOfId } from '../../platform/base/ids.ts';
import { serveThread } from '../analysis/serve-thread.ts';
import type { ThreadData } from '../analysis/thread-messages.ts';

const { settings } = workerData as ThreadData;
const table = new DriftTable(settings ?? DEFAULT_SETTINGS);

serveThread<DriftOptions, DriftLook>({
  add: ({ id, lead, outcome, decidedAt, scored }) => {
    table.add({
      lead: JSON.parse(lead) as Lead,
      receivedAt: timeOfId(id),
      outcome,
      decidedAt: decidedAt === null ? null : new Date(decidedAt),
      chance: scored === null ? null : readModelChance(JSON.parse(scored)),
    });
  },
  answer: (options) => findDrifts(table, options),
});
