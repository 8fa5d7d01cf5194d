// Compares the win rates of two groups: the difference and its 95% confidence interval, using Newcombe's method 10
// (Statistics in Medicine 17, 1998), which also works for small groups.

export interface Decided {
  readonly won: number;
  readonly lost: number;
}

export interface Difference {
  readonly rate: number;
  readonly otherRate: number;
  /** The bounds of the confidence interval. */
  readonly low: number;
  readonly high: number;
}

/** 95% of a normal distribution lies within this many standard deviations of the mean. */
const Z = 1.959963984540054;

/** Both groups need at least one outcome. */
export function compareRates(one: Decided, other: Decided): Difference {
  const a = boundRate(one);
  const b = boundRate(other);
  const difference = a.rate - b.rate;
  return {
    rate: a.rate,
    otherRate: b.rate,
    low: difference - Math.hypot(a.rate - a.low, b.high - b.rate),
    high: difference + Math.hypot(a.high - a.rate, b.rate - b.low),
  };
}

/** The Wilson interval, as the server calculates it for each grade and source. Needs at least one outcome. */
export function boundRate({ won, lost }: Decided): { rate: number; low: number; high: number } {
  const cases = won + lost;
  const middle = (won + Z ** 2 / 2) / (cases + Z ** 2);
  const margin = (Z / (cases + Z ** 2)) * Math.sqrt((won * lost) / cases + Z ** 2 / 4);
  // With no wins or no losses, a bound is exactly 0 or 1, but the formula would be off by a rounding error.
  return { rate: won / cases, low: won === 0 ? 0 : middle - margin, high: lost === 0 ? 1 : middle + margin };
}
