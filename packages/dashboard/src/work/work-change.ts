// A change to the status, assignee or snooze of leads, and the result of sending it.

import type { ListedLead, Status, WorkBody } from '@leadline/contract';

export type WorkChange = Pick<WorkBody, 'status' | 'amount' | 'snoozed_until' | 'assignee' | 'note'> & {
  /** Who gets the leads that nobody has. The server does this by itself, so it isn't sent. */
  readonly takenBy?: string;
};

const TAKING: ReadonlySet<Status> = new Set(['contacted', 'qualified', 'won', 'lost']);

/** A person who works on an unassigned lead becomes its assignee. */
export function withTaker(change: WorkChange, me: string): WorkChange {
  const { status, assignee } = change;
  return status !== undefined && assignee === undefined && TAKING.has(status)
    ? { ...change, takenBy: me }
    : change;
}

export const isTaken = ({ assignee }: WorkLead, { takenBy }: WorkChange): boolean =>
  assignee === null && takenBy !== undefined;

/** A lead as it is on screen. */
export type WorkLead = Pick<
  ListedLead,
  | 'lead_id'
  | 'name'
  | 'email'
  | 'phone'
  | 'outcome'
  | 'decided'
  | 'status'
  | 'assignee'
  | 'snoozed_until'
  | 'contacted_at'
>;

export interface WorkSent<L extends WorkLead> {
  /** The leads as they were before the change. */
  readonly changed: readonly L[];
  /** Leads that have been deleted in the meantime. */
  readonly missing: readonly L[];
  /** Leads that somebody else has changed in the meantime; they stay as they are. */
  readonly conflicts: readonly L[];
  readonly failed: readonly L[];
  /** The error that caused `failed`. */
  readonly failure: unknown;
}

/** Sends the change to the server and updates whatever shows these leads. */
export type SaveWork<L extends WorkLead> = (leads: readonly L[], change: WorkChange) => Promise<WorkSent<L>>;

/** The lead as the server is going to return it. */
export function applyWork<L extends WorkLead>(lead: L, change: WorkChange, now: Date): L {
  const { status, assignee, snoozed_until: snoozedUntil } = change;
  return {
    ...lead,
    ...(status === undefined ? {} : statusColumns(lead, change, now)),
    ...(assignee === undefined ? {} : { assignee }),
    ...(isTaken(lead, change) ? { assignee: change.takenBy ?? null } : {}),
    ...(snoozedUntil === undefined ? {} : { snoozed_until: snoozedUntil }),
  };
}

function statusColumns(lead: WorkLead, { status, amount, note }: WorkChange, now: Date): Partial<WorkLead> {
  if (status === undefined) return {};
  const at = now.toISOString();
  const isDecided = status === 'won' || status === 'lost';
  const outcome = isDecided ? status : 'open';
  return {
    status,
    outcome,
    snoozed_until: null,
    contacted_at: status === 'new' ? null : (lead.contacted_at ?? at),
    decided: isDecided
      ? { outcome, at, amount: amount ?? null, reason: note ?? null, recorded_at: at, recorded_by: null }
      : null,
  };
}
