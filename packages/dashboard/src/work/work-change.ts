// A change to the status, outcome, assignee, snooze or next activity of leads, what it makes of them, and how to take it back.

import type { LeadDetail, ListedLead, Status, WorkBody } from '@leadline/contract';
import type { OutcomeChange } from '../outcomes/outcome-change.ts';

export type WorkChange = Pick<
  WorkBody,
  'status' | 'amount' | 'snoozed_until' | 'assignee' | 'next_activity' | 'done' | 'note'
>;

export type LeadChange = (WorkChange | OutcomeChange) & {
  /** Who gets the leads that nobody has. The server does this by itself, so it isn't sent. */
  readonly takenBy?: string;
};

/** What people can change about a lead, and the revision that says whether they have. */
export type LeadWork = Pick<
  ListedLead,
  | 'outcome'
  | 'decided'
  | 'status'
  | 'assignee'
  | 'snoozed_until'
  | 'contacted_at'
  | 'not_spam'
  | 'next_activity'
  | 'revision'
>;

/** A lead as it is on screen. */
export type WorkLead = Pick<ListedLead, 'lead_id' | 'name' | 'email' | 'phone'> & LeadWork;

export function workOf(data: Omit<LeadDetail['data'], 'lead'>): LeadWork {
  const {
    outcome,
    status,
    assignee,
    snoozed_until,
    contacted_at,
    not_spam,
    next_activity,
    revision,
    history,
  } = data;
  const last = history.findLast((entry) => entry.event === 'outcome');
  const decided = outcome === 'open' ? null : (last ?? null);
  return {
    outcome,
    decided,
    status,
    assignee,
    snoozed_until,
    contacted_at,
    not_spam,
    next_activity,
    revision,
  };
}

export function toWorkLead(data: LeadDetail['data']): WorkLead {
  const { name, email, phone } = data.lead;
  return { lead_id: data.lead_id, name, email, phone, ...workOf(data) };
}

const TAKING: ReadonlySet<Status | 'open'> = new Set(['contacted', 'qualified', 'won', 'lost']);

/** A person who works on an unassigned lead becomes its assignee. */
export function withTaker(change: LeadChange, me: string): LeadChange {
  if ('outcome' in change) return TAKING.has(change.outcome) ? { ...change, takenBy: me } : change;
  const { status, assignee } = change;
  return status !== undefined && assignee === undefined && TAKING.has(status)
    ? { ...change, takenBy: me }
    : change;
}

const isTaken = ({ assignee }: WorkLead, { takenBy }: LeadChange): boolean =>
  assignee === null && takenBy !== undefined;

/** Notes and what was done replace nothing, so they need no revision and no undo. */
export const isNoteOnly = (change: LeadChange): boolean =>
  !('outcome' in change) &&
  change.status === undefined &&
  change.assignee === undefined &&
  change.snoozed_until === undefined &&
  change.next_activity === undefined;

export interface WorkSent<L extends WorkLead> {
  /** The leads as they were before the change. */
  readonly changed: readonly L[];
  /** The revisions after the change, by lead ID. Leads that only got a note have none. */
  readonly revisions: ReadonlyMap<string, number>;
  /** Leads that have been deleted in the meantime. */
  readonly missing: readonly L[];
  /** Leads that somebody else has changed in the meantime; they stay as they are. */
  readonly conflicts: readonly L[];
  readonly failed: readonly L[];
  /** The error that caused `failed`. */
  readonly failure: unknown;
}

export interface SendOptions {
  /** The leads are exactly at their revisions, not as they were before earlier changes of our own. */
  readonly isExact?: boolean;
}

/** Sends the change to the server and updates whatever shows these leads. */
export type SaveWork<L extends WorkLead> = (
  leads: readonly L[],
  change: LeadChange,
  options?: SendOptions,
) => Promise<WorkSent<L>>;

