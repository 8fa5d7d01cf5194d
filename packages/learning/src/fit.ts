// Additive logistic regression by empirical Bayes. Each group of effects has a Gaussian prior around zero whose variance is
// learned with the effects (MacKay's evidence updates, averaged with EM), so that a field without information shrinks away
// by itself. docs/decisions/0038-learning.md compares it with other methods.

import { factorize, invertFactor, solve } from './cholesky.ts';
import { toProbability } from './logistic.ts';

/** One field of the design: the code of each row, or -1 for none. */
export interface DesignField {
  readonly codes: Int16Array;
  readonly size: number;
  /** The first `walk` effects are bins in order, which are tied to their neighbors. */
  readonly walk: number;
  readonly variancePrior: VariancePrior;
}

/** An inverse gamma prior on the variance of a group: the larger the shape, the closer to the center. */
export interface VariancePrior {
  readonly center: number;
  readonly shape: number;
}

export interface Design {
  readonly outcomes: Float64Array;
  readonly weights: Float64Array;
  /** Where each row starts from: the logit stated for its score by rules. */
  readonly offsets: Float64Array;
  readonly fields: readonly DesignField[];
}

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

/** How far the rules are trusted. The slope is below 1 because they were fitted to what people judged worth a call, which
 * predicts what is won less well. The shift is for the account's own win rate. */
const SLOPE_MEAN = 0.7;
const SLOPE_VARIANCE = 0.25;
const SHIFT_VARIANCE = 4;

const START_VARIANCE = 0.3;
const START_VARIANCE_OF_MORE = 0.05;
const MIN_VARIANCE = 1e-5;
const MAX_VARIANCE = 4;
const MAX_UPDATES = 30;
const MIN_CHANGE = 0.03;
const STEPS_PER_UPDATE = 2;
const LAST_STEPS = 6;
/** Keeps the level of a chain of bins finite; the differences between bins are what the prior is about. */
const WALK_LEVEL_PRECISION = 0.02;

interface Group {
  readonly start: number;
  readonly size: number;
  readonly isWalk: boolean;
  readonly variancePrior: VariancePrior;
}

export interface FitOptions {
  /** From a fit of the same first fields, to start close to the result. */
  readonly start?: Pick<Fit, 'effects' | 'variances'>;
  /** Stops when no variance changes by more than this share. */
  readonly minChange?: number;
}

export function fit(design: Design, { start, minChange = MIN_CHANGE }: FitOptions = {}): Fit {
  const starts: number[] = [];
  const groups: Group[] = [];
  let size = 2;
  for (const { size: fieldSize, walk, variancePrior } of design.fields) {
    starts.push(size);
    if (walk > 0) groups.push({ start: size, size: walk, isWalk: true, variancePrior });
    if (fieldSize > walk)
      groups.push({ start: size + walk, size: fieldSize - walk, isWalk: false, variancePrior });
    size += fieldSize;
  }
  const variances = new Float64Array(groups.length).fill(START_VARIANCE);
  const effects = new Float64Array(size);
  effects[1] = SLOPE_MEAN;
  if (start !== undefined) {
    variances.fill(START_VARIANCE_OF_MORE);
    variances.set(start.variances);
    effects.set(start.effects);
  }
  const steps = start === undefined ? STEPS_PER_UPDATE : 1;
  const hessian = new Float64Array(size * size);
  const gradient = new Float64Array(size);
  const active = new Int32Array(design.fields.length);
  const step = (): void => {
    accumulate(design, starts, effects, hessian, gradient, size, active);
    addPrior(groups, variances, effects, hessian, gradient, size);
    factorize(hessian, size);
    solve(hessian, size, gradient);
    for (let i = 0; i < size; i++)
      effects[i] = (effects[i] as number) + Math.max(-MAX_STEP, Math.min(MAX_STEP, gradient[i] as number));
  };
  for (let update = 0; update < MAX_UPDATES && groups.length > 0; update++) {
    for (let i = 0; i < steps; i++) step();
    invertFactor(hessian, size);
    if (updateVariances(groups, variances, effects, hessian, size) < minChange) break;
  }
  for (let i = 0; i < LAST_STEPS; i++) {
    step();
    if (gradient.every((change) => Math.abs(change) < 1e-6)) break;
  }
  invertFactor(hessian, size);
  return { effects, starts, variances, inverse: hessian };
}

