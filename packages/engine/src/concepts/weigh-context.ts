// Weighs each clause in the context of its lead: "call me today" is urgent in an inquiry but means nothing in a pitch.
// This is a small second layer on top of the detectors' output for the clause, the other clauses and the whole lead.

import { CONCEPTS, LEAD_COLUMNS } from './concepts.ts';
import context from './context.json' with { type: 'json' };

const CONCEPT_COUNT = CONCEPTS.length;
/** The clause, the best of the other clauses, the lead, whether the clause is an answer, and a bias. */
export const CONTEXT_INPUTS = 2 * CONCEPT_COUNT + LEAD_COLUMNS + 2;
const OTHERS = CONCEPT_COUNT;
const LEAD = 2 * CONCEPT_COUNT;
const IS_ANSWER = CONTEXT_INPUTS - 2;
const BIAS = CONTEXT_INPUTS - 1;

/** Certainty beyond this adds nothing. Inputs are scaled so that 0 means certainly absent, which is the common case and
 * costs nothing. */
const MAX_ODDS = 6;
const SCALE = 1 / 3;
const scaleOdds = (odds: number): number =>
  odds <= -MAX_ODDS ? 0 : (Math.min(MAX_ODDS, odds) + MAX_ODDS) * SCALE;

/** The inputs of one clause, for training. */
export function fillInputs(
  inputs: Float64Array,
  clauses: readonly Float64Array[],
  index: number,
  lead: Float64Array,
  isAnswer: boolean,
): void {
  const own = clauses[index] as Float64Array;
  for (let concept = 0; concept < CONCEPT_COUNT; concept++) {
    inputs[concept] = scaleOdds(own[concept] as number);
    let best = -MAX_ODDS;
    for (let other = 0; other < clauses.length; other++) {
      const odds = (clauses[other] as Float64Array)[concept] as number;
      if (other !== index && odds > best) best = odds;
    }
    inputs[OTHERS + concept] = scaleOdds(best);
  }
  for (let sign = 0; sign < LEAD_COLUMNS; sign++) inputs[LEAD + sign] = scaleOdds(lead[sign] as number);
  inputs[IS_ANSWER] = isAnswer ? 1 : 0;
  inputs[BIAS] = 1;
}

/** Ordered by input, then by concept, so that each input reads contiguous memory. */
const WEIGHTS = transpose((context as { readonly weights: readonly number[] }).weights);

function transpose(byConcept: readonly number[]): Float64Array {
  const byInput = new Float64Array(CONCEPT_COUNT * CONTEXT_INPUTS);
  for (let concept = 0; concept < CONCEPT_COUNT; concept++) {
    for (let input = 0; input < CONTEXT_INPUTS; input++)
      byInput[input * CONCEPT_COUNT + concept] = byConcept[concept * CONTEXT_INPUTS + input] as number;
  }
  return byInput;
}

function addInput(result: Float64Array, input: number, value: number): void {
  if (value === 0) return;
  const start = input * CONCEPT_COUNT;
  for (let concept = 0; concept < CONCEPT_COUNT; concept++)
    result[concept] = (result[concept] as number) + (WEIGHTS[start + concept] as number) * value;
}

/** The part that is the same for every clause of a lead, computed once. */
const shared = new Float64Array(CONCEPT_COUNT);
const best = new Float64Array(CONCEPT_COUNT);
const second = new Float64Array(CONCEPT_COUNT);
const holder = new Int32Array(CONCEPT_COUNT);

/** Call this before weighing the clauses of a lead; only the first `count` of `clauses` belong to it. */
export function beginContext(clauses: readonly Float64Array[], count: number, lead: Float64Array): void {
  best.fill(-MAX_ODDS);
  second.fill(-MAX_ODDS);
  holder.fill(-1);
  for (let index = 0; index < count; index++) {
    const own = clauses[index] as Float64Array;
    for (let concept = 0; concept < CONCEPT_COUNT; concept++) {
      const odds = own[concept] as number;
      if (odds > (best[concept] as number)) {
        second[concept] = best[concept] as number;
        best[concept] = odds;
        holder[concept] = index;
      } else if (odds > (second[concept] as number)) second[concept] = odds;
    }
  }
  shared.fill(0);
  addInput(shared, BIAS, 1);
  for (let sign = 0; sign < LEAD_COLUMNS; sign++)
    addInput(shared, LEAD + sign, scaleOdds(lead[sign] as number));
  for (let concept = 0; concept < CONCEPT_COUNT; concept++)
    addInput(shared, OTHERS + concept, scaleOdds(best[concept] as number));
}

/** Log-odds of every concept in a clause, given its lead. */
export function weighInContext(
  result: Float64Array,
  own: Float64Array,
  index: number,
  isAnswer: boolean,
): void {
  result.set(shared);
  if (isAnswer) addInput(result, IS_ANSWER, 1);
  for (let concept = 0; concept < CONCEPT_COUNT; concept++) {
    addInput(result, concept, scaleOdds(own[concept] as number));
    // If this clause is the best of all, the best of the others is the second best.
    if (holder[concept] === index)
      addInput(
        result,
        OTHERS + concept,
        scaleOdds(second[concept] as number) - scaleOdds(best[concept] as number),
      );
  }
}
