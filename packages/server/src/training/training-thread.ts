// The entry point of a training thread: collects leads, then learns from them. See train-on-thread.ts.

import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { DEFAULT_SETTINGS, type Lead } from '@leadline/engine';
import { LeadTable, learn, readModel, type TestedLead, testSwaps } from '@leadline/learning';
import { timeOfId } from '../base/ids.ts';
import type { FromThread, LeadToLearn, ThreadData, ToThread, Training } from './training-messages.ts';

const { settings } = workerData as ThreadData;
const table = new LeadTable(settings ?? DEFAULT_SETTINGS);
/** The newest ones of each kind, which are scored again under other names. */
const tested = { decided: [] as TestedLead[], open: [] as TestedLead[] };
const MAX_TESTED = { decided: 200, open: 100 };

// Elsewhere than on Linux, this would apply to the whole process.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

const answer = (message: FromThread): void => parentPort?.postMessage(message);

parentPort?.on('message', (message: ToThread) => {
  if (message.kind === 'add') {
    for (const lead of message.leads) add(lead);
    answer({ kind: 'added' });
  } else answer({ kind: 'learned', training: train(message.live) });
});

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
function train(liveJson: string | null): Training | null {
  if (table.size === 0) return null;
  const live = liveJson === null ? null : readModel(JSON.parse(liveJson));
  const { model, calibration, verdict, report } = learn(table, { live: live?.ok ? live.model : null });
  if (verdict === null || report === null) throw new Error('the training was not judged');
  const { outcomes, won } = model;
  const usable = { live: model, calibrated: calibration, wait: null, retire: null }[verdict.decision];
  const swaps = testSwaps([...tested.decided, ...tested.open], table.settings, model);
  return { model: usable && JSON.stringify(usable), outcomes, won, verdict, report: { ...report, swaps } };
}
