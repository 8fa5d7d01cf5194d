// The entry point of a training thread: collects leads, then learns from them. See ../analysis/analysis-thread.ts.

import { workerData } from 'node:worker_threads';
import { DEFAULT_SETTINGS, type Lead } from '@leadline/engine';
import {
  LeadTable,
  learn,
  readModel,
  retireUnreadable,
  type TestedLead,
  testSwaps,
} from '@leadline/learning';
import { timeOfId } from '../../platform/base/ids.ts';
import { serveThread } from '../analysis/serve-thread.ts';
import type { LeadToLearn, ThreadData } from '../analysis/thread-messages.ts';
import type { Training, TrainingQuestion } from './training-messages.ts';

const { settings } = workerData as ThreadData;
const table = new LeadTable(settings ?? DEFAULT_SETTINGS);
/** The newest ones of each kind, which are scored again under other names. */
const tested = { decided: [] as TestedLead[], open: [] as TestedLead[] };
const MAX_TESTED = { decided: 200, open: 100 };

serveThread({ add, answer: train });

function add({ id, lead: json, outcome, decidedAt }: LeadToLearn): void {
  const lead = JSON.parse(json) as Lead;
  const receivedAt = timeOfId(id);
  if (outcome === 'open' || decidedAt === null) {
    table.addOpen(lead);
    // They come newest first, the others newest last.
    if (tested.open.length < MAX_TESTED.open) tested.open.push({ lead, receivedAt });
    return;
  }
  if (!table.add({ lead, outcome, receivedAt, decidedAt: new Date(decidedAt) })) return;
  tested.decided.push({ lead, receivedAt });
  if (tested.decided.length > MAX_TESTED.decided) tested.decided.shift();
}

/** Null if no lead can be learned from. */
function train({ live: liveJson }: TrainingQuestion): Training | null {
  if (table.size === 0) return null;
  const live = liveJson === null ? null : readModel(JSON.parse(liveJson));
  const learned = learn(table, { live: live?.ok ? live.model : null });
  const { model, calibration, report, outcomes, won } = learned;
  const verdict =
    live?.ok === false && learned.verdict.decision === 'wait'
      ? retireUnreadable(live.error)
      : learned.verdict;
  const usable = { live: model, calibrated: calibration, wait: null, retire: null }[verdict.decision];
  const swaps = model === null ? [] : testSwaps([...tested.decided, ...tested.open], table.settings, model);
  return { model: usable && JSON.stringify(usable), outcomes, won, verdict, report: { ...report, swaps } };
}
