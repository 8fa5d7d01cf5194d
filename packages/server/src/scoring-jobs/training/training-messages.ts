// What the worker asks a training thread, and what it answers.

import type { Report, SwapResult, Verdict } from '@leadline/learning';

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
