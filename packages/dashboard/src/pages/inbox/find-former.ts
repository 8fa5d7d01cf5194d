// What leads were before an outcome was recorded, for whoever takes it back. Read from their history at that moment, because
// a list tells neither amount, reason and moment, nor what a colleague has decided since.

import type { LeadDetail, ListedLead, RecordedOutcome } from '@leadline/contract';
import { fillPath, PATHS } from '@leadline/contract/paths';
import { ApiFailure, call } from '../../api/call.ts';
import type { Decision } from './decide-leads.ts';

export interface Former {
  /** As it is now. */
  readonly lead: ListedLead;
  /** Null: what was recorded last is somebody else's, and not to be taken back. */
  readonly before: Decision | null;
}

type History = LeadDetail['data']['history'];

/** A browser sends six at once over HTTP/1.1. */
const MAX_AT_ONCE = 6;

/** `decision`: what is to be taken back. */
export async function findFormer(
  leads: readonly ListedLead[],
  decision: Decision,
): Promise<readonly Former[]> {
  const found: Former[] = [];
  for (let from = 0; from < leads.length; from += MAX_AT_ONCE) {
    const some = leads.slice(from, from + MAX_AT_ONCE).map(async (lead) => ({
      lead: { ...lead, outcome: decision.outcome },
      before: readFormer(await loadHistory(lead.lead_id), decision),
    }));
    found.push(...(await Promise.all(some)));
  }
  return found;
}

export function readFormer(history: History, decision: Decision): Decision | null {
  const outcomes = history.filter((entry) => entry.event === 'outcome');
  const [before, last] = [outcomes.at(-2), outcomes.at(-1)];
  if (last === undefined) return { outcome: 'open' };
  // The same twice: a colleague came to the same end after us, and ours is the one before.
  if (!isRecordOf(last, decision) || before?.outcome === decision.outcome) return null;
  if (before === undefined) return { outcome: 'open' };
  const { outcome, at, amount, reason } = before;
  return { outcome, at, ...(amount === null ? {} : { amount }), ...(reason === null ? {} : { reason }) };
}

/** The server keeps an amount to the cent. */
function isRecordOf(entry: RecordedOutcome, { outcome, amount, reason }: Decision): boolean {
  const isSameAmount =
    amount === undefined
      ? entry.amount === null
      : entry.amount !== null && Math.abs(entry.amount - amount) < 0.01;
  return entry.outcome === outcome && isSameAmount && entry.reason === (reason ?? null);
}

/** Empty for a lead that is no more: recording anything of it says so. */
async function loadHistory(leadId: string): Promise<History> {
  try {
    const { data } = await call<LeadDetail>('GET', fillPath(PATHS.lead, { id: leadId }));
    return data.history;
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return [];
    throw error;
  }
}
