// A model as plain data, to be stored, versioned and replayed.

import type { LeftOut } from './find-leaks.ts';
import type { PlainField } from './plan-fields.ts';
import type { Verdict } from './verdict.ts';

export const MODEL_FORMAT = 1;

export interface Model extends ModelContent {
  /** A hash of the content. */
  readonly version: string;
}

export interface ModelContent {
  readonly format: typeof MODEL_FORMAT;
  readonly engine_version: string;
  readonly settings_version: string;
  readonly outcomes: number;
  readonly won: number;
  /** When the first and the last of its outcomes were known; null if the leads had no dates. */
  readonly from: string | null;
  readonly until: string | null;
  readonly recency: Recency | null;
  /** The stated chance of closing by score, as logits: where the model starts from. */
  readonly stated: readonly (readonly [score: number, logit: number])[];
  /** The logit is shift + slope × stated logit + effects. */
  readonly shift: number;
  readonly slope: number;
  /** Variance of the shift, of the slope, and their covariance. */
  readonly base_variance: readonly [shift: number, slope: number, both: number];
  /** Corrects the sum of variances for what effects have in common. */
  readonly variance_scale: number;
  readonly fields: readonly Field[];
  readonly pairs: readonly Pair[];
  readonly left_out: readonly LeftOut[];
  readonly verdict: Verdict | null;
}

/** Older outcomes count for less. */
export interface Recency {
  /** Outcomes beyond the latest so many are not used. */
  readonly window: number;
  /** After so many newer outcomes, one counts half. */
  readonly half_life: number;
}

/** One number for each code of the field: its effect on the logit, the variance of that, its leads and its wins. */
export type Effect = readonly [logit: number, variance: number, leads: number, won: number];

export type Field = PlainField & { readonly effects: readonly Effect[] };

export interface Pair {
  /** Indexes of fields. */
  readonly first: number;
  readonly second: number;
  /** From code + 1 of the field to a group of codes, or -1. */
  readonly first_groups: readonly number[];
  readonly second_groups: readonly number[];
  /** From first group × number of second groups + second group to an effect, or -1. */
  readonly cells: readonly number[];
  readonly second_count: number;
  readonly effects: readonly Effect[];
}
