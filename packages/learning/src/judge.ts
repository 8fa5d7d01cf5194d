// The gate: decides whether what can be learned from the outcomes so far may go live. Everything is judged on the latest
// outcomes by models that were trained on earlier ones only.

import { type CheckOptions, findFault, MIN_SINCE_TRAINED } from './check-live.ts';
import { type Compared, compare } from './compare.ts';
import { predictRows } from './encode.ts';
import { percent } from './find-leaks.ts';
import {
  baseRateOf,
  count,
  hasBothKinds,
  MIN_OF_A_KIND,
  nameCurrent,
  outcomesOf,
  predict,
  rowsAfter,
  toComparison,
} from './judged-rows.ts';
import type { LeadTable } from './lead-table.ts';
import { toProbability } from './logistic.ts';
import { logLoss } from './metrics.ts';
import type { Model } from './model.ts';
import { calibrate, type Trained, type TrainingSet, train } from './train.ts';
import type { Comparison, Verdict } from './verdict.ts';

/** The share of outcomes, the latest ones, that models are judged on. */
const JUDGED_SHARE = 0.3;
const MIN_OUTCOMES = 40;
/** A model is judged again with every training, so chance gets many tries: the bar is far above one in twenty. */
const LIVE_CERTAINTY = 0.998;
const MIN_GAIN = 0.002;
const CALIBRATED_CERTAINTY = 0.98;

export interface JudgeOptions extends CheckOptions {
  /** The model that is live now, if one is. */
  readonly live: Model | null;
}

/** The latest outcomes, and what models that were trained on the earlier ones predict for them. */
export interface HeldOut {
  readonly judged: Uint32Array;
  readonly set: TrainingSet;
  readonly candidate: Float64Array;
  readonly rules: Trained;
}

/** Null with too few outcomes to judge anything by. */
export function holdOut({
  rows,
  table,
  before,
}: Pick<JudgeOptions, 'rows' | 'table' | 'before'>): HeldOut | null {
  const end = firstJudged(rows);
  const judged = rows.subarray(end);
  if (rows.length < MIN_OUTCOMES || !hasBothKinds(judged, table)) return null;
  const set = before(end);
  return { judged, set, candidate: predict(train(set), set, judged), rules: calibrate(set) };
}

export function judge(options: JudgeOptions, heldOut: HeldOut | null): Verdict {
  const { rows, table, live } = options;
  const fault = live === null ? null : findFault(live, options);
  if (heldOut === null) return fault ?? tooFew(rows, rows.subarray(firstJudged(rows)), table);
  const { judged, set, candidate, rules } = heldOut;
  const isAgainstLive = live !== null && fault === null;
  const unseen = isAgainstLive ? rowsAfter(live, table, judged) : judged;
  if (isAgainstLive && !(unseen.length >= MIN_SINCE_TRAINED && hasBothKinds(unseen, table)))
    return {
      decision: 'wait',
      code: 'too_few_outcomes',
      text: `The live model has already learned from all but ${count(unseen.length)}. There is nothing new to judge by.`,
      missing: MIN_SINCE_TRAINED - Math.min(MIN_SINCE_TRAINED - 1, unseen.length),
      comparison: null,
    };
  const outcomes = outcomesOf(table, unseen);
  const predicted = candidate.subarray(judged.length - unseen.length);
  const compareWith = (against: Comparison['against'], current: Float64Array): Compared =>
    compare(against, outcomes, predicted, current, { seed: options.seed, certainty: LIVE_CERTAINTY });
  const compared = isAgainstLive
    ? compareWith('live model', predictRows(live, table, unseen))
    : compareWith('rules', predict(rules, set, judged));
  const toWinRate = compareWith('win rate', new Float64Array(unseen.length).fill(baseRateOf(set)));
  if (isBetter(compared) && isBetter(toWinRate)) return beatsCurrent(compared);
  if (fault !== null) return fault;
  const stated = live === null ? judgeCalibration(rules, set, judged, options) : null;
  return stated ?? waits(isBetter(compared) ? toWinRate : compared, rows.length);
}

const isBetter = ({ isBeyondNoise, gain }: Compared): boolean => isBeyondNoise && gain >= MIN_GAIN;

