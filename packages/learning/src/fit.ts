// Additive logistic regression by empirical Bayes. Each group of effects has a Gaussian prior around zero whose variance is
// learned with the effects (MacKay's evidence updates, averaged with EM), so that a field without information shrinks away
// by itself. docs/decisions/0038-learning.md compares it with other methods.

import { factorize, invertFactor, solve } from './cholesky.ts';
import { type Design, type Group, Posterior, SLOPE_MEAN, walkWeight } from './posterior.ts';

export interface Fit {
  /** Intercept, slope of the offset, then the effects of each field. */
  readonly effects: Float64Array;
  /** The first effect of each field. */
  readonly starts: readonly number[];
  /** Per group of effects with a common prior. */
  readonly variances: Float64Array;
  /** The inverse of the factor of the posterior's precision. */
  readonly inverse: Float64Array;
}

const START_VARIANCE = 0.3;
const START_VARIANCE_OF_MORE = 0.05;
const MIN_VARIANCE = 1e-5;
const MAX_VARIANCE = 4;
const MAX_UPDATES = 30;
const MIN_CHANGE = 0.03;
const STEPS_PER_UPDATE = 2;
const MAX_STEPS = 100;

/** A fit ends when the next step promises to raise the log of the posterior by less than half of this. Effects are then within
 * 1e-4 of their standard deviations. */
const MAX_PROMISE = 1e-8;
/** The share of the promised gain that a step must bring; otherwise half of the step is tried. */
const MIN_KEPT = 1e-4;
const MIN_SHARE = 2 ** -30;

/** Effects that aren't at the maximum mean nothing, so there is no fit then. The maximum exists and is unique; it is missed only
 * if a number in the design is not finite, or far beyond all others. */
export class NotConverged extends Error {
  constructor() {
    super('the fit did not converge');
  }
}

export interface FitOptions {
  /** From a fit of the same first fields, to start close to the result. */
  readonly start?: Pick<Fit, 'effects' | 'variances'>;
  /** Stops when no variance changes by more than this share. */
  readonly minChange?: number;
  readonly maxSteps?: number;
}

/** Throws `NotConverged`. */
export function fit(
  design: Design,
  { start, minChange = MIN_CHANGE, maxSteps = MAX_STEPS }: FitOptions = {},
): Fit {
  const posterior = new Posterior(design);
  const { size, starts, groups } = posterior;
  const variances = new Float64Array(groups.length).fill(START_VARIANCE);
  const effects = new Float64Array(size);
  effects[1] = SLOPE_MEAN;
  if (start !== undefined) {
    variances.fill(START_VARIANCE_OF_MORE);
    variances.set(start.variances);
    effects.set(start.effects);
  }
  const climber = new Climber(posterior, effects, variances);
  // Any variances make a valid prior, so it does no harm if they still change after the last update.
  const steps = start === undefined ? STEPS_PER_UPDATE : 1;
  for (let update = 0; update < MAX_UPDATES && groups.length > 0; update++) {
    for (let i = 0; i < steps; i++) climber.step();
    const inverse = climber.invert();
    if (updateVariances(groups, variances, effects, inverse, size) < minChange) break;
  }
  for (let i = 0; !climber.step(); i++) if (i >= maxSteps) throw new NotConverged();
  return { effects, starts, variances, inverse: climber.invert() };
}

/** Takes Newton steps, halved until they climb. Full ones can overshoot and diverge where fields overlap or outcomes are rare. */
class Climber {
  readonly #posterior: Posterior;
  readonly #effects: Float64Array;
  readonly #variances: Float64Array;
  readonly #hessian: Float64Array;
  readonly #gradient: Float64Array;
  readonly #direction: Float64Array;
  readonly #tried: Float64Array;

  /** Changes `effects`, and reads `variances` again at every step. */
  constructor(posterior: Posterior, effects: Float64Array, variances: Float64Array) {
    const { size } = posterior;
    this.#posterior = posterior;
    this.#effects = effects;
    this.#variances = variances;
    this.#hessian = new Float64Array(size * size);
    this.#gradient = new Float64Array(size);
    this.#direction = new Float64Array(size);
    this.#tried = new Float64Array(size);
  }

  /** Returns true, and stays, if the gradient says that this is the maximum. Throws `NotConverged` if no step climbs. */
  step(): boolean {
    this.#posterior.differentiate(this.#effects, this.#variances, this.#hessian, this.#gradient);
    factorize(this.#hessian, this.#effects.length);
    this.#direction.set(this.#gradient);
    solve(this.#hessian, this.#effects.length, this.#direction);
    const promise = this.#gradient.reduce((sum, slope, i) => sum + slope * (this.#direction[i] as number), 0);
    if (promise < MAX_PROMISE) return true;
    const from = this.#posterior.valueAt(this.#effects, this.#variances);
    for (let share = 1; share >= MIN_SHARE; share /= 2) {
      for (const [i, effect] of this.#effects.entries())
        this.#tried[i] = effect + share * (this.#direction[i] as number);
      const value = this.#posterior.valueAt(this.#tried, this.#variances);
      if (!(value >= from + MIN_KEPT * share * promise)) continue;
      this.#effects.set(this.#tried);
      return false;
    }
    throw new NotConverged();
  }

  /** The inverse of the factor of the precision, as of the latest step. The next step overwrites it. */
  invert(): Float64Array {
    invertFactor(this.#hessian, this.#effects.length);
    return this.#hessian;
  }
}

/** Returns the largest relative change. `inverse` is the inverse of the factor. */
function updateVariances(
  groups: readonly Group[],
  variances: Float64Array,
  effects: Float64Array,
  inverse: Float64Array,
  size: number,
): number {
  let largest = 0;
  for (const [index, group] of groups.entries()) {
    const { start, size: count, isWalk, variancePrior } = group;
    const variance = variances[index] as number;
    let square = 0;
    let trace = 0;
    for (let i = start; i < start + count; i++) {
      const effect = effects[i] as number;
      const own = covarianceOf(inverse, size, i, i);
      if (!isWalk) {
        square += effect * effect;
        trace += own;
        continue;
      }
      const weight = walkWeight(group, i);
      square += weight * effect * effect;
      trace += weight * own;
      if (i > start) {
        square -= 2 * effect * (effects[i - 1] as number);
        trace -= 2 * covarianceOf(inverse, size, i, i - 1);
      }
    }
    const { center, shape } = variancePrior;
    const scale = center * (shape + 1);
    const em = (square + trace + 2 * scale) / (count + 2 * shape);
    const determined = Math.max(0, count - trace / variance);
    const mackay = (square + 2 * scale) / (determined + 2 * shape);
    const updated = Math.min(MAX_VARIANCE, Math.max(MIN_VARIANCE, Math.sqrt(em * mackay)));
    largest = Math.max(largest, Math.abs(Math.log(updated / variance)));
    variances[index] = updated;
  }
  return largest;
}

/** An entry of the posterior's covariance. */
export function covarianceOf(inverse: Float64Array, size: number, a: number, b: number): number {
  let sum = 0;
  for (let row = Math.max(a, b); row < size; row++)
    sum += (inverse[row * size + a] as number) * (inverse[row * size + b] as number);
  return sum;
}
