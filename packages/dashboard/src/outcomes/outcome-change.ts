// An outcome to record, and how recording it went.

import type { ListedLead, Outcome } from '@leadline/contract';

export interface OutcomeChange {
  readonly outcome: Outcome;
  /** Amount and time only make sense for a single lead. Without a time, it is now. */
  readonly amount?: number;
  readonly at?: string;
  readonly reason?: string;
}

export type OutcomeLead = Pick<ListedLead, 'lead_id' | 'name' | 'email' | 'phone'>;

export interface OutcomeResult<L extends OutcomeLead> {
  /** As they were before. */
  readonly recorded: readonly L[];
  /** Deleted in the meantime. */
  readonly missing: readonly L[];
  readonly failed: readonly L[];
  /** Why the failed ones failed. */
  readonly failure: unknown;
}

/** Records the outcome on the server and updates whatever shows these leads. */
export type SaveOutcome<L extends OutcomeLead> = (
  leads: readonly L[],
  change: OutcomeChange,
) => Promise<OutcomeResult<L>>;
