// Whether one group wins more often than another, or whether it may be chance: the difference of two rates with its 95 %
// bounds, by Newcombe's method 10 (Statistics in Medicine 17, 1998), which holds for few cases too.

export interface Decided {
  readonly won: number;
  readonly lost: number;
}

export interface Difference {
  readonly rate: number;
  readonly otherRate: number;
  /** The true difference of the rates is hardly smaller than `low`, nor larger than `high`. */
  readonly low: number;
  readonly high: number;
}

/** Of the normal distribution, 95 % lie within so many standard deviations. */
const Z = 1.959963984540054;

/** Both must have cases. */
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

/** Wilson's bounds, as the server gives them for each grade and source. There must be cases. */
export function boundRate({ won, lost }: Decided): { rate: number; low: number; high: number } {
  const cases = won + lost;
  const middle = (won + Z ** 2 / 2) / (cases + Z ** 2);
  const reach = (Z / (cases + Z ** 2)) * Math.sqrt((won * lost) / cases + Z ** 2 / 4);
  // At the ends the bound is the end itself, which sums of doubles miss by a hair.
  return { rate: won / cases, low: won === 0 ? 0 : middle - reach, high: lost === 0 ? 1 : middle + reach };
}
