// Compares two sets of predictions of the same outcomes, and says whether the difference is more than noise.

import { auc, bootstrapInterval, type Interval, logLoss, logLossOf } from './metrics.ts';
import type { Comparison } from './verdict.ts';

export interface Compared extends Comparison {
  readonly isBeyondNoise: boolean;
  /** The standard deviation of the gain per outcome. */
  readonly deviation: number;
}

export function compare(
  against: Comparison['against'],
  outcomes: Float64Array,
  candidate: Float64Array,
  current: Float64Array,
  { seed, certainty }: { readonly seed: number; readonly certainty: number },
): Compared {
  const gains = outcomes.map(
    (outcome, row) =>
      logLossOf(current[row] as number, outcome) - logLossOf(candidate[row] as number, outcome),
  );
  const gain = mean(gains);
  const deviation = Math.sqrt(mean(gains.map((value) => (value - gain) ** 2)));
  const range: Interval = bootstrapInterval(
    gains.length,
    (sample) => {
      let sum = 0;
      for (const row of sample) sum += gains[row] as number;
      return sum / sample.length;
    },
    { seed, certainty },
  ) ?? { low: 0, high: 0 };
  return {
    against,
    outcomes: outcomes.length,
    won: outcomes.reduce((sum, outcome) => sum + outcome, 0),
    gain: round(gain),
    gain_range: { low: round(range.low), high: round(range.high) },
    auc: roundOrNull(auc(candidate, outcomes)),
    auc_current: roundOrNull(auc(current, outcomes)),
    log_loss: round(logLoss(candidate, outcomes)),
    log_loss_current: round(logLoss(current, outcomes)),
    isBeyondNoise: range.low > 0,
    deviation,
  };
}

const mean = (values: Float64Array): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

const round = (value: number): number => Math.round(value * 1e5) / 1e5;
const roundOrNull = (value: number | null): number | null => (value === null ? null : round(value));
