// Trains a model on some rows of the table: plans the fields, fits them, adds pairs, and sums up what was learned.

import { encodeField, encodePair, walkOf } from './encode.ts';
import type { LeftOut } from './find-leaks.ts';
import { findPairs, type PairPlan, pairSchedule } from './find-pairs.ts';
import { covarianceOf, type Fit, fit } from './fit.ts';
import type { LeadTable } from './lead-table.ts';
import { toProbability } from './logistic.ts';
import type { Effect, Field, ModelContent, Pair } from './model.ts';
import { type PlainField, planFields } from './plan-fields.ts';
import { type Design, type DesignField, logitOf, type VariancePrior } from './posterior.ts';

export type Trained = Pick<
  ModelContent,
  'shift' | 'slope' | 'base_variance' | 'variance_scale' | 'fields' | 'pairs' | 'left_out'
>;

export interface TrainingSet {
  readonly table: LeadTable;
  /** In the order of time. */
  readonly rows: Uint32Array;
  readonly weights: Float64Array;
  readonly stated: (score: number) => number;
}

/** The shift and slope of the stated chance alone. */
export const calibrate = (set: TrainingSet): Trained => trainFields(set, [], [], null);

export function train(set: TrainingSet): Trained {
  const { fields, leftOut } = planFields(set.table, set.rows);
  const effective = set.weights.reduce((sum, weight) => sum + weight, 0);
  return trainFields(set, fields, leftOut, pairSchedule(effective));
}

function trainFields(
  set: TrainingSet,
  fields: readonly PlainField[],
  leftOut: readonly LeftOut[],
  schedule: ReturnType<typeof pairSchedule>,
): Trained {
  const { table, rows, weights, stated } = set;
  const effective = weights.reduce((sum, weight) => sum + weight, 0);
  const variancePrior = variancePriorFor(effective);
  const main = fields.map(
    (field): DesignField => ({
      codes: encodeField(field, table, rows),
      size: field.size,
      walk: walkOf(field),
      variancePrior,
    }),
  );
  const design: Design = {
    outcomes: Float64Array.from(rows, (row) => table.outcomes[row] as number),
    weights,
    offsets: Float64Array.from(rows, (row) => stated(table.ruleScores[row] as number)),
    fields: main,
  };
  const additive = fit(design, schedule === null ? {} : { minChange: SCREENING_CHANGE });
  const pairPlans =
    schedule === null ? [] : findPairs(design, ...describeResiduals(design, additive), schedule);
  if (schedule === null) return summarize(design, additive, fields, [], leftOut);
  const crossed = pairPlans.map(
    (plan): DesignField => ({
      codes: encodePair(plan, codesOf(main, plan.first), codesOf(main, plan.second)),
      size: plan.size,
      walk: 0,
      variancePrior: schedule.variancePrior,
    }),
  );
  const full = { ...design, fields: [...main, ...crossed] };
  return summarize(full, fit(full, { start: additive }), fields, pairPlans, leftOut);
}

/** A few outcomes can't tell which fields matter, so at first all fields are treated much alike. Chosen on parts of the
 * training rows of the data sets in docs/learning.md. */
function variancePriorFor(outcomes: number): VariancePrior {
  return { center: clamp(18 / outcomes, 0.01, 0.09), shape: clamp(800 / outcomes, 1, 10) };
}

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

/** Enough to find pairs; the fit with pairs continues from there. */
const SCREENING_CHANGE = 0.15;

const codesOf = (fields: readonly DesignField[], index: number): Int16Array =>
  (fields[index] as DesignField).codes;

function describeResiduals(
  design: Design,
  { starts, effects }: Fit,
): [residuals: Float64Array, curvatures: Float64Array, spreads: number[]] {
  const { outcomes, weights, fields } = design;
  const residuals = new Float64Array(outcomes.length);
  const curvatures = new Float64Array(outcomes.length);
  for (let row = 0; row < outcomes.length; row++) {
    const probability = toProbability(logitOf(design, starts, effects, row));
    residuals[row] = (weights[row] as number) * ((outcomes[row] as number) - probability);
    curvatures[row] = (weights[row] as number) * probability * (1 - probability);
  }
  const spreads = fields.map(({ codes }, index) => {
    const start = starts[index] as number;
    let sum = 0;
    let squares = 0;
    for (const code of codes) {
      const effect = code < 0 ? 0 : (effects[start + code] as number);
      sum += effect;
      squares += effect * effect;
    }
    return Math.max(0, squares / codes.length - (sum / codes.length) ** 2);
  });
  return [residuals, curvatures, spreads];
}

