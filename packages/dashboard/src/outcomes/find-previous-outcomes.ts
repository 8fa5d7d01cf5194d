// Finds the outcome each lead had before the last one, for undo. Reads the history at the time of the undo, because
// lists don't have all the details or anything a colleague has recorded since.

import type { LeadDetail, RecordedOutcome } from '@leadline/contract';
import { fillPath, PATHS } from '@leadline/contract/paths';
import { ApiFailure, type CallOptions, call } from '../api/call.ts';
import type { OutcomeChange, OutcomeLead } from './outcome-change.ts';

export interface PreviousOutcome<L extends OutcomeLead> {
  readonly lead: L;
  /** Null if someone else recorded the latest outcome, since that must not be undone. */
  readonly before: OutcomeChange | null;
}

type History = LeadDetail['data']['history'];

/** Over HTTP/1.1, browsers send at most six requests to a host at once. */
const MAX_PARALLEL = 6;

/** `change` is the change to undo. */
export async function findPreviousOutcomes<L extends OutcomeLead>(
  leads: readonly L[],
  change: OutcomeChange,
  mode?: CallOptions['mode'],
): Promise<readonly PreviousOutcome<L>[]> {
  const found: PreviousOutcome<L>[] = [];
  for (let from = 0; from < leads.length; from += MAX_PARALLEL) {
    const batch = leads.slice(from, from + MAX_PARALLEL).map(async (lead) => ({
      lead: { ...lead, outcome: change.outcome },
      before: readPreviousOutcome(await loadHistory(lead.lead_id, mode), change),
    }));
    found.push(...(await Promise.all(batch)));
  }
  return found;
}

export function readPreviousOutcome(history: History, change: OutcomeChange): OutcomeChange | null {
  const outcomes = history.filter((entry) => entry.event === 'outcome');
  const [before, last] = [outcomes.at(-2), outcomes.at(-1)];
  if (last === undefined) return { outcome: 'open' };
  // The same outcome twice in a row means that a colleague recorded it again after us.
  if (!isRecordOf(last, change) || before?.outcome === change.outcome) return null;
  if (before === undefined) return { outcome: 'open' };
  const { outcome, at, amount, reason } = before;
  return { outcome, at, ...(amount === null ? {} : { amount }), ...(reason === null ? {} : { reason }) };
}

/** The server rounds amounts to cents. */
function isRecordOf(entry: RecordedOutcome, { outcome, amount, reason }: OutcomeChange): boolean {
  const isSameAmount =
    amount === undefined
      ? entry.amount === null
      : entry.amount !== null && Math.abs(entry.amount - amount) < 0.01;
  return entry.outcome === outcome && isSameAmount && entry.reason === (reason ?? null);
}

/** Empty for a deleted lead: the error appears when an outcome is recorded for it. */
async function loadHistory(leadId: string, mode: CallOptions['mode']): Promise<History> {
  try {
    const path = fillPath(PATHS.lead, { id: leadId });
    return (await call<LeadDetail>('GET', path, undefined, { mode })).data.history;
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return [];
    throw error;
  }
}
