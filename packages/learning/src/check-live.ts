// Whether the live model still does what it went live for. If not, it is retired with a reason.

import { compare } from './compare.ts';
import { predictRows } from './encode.ts';
import {
  baseRateOf,
  count,
  hasBothKinds,
  nameCurrent,
  outcomesOf,
  predict,
  rowsAfter,
  toComparison,
} from './judged-rows.ts';
import type { LeadTable } from './lead-table.ts';
import type { Model } from './model.ts';
import { calibrate, type TrainingSet } from './train.ts';
import type { Comparison, Verdict } from './verdict.ts';

/** Retiring a good model costs little, because it can come back; keeping a bad one costs every day. */
const RETIRE_CERTAINTY = 0.8;
/** The win rate is the same for all leads, so a short run of luck favors it more often than the rules. */
const BASE_RATE_CERTAINTY = 0.98;
export const MIN_SINCE_TRAINED = 15;
const SLIP_WINDOWS = [30, 80, 300];

export interface CheckOptions {
  /** All outcomes in the order of time. */
  readonly rows: Uint32Array;
  readonly table: LeadTable;
  /** Training data up to, not including, a position in `rows`. */
  readonly before: (end: number) => TrainingSet;
  readonly seed: number;
}

/** Null unless the live model must be retired. Throws `NotConverged` if the rules can't be fitted. */
export const findFault = (live: Model, options: CheckOptions): Verdict | null =>
  findDegeneration(live, options) ?? findSlip(live, options);

/** Null unless the live model does worse than the rules or the win rate on the latest outcomes that it hasn't seen. */
function findSlip(live: Model, { rows, table, before, seed }: CheckOptions): Verdict | null {
  const unseen = rowsAfter(live, table, rows);
  if (live.fields.length === 0 || unseen.length < MIN_SINCE_TRAINED) return null;
  const set = before(rows.length - unseen.length);
  const shown = predictRows(live, table, unseen);
  const rules = predict(calibrate(set), set, unseen);
  const baseRate = new Float64Array(unseen.length).fill(baseRateOf(set));
  // A sudden change shows in the latest few, a slow one only in many.
  for (const window of SLIP_WINDOWS) {
    const from = Math.max(0, unseen.length - window);
    const latest = unseen.subarray(from);
    const isWorseThan = (better: Float64Array, certainty: number) =>
      compare('live model', outcomesOf(table, latest), better.subarray(from), shown.subarray(from), {
        seed,
        certainty,
      });
    const toRules = isWorseThan(rules, RETIRE_CERTAINTY);
    if (toRules.isBeyondNoise) return slipped('rules', toComparison(toRules));
    // With one kind of outcome, any constant close to it wins.
    if (!hasBothKinds(latest, table)) continue;
    const toBaseRate = isWorseThan(baseRate, BASE_RATE_CERTAINTY);
    if (toBaseRate.isBeyondNoise) return slipped('win rate', toComparison(toBaseRate));
  }
  return null;
}

const slipped = (than: 'rules' | 'win rate', comparison: Comparison): Verdict => ({
  decision: 'retire',
  code: 'live_model_slipped',
  text: `On the latest ${count(comparison.outcomes)}, which it hasn't seen, the live model predicts worse than ${nameCurrent(than)}.`,
  missing: null,
  comparison,
});

const MAX_LATEST = 300;
const MIN_LATEST = 30;

/** Null unless the chances that the live model gives to the latest leads can't be right, whether it has seen them or not. */
function findDegeneration(live: Model, options: CheckOptions): Verdict | null {
  const problem = describeDegeneration(live, options);
  if (problem === null) return null;
  return degenerate(`The live model ${problem}.`);
}

/** For a live model that can't be read: scoring leaves it out, so it is live in name only. */
export const retireUnreadable = (problem: string): Verdict =>
  degenerate(`The live model can't be used: ${problem}.`);

const degenerate = (text: string): Verdict => ({
  decision: 'retire',
  code: 'live_model_degenerate',
  text,
  missing: null,
  comparison: null,
});

function describeDegeneration(live: Model, { table, rows }: CheckOptions): string | null {
  const latest = rows.subarray(Math.max(0, rows.length - MAX_LATEST));
  if (latest.length < MIN_LATEST) return null;
  const chances = predictRows(live, table, latest);
  const outcomes = outcomesOf(table, latest);
  const named = `the latest ${latest.length} leads`;
  const unusable = chances.filter((chance) => !Number.isFinite(chance)).length;
  if (unusable > 0) return `gives no chance of closing to ${unusable} of ${named}`;
  const least = Math.min(...chances);
  if (live.fields.length > 0 && Math.max(...chances) - least < SAME)
    return `gives each of ${named} the same chance of closing, ${percent(least)}, whatever they answered`;
  return describeExpectation(chances, outcomes, named) ?? describeCertainty(chances, outcomes, named);
}

const SAME = 1e-4;

/** Far more than win rates change by themselves: beyond five standard deviations, and three times the odds. */
const MAX_DEVIATIONS = 5;
const MAX_ODDS_RATIO = 3;

function describeExpectation(chances: Float64Array, outcomes: Float64Array, named: string): string | null {
  const won = sum(outcomes);
  const expected = sum(chances);
  const deviation = Math.sqrt(sum(chances.map((chance) => chance * (1 - chance))) + 1);
  const oddsOf = (wins: number): number => (wins + 1) / (outcomes.length - wins + 1);
  const ratio = Math.abs(Math.log(oddsOf(won) / oddsOf(expected)));
  return Math.abs(won - expected) > MAX_DEVIATIONS * deviation && ratio > Math.log(MAX_ODDS_RATIO)
    ? `expected ${Math.round(expected)} of ${named} to be won, but ${won} were`
    : null;
}

const CERTAIN = 0.999;
const MAX_WRONG_SHARE = 0.01;
const MIN_WRONG = 3;

function describeCertainty(chances: Float64Array, outcomes: Float64Array, named: string): string | null {
  let certain = 0;
  let wrong = 0;
  for (const [at, chance] of chances.entries()) {
    const given = outcomes[at] === 1 ? chance : 1 - chance;
    if (given >= CERTAIN || given <= 1 - CERTAIN) certain++;
    if (given <= 1 - CERTAIN) wrong++;
  }
  return wrong >= MIN_WRONG && wrong > MAX_WRONG_SHARE * certain
    ? `was certain about ${certain} of ${named}, and wrong about ${wrong} of those`
    : null;
}

const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);
const percent = (share: number): string => `${Math.round(1000 * share) / 10}%`;
