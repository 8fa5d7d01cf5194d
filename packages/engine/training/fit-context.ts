// Fits the second layer (src/concepts/weigh-context.ts) on the output of first-layer detectors that were not trained on
// the author of a lead. Deterministic.

import { CONCEPTS } from '../src/concepts/concepts.ts';
import { CONTEXT_INPUTS, fillInputs } from '../src/concepts/weigh-context.ts';
import type { LabelledExample } from './examples.ts';
import type { Scores } from './thresholds.ts';

const STEPS_PER_CLAUSE = 5;
const RATE = 0.1;
const SHRINK = 2e-4;

export interface ContextRow {
  readonly lead: number;
  readonly inputs: Float64Array;
  readonly answers: Int8Array;
  readonly weight: number;
}

export function makeContextRows(leads: readonly LabelledExample[], scores: readonly Scores[]): ContextRow[] {
  return leads.flatMap(({ clauses, texts, lead: whole }, lead) => {
    const { clauses: own, lead: byLead } = scores[lead] as Scores;
    const odds = own.map((one) => Float64Array.from(one));
    const leadOdds = Float64Array.from(byLead);
    return clauses.map(({ answers }, index) => {
      const inputs = new Float64Array(CONTEXT_INPUTS);
      fillInputs(inputs, odds, index, leadOdds, texts[index]?.question !== null);
      return { lead, inputs, answers, weight: whole.weight };
    });
  });
}

/** The layer learns best with odds centred on even; afterwards they are shifted so that certain absence is 0. */
const EVEN = 2;
const ODDS_INPUTS = CONTEXT_INPUTS - 2;
const BIAS = CONTEXT_INPUTS - 1;

/** One row of weights per concept. */
export function fitContext(given: readonly ContextRow[]): Float64Array {
  const rows = given.map((row) => ({
    ...row,
    inputs: row.inputs.map((value, at) => (at < ODDS_INPUTS ? value - EVEN : value)),
  }));
  const all = new Float64Array(CONCEPTS.length * CONTEXT_INPUTS);
  CONCEPTS.forEach((_, concept) => {
    const weights = new Float64Array(CONTEXT_INPUTS);
    const squares = new Float64Array(CONTEXT_INPUTS).fill(1e-3);
    weights[concept] = 2;
    let state = 20_261_116;
    for (let step = 0; step < rows.length * STEPS_PER_CLAUSE; step++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      const { inputs, answers, weight } = rows[state % rows.length] as ContextRow;
      let sum = 0;
      for (let at = 0; at < CONTEXT_INPUTS; at++) sum += (weights[at] as number) * (inputs[at] as number);
      const slope = (1 / (1 + Math.exp(-sum)) - ((answers[concept] as number) > 0 ? 1 : 0)) * weight;
      if (Math.abs(slope) < 1e-3) continue;
      for (let at = 0; at < CONTEXT_INPUTS; at++) {
        const change = slope * (inputs[at] as number) + SHRINK * (weights[at] as number);
        const square = (squares[at] as number) + change * change;
        squares[at] = square;
        weights[at] = (weights[at] as number) - (RATE * change) / Math.sqrt(square);
      }
    }
    const rounded = weights.map((weight) => Math.round(weight * 100) / 100);
    const shift = rounded.subarray(0, ODDS_INPUTS).reduce((sum, weight) => sum + weight * EVEN, 0);
    rounded[BIAS] = Math.round(((rounded[BIAS] as number) - shift) * 100) / 100;
    all.set(rounded, concept * CONTEXT_INPUTS);
  });
  return all;
}

export function weighRow(weights: Float64Array, { inputs }: ContextRow): number[] {
  return CONCEPTS.map((_, concept) => {
    let sum = 0;
    for (let at = 0; at < CONTEXT_INPUTS; at++)
      sum += (weights[concept * CONTEXT_INPUTS + at] as number) * (inputs[at] as number);
    return sum;
  });
}