function judgeCalibration(
  rules: Trained,
  set: TrainingSet,
  judged: Uint32Array,
  { table, seed }: JudgeOptions,
): Verdict | null {
  const stated = Float64Array.from(judged, (row) =>
    toProbability(set.stated(table.ruleScores[row] as number)),
  );
  const outcomes = outcomesOf(table, judged);
  const fitted = predict(rules, set, judged);
  const compared = compare('rules', outcomes, fitted, stated, { seed, certainty: CALIBRATED_CERTAINTY });
  // Where the rules say nothing, both predict the same, so a tie is enough.
  const winRate = new Float64Array(judged.length).fill(baseRateOf(set));
  const isWorseThanWinRate = logLoss(fitted, outcomes) > logLoss(winRate, outcomes) + MIN_GAIN;
  if (!compared.isBeyondNoise || isWorseThanWinRate) return null;
  return {
    decision: 'calibrated',
    code: 'beats_stated',
    text: `Nothing beyond the rules is certain yet, so scores stay as they are. The chance of closing measured here fits the latest ${count(judged.length)} better than the stated one.`,
    missing: null,
    comparison: toComparison(compared),
  };
}

function beatsCurrent(compared: Compared): Verdict {
  const { against, outcomes, auc, auc_current: before } = compared;
  const current = nameCurrent(against);
  const ranking =
    auc === null || before === null
      ? ''
      : `: it ranks a won lead above a lost one ${percent(auc)} of the time, ${current} ${percent(before)}`;
  return {
    decision: 'live',
    code: 'beats_current',
    text: `On the latest ${count(outcomes)}, ${nameCandidate(against)} predicts better than ${current} and than the win rate alone${ranking}.`,
    missing: null,
    comparison: toComparison(compared),
  };
}

/** Two-sided LIVE_CERTAINTY in standard deviations. */
const LIVE_Z = 3.09;
const MAX_MISSING = 20_000;

function waits(compared: Compared, total: number): Verdict {
  const { against, outcomes, gain, deviation } = compared;
  const current = nameCurrent(against);
  if (gain < MIN_GAIN)
    return {
      decision: 'wait',
      code: 'no_gain',
      text: `On the latest ${count(outcomes)}, ${nameCandidate(against)} predicts no better than ${current}.`,
      missing: null,
      comparison: toComparison(compared),
    };
  const needed = ((LIVE_Z * deviation) / gain) ** 2 / JUDGED_SHARE;
  const missing = roundUp(Math.max(10, needed - total));
  return {
    decision: 'wait',
    code: 'within_noise',
    text: `On the latest ${count(outcomes)}, ${nameCandidate(against)} looks better than ${current}, but that may be chance.${
      missing > MAX_MISSING ? '' : ` About ${count(missing, 'more ')} should settle it.`
    }`,
    missing: missing > MAX_MISSING ? null : missing,
    comparison: toComparison(compared),
  };
}

function tooFew(rows: Uint32Array, judged: Uint32Array, table: LeadTable): Verdict {
  const won = outcomesOf(table, judged).reduce((sum, outcome) => sum + outcome, 0);
  const rarest = Math.min(won, judged.length - won);
  const byKind =
    rarest >= MIN_OF_A_KIND
      ? 0
      : (rows.length * (MIN_OF_A_KIND - rarest)) / Math.max(rarest, MIN_OF_A_KIND / 2);
  const missing = roundUp(Math.max(MIN_OUTCOMES - rows.length, byKind, 1));
  return {
    decision: 'wait',
    code: 'too_few_outcomes',
    text: `Too few outcomes to judge by: it takes ${MIN_OUTCOMES}, and ${MIN_OF_A_KIND} won and ${MIN_OF_A_KIND} lost among the latest 30%. About ${count(missing, 'more ')} are missing.`,
    missing,
    comparison: null,
  };
}

const nameCandidate = (against: Compared['against']): string =>
  against === 'live model' ? 'the new model' : 'the model';

/** To two digits. */
function roundUp(number: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(number)) - 1);
  return Math.ceil(number / unit) * unit;
}

const firstJudged = (rows: Uint32Array): number => Math.ceil(rows.length * (1 - JUDGED_SHARE));
