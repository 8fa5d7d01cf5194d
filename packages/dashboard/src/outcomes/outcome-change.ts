// An outcome to record, and the result of recording it.

import type { ListedLead, Outcome } from '@leadline/contract';

export interface OutcomeChange {
  readonly outcome: Outcome;
  /** Amount and time only make sense for a single lead. The time defaults to now. */
  readonly amount?: number;
  readonly at?: string;
  readonly reason?: string;
}

export type OutcomeLead = Pick<ListedLead, 'lead_id' | 'name' | 'email' | 'phone' | 'assignee'>;

export interface OutcomeResult<L extends OutcomeLead> {
  /** The leads as they were before the change. */
  readonly recorded: readonly L[];
  /** Leads that have been deleted in the meantime. */
  readonly missing: readonly L[];
  readonly failed: readonly L[];
  /** The error that caused `failed`. */
  readonly failure: unknown;
}

/** Records the outcome on the server and updates whatever shows these leads. */
export type SaveOutcome<L extends OutcomeLead> = (
  leads: readonly L[],
  change: OutcomeChange,
) => Promise<OutcomeResult<L>>;