function summarize(
  design: Design,
  { effects, starts, inverse }: Fit,
  fields: readonly PlainField[],
  pairPlans: readonly PairPlan[],
  leftOut: readonly LeftOut[],
): Trained {
  const size = effects.length;
  const centered = effects.slice();
  const counted = design.fields.map(({ codes, size: count }) => countLeads(codes, count, design.outcomes));
  for (const [index, { leads }] of counted.entries()) {
    // A lead without the trait is the baseline; otherwise the average lead is.
    if ((fields[index]?.missing ?? 0) === -1 && fields[index]?.from === 'trait') continue;
    const start = starts[index] as number;
    let sum = 0;
    let total = 0;
    for (let code = 0; code < leads.length; code++) {
      sum += (leads[code] as number) * (effects[start + code] as number);
      total += leads[code] as number;
    }
    const mean = total === 0 ? 0 : sum / total;
    for (let code = 0; code < leads.length; code++)
      centered[start + code] = (effects[start + code] as number) - mean;
    centered[0] = (centered[0] as number) + mean;
  }
  const effectsOf = (index: number): Effect[] => {
    const start = starts[index] as number;
    const { leads, won } = counted[index] as Counted;
    return Array.from(leads, (count, code) => [
      round(centered[start + code] as number),
      round(covarianceOf(inverse, size, start + code, start + code)),
      count,
      won[code] as number,
    ]);
  };
  return {
    shift: round(centered[0] as number),
    slope: round(effects[1] as number),
    base_variance: [
      round(covarianceOf(inverse, size, 0, 0)),
      round(covarianceOf(inverse, size, 1, 1)),
      round(covarianceOf(inverse, size, 0, 1)),
    ],
    variance_scale: round(scaleVariance(design, starts, inverse, size)),
    fields: fields.map((field, index): Field => ({ ...field, effects: effectsOf(index) })),
    pairs: pairPlans.map(
      (plan, index): Pair => ({
        first: plan.first,
        second: plan.second,
        first_groups: [...plan.firstGroups],
        second_groups: [...plan.secondGroups],
        cells: [...plan.cells],
        second_count: plan.secondCount,
        effects: effectsOf(fields.length + index),
      }),
    ),
    left_out: leftOut,
  };
}

interface Counted {
  readonly leads: Uint32Array;
  readonly won: Uint32Array;
}

function countLeads(codes: Int16Array, size: number, outcomes: Float64Array): Counted {
  const leads = new Uint32Array(size);
  const won = new Uint32Array(size);
  for (const [row, code] of codes.entries()) {
    if (code < 0) continue;
    leads[code] = (leads[code] as number) + 1;
    won[code] = (won[code] as number) + (outcomes[row] as number);
  }
  return { leads, won };
}

const SAMPLED_ROWS = 400;

/** Only variances are stored. Compared with the exact variance of a sample of rows, their sum is too large, because the
 * effects of a row are not independent; this factor corrects for it. */
function scaleVariance(
  design: Design,
  starts: readonly number[],
  inverse: Float64Array,
  size: number,
): number {
  const rows = design.outcomes.length;
  const stride = Math.max(1, Math.floor(rows / SAMPLED_ROWS));
  const diagonal = Float64Array.from({ length: size }, (_, i) => covarianceOf(inverse, size, i, i));
  const both = covarianceOf(inverse, size, 0, 1);
  let products = 0;
  let squares = 0;
  const x = new Float64Array(size);
  for (let row = 0; row < rows; row += stride) {
    x.fill(0);
    const offset = design.offsets[row] as number;
    x[0] = 1;
    x[1] = offset;
    let sum = (diagonal[0] as number) + offset * offset * (diagonal[1] as number) + 2 * offset * both;
    for (const [index, { codes }] of design.fields.entries()) {
      const code = codes[row] as number;
      if (code < 0) continue;
      const column = (starts[index] as number) + code;
      x[column] = 1;
      sum += diagonal[column] as number;
    }
    let exact = 0;
    for (let i = 0; i < size; i++) {
      let part = 0;
      for (let j = 0; j <= i; j++)
        if (x[j] !== 0) part += (inverse[i * size + j] as number) * (x[j] as number);
      exact += part * part;
    }
    products += exact * sum;
    squares += sum * sum;
  }
  return squares === 0 ? 1 : products / squares;
}

/** Six digits are more than the data supports, and keep stored models small. */
const round = (value: number): number => Number(value.toPrecision(6));