/** The lead as the server is going to return it. */
export function applyWork<L extends WorkLead>(lead: L, change: LeadChange, now: Date): L {
  const taken = isTaken(lead, change) ? { assignee: change.takenBy ?? null } : {};
  if ('outcome' in change) return { ...lead, ...outcomeColumns(lead, change, now), ...taken };
  const { status, assignee, snoozed_until: snoozedUntil } = change;
  return {
    ...lead,
    ...(status === undefined ? {} : statusColumns(lead, change, now)),
    ...(assignee === undefined ? {} : { assignee }),
    ...taken,
    ...(snoozedUntil === undefined ? {} : { snoozed_until: snoozedUntil }),
    next_activity: nextAfter(lead, change),
  };
}

/** What was planned is done by something of the same kind. */
function nextAfter({ next_activity: planned }: WorkLead, { next_activity: next, done }: WorkChange) {
  if (next !== undefined) return next;
  return done !== undefined && done.kind === planned?.kind ? null : planned;
}

function statusColumns(lead: WorkLead, { status, amount, note }: WorkChange, now: Date): Partial<WorkLead> {
  if (status === undefined) return {};
  if (status === 'won' || status === 'lost')
    return outcomeColumns(lead, { outcome: status, amount: amount ?? null, reason: note ?? null }, now);
  return {
    status,
    outcome: 'open',
    snoozed_until: null,
    contacted_at: status === 'new' ? null : (lead.contacted_at ?? now.toISOString()),
    decided: null,
  };
}

function outcomeColumns(
  lead: WorkLead,
  { outcome, at, amount = null, reason = null }: OutcomeChange,
  now: Date,
): Partial<WorkLead> {
  if (outcome === 'open') return { outcome, status: stageOf(lead), decided: null, snoozed_until: null };
  const recordedAt = now.toISOString();
  return {
    outcome,
    status: outcome,
    snoozed_until: null,
    contacted_at: lead.contacted_at ?? recordedAt,
    decided: { outcome, at: at ?? recordedAt, amount, reason, recorded_at: recordedAt, recorded_by: null },
  };
}

/** The status of a lead that is reopened. A closed lead doesn't show which one it had. */
function stageOf({ status, contacted_at }: WorkLead): Status {
  if (status !== 'won' && status !== 'lost') return status;
  return contacted_at === null ? 'new' : 'contacted';
}

/** Whether the lead is like that already. */
export function isDone(lead: WorkLead, change: LeadChange): boolean {
  if ('outcome' in change)
    return (
      change.outcome === lead.outcome && (change.amount ?? null) === null && (change.reason ?? '') === ''
    );
  const { status, amount, assignee, snoozed_until: until, next_activity: next, done, note } = change;
  return (
    (status === undefined || status === lead.status) &&
    (assignee === undefined || assignee === lead.assignee) &&
    (until === undefined || until === lead.snoozed_until) &&
    (next === undefined || isSamePlan(next, lead.next_activity)) &&
    done === undefined &&
    (amount ?? null) === null &&
    note === undefined
  );
}

export const isSamePlan = (a: WorkLead['next_activity'], b: WorkLead['next_activity']): boolean =>
  a?.kind === b?.kind && a?.at === b?.at;

/** What restores the lead as it was before the change, one after the other. */
export function stepsBack(lead: WorkLead, change: LeadChange): readonly LeadChange[] {
  const { decided, status, snoozed_until, assignee, next_activity } = lead;
  const isReassigned = ('assignee' in change && change.assignee !== undefined) || isTaken(lead, change);
  const owner = isReassigned ? { assignee } : {};
  const isOutcome = 'outcome' in change;
  if (isOutcome || (change.status !== undefined && decided !== null)) {
    // The server ends a snooze with an outcome.
    const rest = { ...owner, ...(snoozed_until === null ? {} : { snoozed_until }) };
    return [beforeOutcome(lead), ...(Object.keys(rest).length === 0 ? [] : [rest])];
  }
  const plan = isSamePlan(nextAfter(lead, change), next_activity) ? {} : { next_activity };
  if (change.status !== undefined) return [{ status, snoozed_until, ...plan, ...owner }];
  return [{ ...(change.snoozed_until === undefined ? {} : { snoozed_until }), ...plan, ...owner }];
}

/** With the time, deal value and reason it had. */
function beforeOutcome({ decided }: WorkLead): OutcomeChange {
  if (decided === null) return { outcome: 'open' };
  const { outcome, at, amount, reason } = decided;
  return { outcome, at, amount, reason };
}
