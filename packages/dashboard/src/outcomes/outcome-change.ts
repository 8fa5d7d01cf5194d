// An outcome to record.

import type { ListedLead, Outcome } from '@leadline/contract';

export interface OutcomeChange {
  readonly outcome: Outcome;
  /** Amount and time only make sense for a single lead. The time defaults to now. */
  readonly amount?: number | null;
  readonly at?: string;
  readonly reason?: string | null;
}

/** As much of a lead as it takes to name it. */
export type OutcomeLead = Pick<ListedLead, 'lead_id' | 'name' | 'email' | 'phone'>;
