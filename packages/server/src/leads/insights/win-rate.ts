// Win rates with a confidence interval, because 2 out of 3 says far less than 200 out of 300.

import type { WinRate } from '@leadline/contract';

/** The number of standard deviations that cover 95% of a normal distribution. */
const Z = 1.959963984540054;

/** Uses the Wilson interval, because the textbook interval is inaccurate for few leads and for rates near 0 or 1. */
export function winRateOf(won: number, lost: number): WinRate {
  const n = won + lost;
  if (n === 0) return { won, lost, rate: null, low: null, high: null };
  const rate = won / n;
  const middle = (won + Z ** 2 / 2) / (n + Z ** 2);
  const reach = (Z / (n + Z ** 2)) * Math.sqrt((won * lost) / n + Z ** 2 / 4);
  return {
    won,
    lost,
    rate,
    // Returns exactly 0 or 1 at the ends, which rounding errors would otherwise prevent.
    low: won === 0 ? 0 : middle - reach,
    high: lost === 0 ? 1 : middle + reach,
  };
}
