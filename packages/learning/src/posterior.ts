// What a fit climbs: the log-likelihood of the outcomes plus the log of the prior. It is strictly concave, so it has exactly one
// maximum.

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

/** Effects with a common prior. */
export interface Group {
  readonly start: number;
  readonly size: number;
  readonly isWalk: boolean;
  readonly variancePrior: VariancePrior;
}

/** How far the rules are trusted. The slope is below 1 because they were fitted to what people judged worth a call, which
 * predicts what is won less well. The shift is for the account's own win rate. */
export const SLOPE_MEAN = 0.7;
const SLOPE_VARIANCE = 0.25;
const SHIFT_VARIANCE = 4;
/** Keeps the level of a chain of bins finite; the differences between bins are what the prior is about. */
const WALK_LEVEL_PRECISION = 0.02;

/** How strongly a bin is tied to its neighbors, in units of the group's precision. */
export const walkWeight = ({ start, size }: Group, at: number): number =>
  (at > start ? 1 : 0) + (at < start + size - 1 ? 1 : 0) + WALK_LEVEL_PRECISION;

export class Posterior {
  /** The number of effects: intercept, slope of the offset, then the effects of each field. */
  readonly size: number;
  /** The first effect of each field. */
  readonly starts: readonly number[];
  readonly groups: readonly Group[];
  readonly #design: Design;
  readonly #active: Int32Array;

  constructor(design: Design) {
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
    this.size = size;
    this.starts = starts;
    this.groups = groups;
    this.#design = design;
    this.#active = new Int32Array(design.fields.length);
  }

  /** Its logarithm, up to a constant. Much cheaper than the derivatives. */
  valueAt(effects: Float64Array, variances: Float64Array): number {
    const { outcomes, weights } = this.#design;
    let sum = this.#prior(effects, variances);
    for (let row = 0; row < outcomes.length; row++) {
      const logit = logitOf(this.#design, this.starts, effects, row);
      sum +=
        (weights[row] as number) *
        ((outcomes[row] as number) * logit - Math.max(0, logit) - Math.log1p(Math.exp(-Math.abs(logit))));
    }
    return sum;
  }

  #prior(effects: Float64Array, variances: Float64Array): number {
    const at = (index: number): number => effects[index] as number;
    let sum = at(0) ** 2 / SHIFT_VARIANCE + (at(1) - SLOPE_MEAN) ** 2 / SLOPE_VARIANCE;
    for (const [index, group] of this.groups.entries()) {
      const { start, size, isWalk } = group;
      let squares = 0;
      for (let i = start; i < start + size; i++) {
        squares += (isWalk ? walkWeight(group, i) : 1) * at(i) ** 2;
        if (isWalk && i > start) squares -= 2 * at(i) * at(i - 1);
      }
      sum += squares / (variances[index] as number);
    }
    return -sum / 2;
  }

  /** Replaces `gradient`, and the lower triangle of `hessian` with minus the second derivatives. */
  differentiate(
    effects: Float64Array,
    variances: Float64Array,
    hessian: Float64Array,
    gradient: Float64Array,
  ): void {
    this.#differentiateLikelihood(effects, hessian, gradient);
    this.#differentiatePrior(effects, variances, hessian, gradient);
  }

  #differentiateLikelihood(effects: Float64Array, hessian: Float64Array, gradient: Float64Array): void {
    const { outcomes, weights, offsets, fields } = this.#design;
    const { size, starts } = this;
    const active = this.#active;
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

  #differentiatePrior(
    effects: Float64Array,
    variances: Float64Array,
    hessian: Float64Array,
    gradient: Float64Array,
  ): void {
    const { size } = this;
    const add = (row: number, column: number, precision: number): void => {
      hessian[row * size + column] = (hessian[row * size + column] as number) + precision;
      gradient[row] = (gradient[row] as number) - precision * (effects[column] as number);
      if (row !== column)
        gradient[column] = (gradient[column] as number) - precision * (effects[row] as number);
    };
    add(0, 0, 1 / SHIFT_VARIANCE);
    hessian[size + 1] = (hessian[size + 1] as number) + 1 / SLOPE_VARIANCE;
    gradient[1] = (gradient[1] as number) - ((effects[1] as number) - SLOPE_MEAN) / SLOPE_VARIANCE;
    for (const [index, group] of this.groups.entries()) {
      const { start, size: count, isWalk } = group;
      const precision = 1 / (variances[index] as number);
      for (let i = start; i < start + count; i++) {
        if (!isWalk) {
          add(i, i, precision);
          continue;
        }
        add(i, i, precision * walkWeight(group, i));
        if (i > start) add(i, i - 1, -precision);
      }
    }
  }
}

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