const MAX_STEP = 3;

export function logitOf(
  design: Design,
  starts: readonly number[],
  effects: Float64Array,
  row: number,
): number {
  let logit = (effects[0] as number) + (effects[1] as number) * (design.offsets[row] as number);
  for (let field = 0; field < starts.length; field++) {
    const code = (design.fields[field] as DesignField).codes[row] as number;
    if (code >= 0) logit += effects[(starts[field] as number) + code] as number;
  }
  return logit;
}

/** Adds up gradient and Hessian of the log-likelihood; the Hessian in its lower triangle. */
function accumulate(
  { outcomes, weights, offsets, fields }: Design,
  starts: readonly number[],
  effects: Float64Array,
  hessian: Float64Array,
  gradient: Float64Array,
  size: number,
  active: Int32Array,
): void {
  hessian.fill(0);
  gradient.fill(0);
  const codes = fields.map((field) => field.codes);
  const count = codes.length;
  let g0 = 0;
  let g1 = 0;
  let h00 = 0;
  let h01 = 0;
  let h11 = 0;
  for (let row = 0; row < outcomes.length; row++) {
    const weight = weights[row] as number;
    const offset = offsets[row] as number;
    let logit = (effects[0] as number) + (effects[1] as number) * offset;
    let length = 0;
    for (let field = 0; field < count; field++) {
      const code = (codes[field] as Int16Array)[row] as number;
      if (code < 0) continue;
      const column = (starts[field] as number) + code;
      active[length++] = column;
      logit += effects[column] as number;
    }
    const probability = toProbability(logit);
    const residual = weight * ((outcomes[row] as number) - probability);
    const curvature = weight * probability * (1 - probability);
    g0 += residual;
    g1 += residual * offset;
    h00 += curvature;
    h01 += curvature * offset;
    h11 += curvature * offset * offset;
    for (let i = 0; i < length; i++) {
      const column = active[i] as number;
      gradient[column] = (gradient[column] as number) + residual;
      const start = column * size;
      hessian[start] = (hessian[start] as number) + curvature;
      hessian[start + 1] = (hessian[start + 1] as number) + curvature * offset;
      for (let j = 0; j <= i; j++) {
        const at = start + (active[j] as number);
        hessian[at] = (hessian[at] as number) + curvature;
      }
    }
  }
  gradient[0] = g0;
  gradient[1] = g1;
  hessian[0] = h00;
  hessian[size] = h01;
  hessian[size + 1] = h11;
}

function addPrior(
  groups: readonly Group[],
  variances: Float64Array,
  effects: Float64Array,
  hessian: Float64Array,
  gradient: Float64Array,
  size: number,
): void {
  const add = (row: number, column: number, precision: number): void => {
    hessian[row * size + column] = (hessian[row * size + column] as number) + precision;
    gradient[row] = (gradient[row] as number) - precision * (effects[column] as number);
    if (row !== column)
      gradient[column] = (gradient[column] as number) - precision * (effects[row] as number);
  };
  add(0, 0, 1 / SHIFT_VARIANCE);
  hessian[size + 1] = (hessian[size + 1] as number) + 1 / SLOPE_VARIANCE;
  gradient[1] = (gradient[1] as number) - ((effects[1] as number) - SLOPE_MEAN) / SLOPE_VARIANCE;
  for (const [index, { start, size: count, isWalk }] of groups.entries()) {
    const precision = 1 / (variances[index] as number);
    for (let i = start; i < start + count; i++) {
      if (!isWalk) {
        add(i, i, precision);
        continue;
      }
      const neighbors = (i > start ? 1 : 0) + (i < start + count - 1 ? 1 : 0);
      add(i, i, precision * (neighbors + WALK_LEVEL_PRECISION));
      if (i > start) add(i, i - 1, -precision);
    }
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
      const neighbors = (i > start ? 1 : 0) + (i < start + count - 1 ? 1 : 0) + WALK_LEVEL_PRECISION;
      square += neighbors * effect * effect;
      trace += neighbors * own;
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
