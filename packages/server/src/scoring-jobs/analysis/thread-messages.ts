// What the worker and an analysis thread send each other.

import type { Settings } from '@leadline/engine';

export interface ThreadData {
  /** Null means the defaults. */
  readonly settings: Settings | null;
}

export interface LeadToLearn {
  readonly id: string;
  /** The lead as JSON, as it was posted. */
  readonly lead: string;
  readonly outcome: 'open' | 'won' | 'lost';
  /** When it was won or lost, in milliseconds since 1970. */
  readonly decidedAt: number | null;
  /** The stored result as JSON, where it is needed. */
  readonly scored: string | null;
}

export type ToThread<Question> =
  | { readonly kind: 'add'; readonly leads: readonly LeadToLearn[] }
  | { readonly kind: 'ask'; readonly question: Question };

export type FromThread<Answer> =
  | { readonly kind: 'added' }
  | { readonly kind: 'answered'; readonly answer: Answer };

/** A lead to send to a thread. */
export interface ChosenLead {
  readonly id: string;
  /** Null if the lead is open. */
  readonly decidedAt: number | null;
}
