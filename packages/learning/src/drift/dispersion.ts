// Real weeks differ by more than chance: a campaign brings ten leads at once. Measures by how much, and weakens a p-value
// accordingly. Never strengthens it, so that exact tests stay valid.

/** The variance of the weeks, compared with what chance alone would make; at least 1. */
export function dispersionOf(
  weeks: readonly { readonly hits: number; readonly expected: number; readonly variance: number }[],
): number {
  let sum = 0;
  let count = 0;
  for (const { hits, expected, variance } of weeks) {
    if (variance === 0) continue;
    sum += (hits - expected) ** 2 / variance;
    count++;
  }
  return count < 2 ? 1 : Math.max(1, sum / (count - 1));
}

/** Two-sided, like `p`. */
export const weaken = (p: number, dispersion: number): number =>
  dispersion === 1 || p >= 1 ? p : 2 * tailOf(deviationOf(p / 2) / Math.sqrt(dispersion));

const MAX_DEVIATION = 12;

/** How many standard deviations away a tail begins, by bisection. */
function deviationOf(tail: number): number {
  let low = 0;
  let high = MAX_DEVIATION;
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (tailOf(middle) > tail) low = middle;
    else high = middle;
  }
  return low;
}

/** The upper tail of the normal distribution: Chebyshev fit of erfc with a relative error below 1.2e-7 (Numerical Recipes,
 * 6.2). */
function tailOf(deviation: number): number {
  const x = deviation / Math.SQRT2;
  const t = 1 / (1 + x / 2);
  const exponent = COEFFICIENTS.reduceRight((sum, coefficient) => sum * t + coefficient, 0);
  return (t * Math.exp(-x * x + exponent)) / 2;
}

const COEFFICIENTS = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587,
  -0.82215223, 0.17087277,
];
