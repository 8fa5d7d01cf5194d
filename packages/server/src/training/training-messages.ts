// What the worker and its threads for trainings and drift tell each other.

import type { Settings } from '@leadline/engine';
import type { Report, SwapResult, Verdict } from '@leadline/learning';

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

export interface TrainingQuestion {
  /** The model as JSON that a new one must beat. */
  readonly live: string | null;
}

/** What a training found. */
export interface Training {
  /** As JSON; null unless the verdict lets it be used. */
  readonly model: string | null;
  readonly outcomes: number;
  readonly won: number;
  readonly verdict: Verdict;
  readonly report: Report & { readonly swaps: readonly SwapResult[] };
}
