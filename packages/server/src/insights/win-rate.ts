// How often leads are won, and how sure that is: 2 of 3 says far less than 200 of 300.

import type { WinRate } from '@leadline/contract';

/** Of the normal distribution, 95 % lie within so many standard deviations. */
const Z = 1.959963984540054;

/** Wilson's interval rather than the textbook one, which is off for few leads and for rates near 0 and 1. */
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
    // At the ends the bound is the end itself, which sums of doubles miss by a hair.
    low: won === 0 ? 0 : middle - reach,
    high: lost === 0 ? 1 : middle + reach,
  };
}
