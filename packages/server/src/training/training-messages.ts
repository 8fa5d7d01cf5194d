// What the worker and a training thread tell each other.

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
}

export type ToThread =
  | { readonly kind: 'add'; readonly leads: readonly LeadToLearn[] }
  /** `live` is the model as JSON that a new one must beat. */
  | { readonly kind: 'learn'; readonly live: string | null };

export type FromThread =
  | { readonly kind: 'added' }
  | { readonly kind: 'learned'; readonly training: Training | null };

/** What a training found. */
export interface Training {
  /** As JSON; null unless the verdict lets it be used. */
  readonly model: string | null;
  readonly outcomes: number;
  readonly won: number;
  readonly verdict: Verdict;
  readonly report: Report & { readonly swaps: readonly SwapResult[] };
}
