// Sends a change for one lead or many. Each request has the revisions of the leads on screen, so that nobody overwrites what
// a colleague did a moment ago.

import { MAX_LEADS_PER_CHANGE, MAX_OUTCOMES_PER_REQUEST } from '@leadline/contract/limits';
import { LeadlineError } from '@leadline/sdk/core';
import type { CallOptions } from '../api/call.ts';
import { afterOwnChanges, inTurn, rememberChange } from './own-changes.ts';
import { changeLead, changeLeads, recordOutcome, recordOutcomes } from './work-calls.ts';
import {
  isNoteOnly,
  type LeadChange,
  type SendOptions,
  type WorkLead,
  type WorkSent,
} from './work-change.ts';

type Mode = CallOptions['mode'];

/** Stops at the first failure, because the next request would most likely fail too. */
export async function sendWork<L extends WorkLead>(
  leads: readonly L[],
  { takenBy: _takenBy, ...change }: LeadChange,
  mode?: Mode,
  { isExact = false }: SendOptions = {},
): Promise<WorkSent<L>> {
  const changed: L[] = [];
  const missing: L[] = [];
  const conflicts: L[] = [];
  const revisions = new Map<string, number>();
  const size = maxPerRequest(change);
  for (let from = 0; from < leads.length; from += size) {
    const batch = leads.slice(from, from + size);
    try {
      const answer = await inTurn(() => sendBatch(batch, change, mode, isExact));
      for (const lead of batch) {
        const { lead_id: id } = lead;
        if (answer.missing.has(id)) missing.push(lead);
        else if (answer.conflicts.has(id)) conflicts.push(lead);
        else changed.push(lead);
        const revision = answer.revisions.get(id);
        if (revision !== undefined) revisions.set(id, revision);
      }
    } catch (failure) {
      return { changed, revisions, missing, conflicts, failed: leads.slice(from), failure };
    }
  }
  return { changed, revisions, missing, conflicts, failed: [], failure: null };
}

/** Amount and time of an outcome can only be sent for a single lead. */
function maxPerRequest(change: LeadChange): number {
  if (!('outcome' in change)) return MAX_LEADS_PER_CHANGE;
  const { at, amount } = change;
  return at === undefined && amount === undefined ? MAX_OUTCOMES_PER_REQUEST : 1;
}

interface Answer {
  /** Empty if no revisions were sent: then these wouldn't be of what is on screen. */
  readonly revisions: ReadonlyMap<string, number>;
  readonly missing: ReadonlySet<string>;
  readonly conflicts: ReadonlySet<string>;
}

async function sendBatch(
  leads: readonly WorkLead[],
  change: LeadChange,
  mode: Mode,
  isExact: boolean,
): Promise<Answer> {
  const seen = isNoteOnly(change)
    ? new Map<string, number>()
    : new Map(
        leads.map(({ lead_id: id, revision }) => [id, isExact ? revision : afterOwnChanges(id, revision)]),
      );
  const [only] = leads;
  const answer =
    leads.length === 1 && only !== undefined
      ? await sendOne(only.lead_id, change, seen.get(only.lead_id), mode)
      : await sendMany(leads, change, seen, mode);
  const revisions = new Map([...answer.revisions].filter(([id]) => seen.has(id)));
  for (const [id, revision] of revisions) rememberChange(id, seen.get(id) ?? revision, revision);
  return { ...answer, revisions };
}

const NONE: ReadonlySet<string> = new Set();

async function sendOne(
  leadId: string,
  change: LeadChange,
  seen: number | undefined,
  mode: Mode,
): Promise<Answer> {
  const body = { ...change, ...(seen === undefined ? {} : { revision: seen }) };
  try {
    const { revision } =
      'outcome' in body ? await recordOutcome(leadId, body, mode) : await changeLead(leadId, body, mode);
    return { revisions: new Map([[leadId, revision]]), missing: NONE, conflicts: NONE };
  } catch (error) {
    const own = new Set([leadId]);
    if (isConflict(error)) return { revisions: new Map(), missing: NONE, conflicts: own };
    if (error instanceof LeadlineError && error.status === 404)
      return { revisions: new Map(), missing: own, conflicts: NONE };
    throw error;
  }
}

async function sendMany(
  leads: readonly WorkLead[],
  change: LeadChange,
  seen: ReadonlyMap<string, number>,
  mode: Mode,
): Promise<Answer> {
  const named = { lead_ids: leads.map(({ lead_id }) => lead_id), revisions: Object.fromEntries(seen) };
  const { revisions, unknown, conflicts } =
    'outcome' in change
      ? await recordOutcomes({ ...named, outcome: change.outcome, ...reasonOf(change) }, mode)
      : await changeLeads({ ...named, ...change }, mode);
  return {
    revisions: new Map(Object.entries(revisions)),
    missing: new Set(unknown),
    conflicts: new Set(conflicts),
  };
}

const reasonOf = ({ reason }: { readonly reason?: string | null }): { reason?: string } =>
  reason === undefined || reason === null ? {} : { reason };

export function isConflict(error: unknown): boolean {
  return error instanceof LeadlineError && error.code === 'changed_meanwhile';
}
