// Sends a change for one lead or many. Each request says how the leads looked on screen, so that nobody overwrites what
// a colleague did a moment ago.

import type { WorkBody } from '@leadline/contract';
import { MAX_LEADS_PER_CHANGE } from '@leadline/contract/limits';
import { ApiFailure, type CallOptions } from '../api/call.ts';
import { changeLead, changeLeads } from './work-calls.ts';
import type { WorkChange, WorkLead, WorkSent } from './work-change.ts';

type Mode = CallOptions['mode'];

interface Collected<L> {
  readonly changed: L[];
  readonly missing: L[];
  readonly conflicts: L[];
}

/** Stops at the first failure, because the next request would most likely fail too. */
export async function sendWork<L extends WorkLead>(
  leads: readonly L[],
  { takenBy: _takenBy, ...change }: WorkChange,
  mode?: Mode,
): Promise<WorkSent<L>> {
  const collected: Collected<L> = { changed: [], missing: [], conflicts: [] };
  try {
    for (const group of groupAlike(leads, change)) {
      for (let from = 0; from < group.length; from += MAX_LEADS_PER_CHANGE)
        await sendBatch(group.slice(from, from + MAX_LEADS_PER_CHANGE), change, mode, collected);
    }
  } catch (failure) {
    const { changed, missing, conflicts } = collected;
    const done = new Set([...changed, ...missing, ...conflicts]);
    return { ...collected, failed: leads.filter((lead) => !done.has(lead)), failure };
  }
  return { ...collected, failed: [], failure: null };
}

/** A request can expect only one state, so leads that look different need requests of their own. */
function groupAlike<L extends WorkLead>(leads: readonly L[], change: WorkChange): readonly (readonly L[])[] {
  const groups = Map.groupBy(leads, (lead) => JSON.stringify(expectedOf(lead, change)));
  return [...groups.values()];
}

/** The lead as it looks on screen, as far as the change depends on it. */
function expectedOf(lead: WorkLead, change: WorkChange): NonNullable<WorkBody['expected']> {
  const { status, assignee, outcome } = lead;
  return {
    ...(change.status === undefined && change.snoozed_until === undefined ? {} : { status }),
    // Closed leads may still be assigned to somebody who has left the team, whom the server no longer accepts.
    ...(change.assignee === undefined || outcome !== 'open' ? {} : { assignee }),
  };
}

async function sendBatch<L extends WorkLead>(
  leads: readonly L[],
  change: WorkChange,
  mode: Mode,
  collected: Collected<L>,
): Promise<void> {
  const [first] = leads;
  if (first === undefined) return;
  if (leads.length === 1) return sendOne(first, change, mode, collected);
  const body = { ...change, expected: expectedOf(first, change) };
  const ids = leads.map(({ lead_id }) => lead_id);
  try {
    const unknown = new Set((await changeLeads(ids, body, mode)).unknown);
    for (const lead of leads) (unknown.has(lead.lead_id) ? collected.missing : collected.changed).push(lead);
  } catch (error) {
    if (!isConflict(error)) throw error;
    // All or none: find out which of them has changed.
    for (const lead of leads) await sendOne(lead, change, mode, collected);
  }
}

async function sendOne<L extends WorkLead>(
  lead: L,
  change: WorkChange,
  mode: Mode,
  { changed, missing, conflicts }: Collected<L>,
): Promise<void> {
  try {
    await changeLead(lead.lead_id, { ...change, expected: expectedOf(lead, change) }, mode);
    changed.push(lead);
  } catch (error) {
    if (isConflict(error)) conflicts.push(lead);
    else if (error instanceof ApiFailure && error.status === 404) missing.push(lead);
    else throw error;
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === 'changed_meanwhile';
}
