// Win rates with a confidence interval: 2 of 3 says far less than 200 of 300.

import type { WinRate } from '@leadline/contract';

/** The number of standard deviations that cover 95 % of a normal distribution. */
const Z = 1.959963984540054;

/** Uses the Wilson interval, because the textbook interval is wrong for few leads and for rates near 0 and 1. */
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
    // Exactly 0 and 1 at the ends, which rounding errors would miss.
    low: won === 0 ? 0 : middle - reach,
    high: lost === 0 ? 1 : middle + reach,
  };
}
