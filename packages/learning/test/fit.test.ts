// The fit finds the maximum of the posterior, or says that it didn't.

import { describe, expect, test } from 'vitest';
import { fit, NotConverged } from '../src/fit.ts';
import { type Design, Posterior } from '../src/posterior.ts';
import { seedRandom } from '../src/random.ts';

/** Numbers that measure nearly the same in bins, and a stated chance that is the same for every lead. */
function overlapping({
  rows,
  fields,
  bins,
  stated,
  winRate,
}: {
  readonly rows: number;
  readonly fields: number;
  readonly bins: number;
  readonly stated: number;
  readonly winRate: number;
}): Design {
  const random = seedRandom(7);
  const values = Float64Array.from({ length: rows }, random);
  return {
    fields: Array.from({ length: fields }, () => ({
      codes: Int16Array.from(values, (value) =>
        Math.min(bins - 1, Math.floor((value + 0.02 * random()) * bins)),
      ),
      size: bins,
      walk: bins,
      variancePrior: { center: 0.01, shape: 1 },
    })),
    outcomes: Float64Array.from(values, (value) => (random() < winRate * (0.5 + value) ? 1 : 0)),
    weights: new Float64Array(rows).fill(1),
    offsets: new Float64Array(rows).fill(stated),
  };
}

/** How far the effects are from the maximum, in standard deviations along each effect. */
function distanceOf(design: Design, { effects, variances }: ReturnType<typeof fit>): number {
  const posterior = new Posterior(design);
  const { size } = posterior;
  const hessian = new Float64Array(size * size);
  const gradient = new Float64Array(size);
  posterior.differentiate(effects, variances, hessian, gradient);
  return Math.max(
    ...gradient.map((slope, i) => Math.abs(slope) / Math.sqrt(hessian[i * size + i] as number)),
  );
}

describe('the fit', () => {
  test.each([
    { rows: 2_000, fields: 6, bins: 16, stated: -4.6, winRate: 0.3 },
    { rows: 5_000, fields: 8, bins: 32, stated: -4.6, winRate: 0.5 },
    { rows: 600, fields: 5, bins: 8, stated: -4.6, winRate: 0.9 },
    { rows: 3_000, fields: 8, bins: 16, stated: 4.6, winRate: 0.1 },
    { rows: 500, fields: 3, bins: 8, stated: 4.6, winRate: 0 },
    { rows: 500, fields: 3, bins: 8, stated: -4.6, winRate: 2 },
  ])('reaches the maximum where stated chances are far off and numbers overlap: %o', (account) => {
    const design = overlapping(account);
    expect(distanceOf(design, fit(design))).toBeLessThan(1e-3);
  });

  test('the derivatives are those of the value', () => {
    const design = overlapping({ rows: 200, fields: 2, bins: 4, stated: -1, winRate: 0.4 });
    const posterior = new Posterior(design);
    const { size, groups } = posterior;
    const variances = new Float64Array(groups.length).fill(0.4);
    const effects = Float64Array.from({ length: size }, (_, i) => Math.sin(i));
    const gradient = new Float64Array(size);
    posterior.differentiate(effects, variances, new Float64Array(size * size), gradient);
    for (let i = 0; i < size; i++) {
      const valueBeside = (step: number): number =>
        posterior.valueAt(effects.with(i, (effects[i] as number) + step), variances);
      expect((valueBeside(1e-5) - valueBeside(-1e-5)) / 2e-5).toBeCloseTo(gradient[i] as number, 4);
    }
  });

  test('a fit that has not converged is refused', () => {
    const design = overlapping({ rows: 2_000, fields: 6, bins: 16, stated: -4.6, winRate: 0.3 });
    expect(() => fit(design, { maxSteps: 0, minChange: 100 })).toThrow(NotConverged);
    expect(() => fit({ ...design, weights: design.weights.with(5, Number.NaN) })).toThrow(NotConverged);
    expect(() => fit({ ...design, offsets: design.offsets.with(5, Number.POSITIVE_INFINITY) })).toThrow(
      NotConverged,
    );
  });
});
