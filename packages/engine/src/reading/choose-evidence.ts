// Chooses the clause that shows an answer best, from what the detectors see in each clause and from its shape: a small layer
// of its own, because the clause that says most clearly "soon" may be the one with a date rather than the one with the best
// odds. Trained by training/train.ts on the words that people gave as evidence.

import { isAside } from '../facts/read-answers.ts';
import type { When } from '../text/when.ts';
import { BUDGET_QUESTION } from './clauses.ts';
import type { ReadClause } from './collect-features.ts';
import { scaleOdds } from './decide.ts';
import { SIGNALS } from './detectors.ts';
import evidence from './evidence.json' with { type: 'json' };

/** The detector of the answer itself, then all detectors, then the shape; the last weight is that of quoting nothing. */
const SHAPES = 13;
export const EVIDENCE_INPUTS = 1 + SIGNALS + SHAPES;

/** What the text of a clause looks like, as bits. */
export function shapeOf(clause: ReadClause, when: When, place: number, count: number): number {
  const { question, text, tokens, fact } = clause;
  const words = tokens.known.length;
  const shapes = [
    question !== null,
    place === 0,
    place === count - 1,
    /\d/.test(text),
    when !== null,
    /[?？؟]$/.test(text),
    words <= 2,
    words <= 5,
    words > 15,
    fact?.topic === 'timeline',
    fact !== null,
    question !== null && isAside(question),
    question === BUDGET_QUESTION || fact?.topic === 'budget',
  ];
  return shapes.reduce((bits, has, bit) => (has ? bits | (1 << bit) : bits), 0);
}

/** Whether the clause answers a form question: the first shape. */
export const isField = (shape: number): boolean => (shape & 1) === 1;

/** `own` is the detector of the answer. */
export function fillEvidence(inputs: Float64Array, odds: Float64Array, shape: number, own: number): void {
  inputs[0] = (odds[own] as number) / 6;
  for (let signal = 0; signal < SIGNALS; signal++) inputs[1 + signal] = scaleOdds(odds[signal] as number);
  for (let bit = 0; bit < SHAPES; bit++) inputs[1 + SIGNALS + bit] = (shape >> bit) & 1;
}

const WEIGHTS = (evidence as { readonly weights: readonly (readonly number[])[] }).weights.map((weights) =>
  Float64Array.from(weights),
);

export interface Evidence {
  /** The place of the clause; -1 if none shows the answer. */
  readonly place: number;
  /** How likely it is the one that people would quote. */
  readonly share: number;
}

/** `question` is the number of the question, or their count for the ask. */
export function chooseEvidence(
  question: number,
  own: number,
  clauses: readonly Float64Array[],
  shapes: readonly number[],
): Evidence {
  const weights = WEIGHTS[question] as Float64Array;
  let place = -1;
  let most = weights[EVIDENCE_INPUTS] ?? Number.NEGATIVE_INFINITY;
  /** Of all choices, relative to the best one. */
  let total = most === Number.NEGATIVE_INFINITY ? 0 : 1;
  for (let at = 0; at < shapes.length; at++) {
    const sum = weighEvidence(weights, clauses[at] as Float64Array, shapes[at] as number, own);
    if (sum > most) {
      total = total * Math.exp(most - sum) + 1;
      place = at;
      most = sum;
    } else total += Math.exp(sum - most);
  }
  return { place, share: 1 / total };
}

/** The weighted sum of what fillEvidence fills in, without the inputs that are 0. */
function weighEvidence(weights: Float64Array, odds: Float64Array, shape: number, own: number): number {
  let sum = (weights[0] as number) * ((odds[own] as number) / 6);
  for (let signal = 0; signal < SIGNALS; signal++) {
    const scaled = scaleOdds(odds[signal] as number);
    if (scaled !== 0) sum += (weights[1 + signal] as number) * scaled;
  }
  for (let bit = 0; bit < SHAPES; bit++)
    if (((shape >> bit) & 1) === 1) sum += weights[1 + SIGNALS + bit] as number;
  return sum;
}
