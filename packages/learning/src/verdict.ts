// Whether a model may go live, and why.

import type { Interval } from './metrics.ts';

/** `live`: it may change scores. `calibrated`: it learned no points yet, but its chances of closing beat the stated ones.
 * `wait`: leave things as they are. `retire`: the live model has become worse than the rules or the win rate, or its chances can't be right. */
export type Decision = 'live' | 'calibrated' | 'wait' | 'retire';

export type VerdictCode =
  | 'beats_current'
  | 'beats_stated'
  | 'too_few_outcomes'
  | 'no_gain'
  | 'within_noise'
  | 'not_converged'
  | 'live_model_slipped'
  | 'live_model_degenerate';

export interface Verdict {
  readonly decision: Decision;
  readonly code: VerdictCode;
  /** In plain English, for the person who decides. */
  readonly text: string;
  /** About how many more outcomes it takes; null if nobody can tell or none are missing. */
  readonly missing: number | null;
  /** Null with too few outcomes to compare anything. */
  readonly comparison: Comparison | null;
}

/** On the latest outcomes, which neither side was trained on. */
export interface Comparison {
  readonly against: 'rules' | 'win rate' | 'live model';
  readonly outcomes: number;
  readonly won: number;
  /** By how much the log-loss falls, with the range it is in. */
  readonly gain: number;
  readonly gain_range: Interval;
  readonly auc: number | null;
  readonly auc_current: number | null;
  readonly log_loss: number;
  readonly log_loss_current: number;
}
