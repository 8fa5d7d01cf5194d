// The gate: decides whether what can be learned from the outcomes so far may go live. Everything is judged on the latest
// outcomes by models that were trained on earlier ones only.

import { type Compared, compare } from './compare.ts';
import { predictLogits, predictRows } from './encode.ts';
import type { LeadTable } from './lead-table.ts';
import { toProbability } from './logistic.ts';
import type { Model } from './model.ts';
import { calibrate, type Trained, type TrainingSet, train } from './train.ts';
import type { Comparison, Verdict } from './verdict.ts';

/** The share of outcomes, the latest ones, that models are judged on. */
const JUDGED_SHARE = 0.3;
const MIN_OUTCOMES = 40;
/** Of each kind, among those that are judged. */
const MIN_OF_A_KIND = 5;
/** A model is judged again with every training, so chance gets many tries: the bar is far above one in twenty. */
const LIVE_CERTAINTY = 0.998;
const MIN_GAIN = 0.002;
const CALIBRATED_CERTAINTY = 0.98;
/** Retiring a good model costs little, because it can come back; keeping a bad one costs every day. */
const RETIRE_CERTAINTY = 0.8;
const MIN_SINCE_TRAINED = 15;
const SLIP_WINDOWS = [30, 80, 300];

export interface JudgeOptions {
  /** All outcomes in the order of time. */
  readonly rows: Uint32Array;
  readonly table: LeadTable;
  /** Training data up to, not including, a position in `rows`. */
  readonly before: (end: number) => TrainingSet;
  /** The model that is live now, if one is. */
  readonly live: Model | null;
  readonly seed: number;
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

export function judge(options: JudgeOptions, heldOut: HeldOut | null = holdOut(options)): Verdict {
  const { rows, table, live } = options;
  const slipped = live === null ? null : findSlip(live, options);
  if (heldOut === null) return slipped ?? tooFew(rows, rows.subarray(firstJudged(rows)), table);
  const { judged, set, candidate, rules } = heldOut;
  const isAgainstLive = live !== null && slipped === null;
  const unseen = isAgainstLive ? rowsAfter(live, table, judged) : judged;
  if (isAgainstLive && !(unseen.length >= MIN_SINCE_TRAINED && hasBothKinds(unseen, table)))
    return {
      decision: 'wait',
      code: 'too_few_outcomes',
      text: `The live model has already learned from all but ${count(unseen.length)}. There is nothing new to judge by.`,
      missing: MIN_SINCE_TRAINED - Math.min(MIN_SINCE_TRAINED - 1, unseen.length),
      comparison: null,
    };
  const current = isAgainstLive ? predictRows(live, table, unseen) : predict(rules, set, judged);
  const compared = compare(
    isAgainstLive ? 'live model' : 'rules',
    outcomesOf(table, unseen),
    candidate.subarray(judged.length - unseen.length),
    current,
    { seed: options.seed, certainty: LIVE_CERTAINTY },
  );
  if (compared.isBeyondNoise && compared.gain >= MIN_GAIN) return beatsCurrent(compared);
  if (slipped !== null) return slipped;
  const stated = judged.length === 0 || live !== null ? null : judgeCalibration(rules, set, judged, options);
  return stated ?? waits(compared, rows.length);
}

/** Null unless the live model does worse than the rules on the latest outcomes that it hasn't seen. */
export function findSlip(
  live: Model,
  { rows, table, before, seed }: Omit<JudgeOptions, 'live'>,
): Verdict | null {
  const unseen = rowsAfter(live, table, rows);
  if (live.fields.length === 0 || unseen.length < MIN_SINCE_TRAINED) return null;
  const set = before(rows.length - unseen.length);
  const rules = predict(calibrate(set), set, unseen);
  const shown = predictRows(live, table, unseen);
  // A sudden change shows in the latest few, a slow one only in many.
  for (const window of SLIP_WINDOWS) {
    const from = Math.max(0, unseen.length - window);
    const compared = compare(
      'live model',
      outcomesOf(table, unseen.subarray(from)),
      rules.subarray(from),
      shown.subarray(from),
      { seed, certainty: RETIRE_CERTAINTY },
    );
    if (compared.isBeyondNoise)
      return {
        decision: 'retire',
        code: 'live_model_slipped',
        text: `On the latest ${count(compared.outcomes)}, which it hasn't seen, the live model predicts worse than the rules alone.`,
        missing: null,
        comparison: toComparison(compared),
      };
  }
  return null;
}

function judgeCalibration(
  rules: Trained,
  set: TrainingSet,
  judged: Uint32Array,
  { table, seed }: JudgeOptions,
): Verdict | null {
  const stated = Float64Array.from(judged, (row) =>
    toProbability(set.stated(table.ruleScores[row] as number)),
  );
  const compared = compare('rules', outcomesOf(table, judged), predict(rules, set, judged), stated, {
    seed,
    certainty: CALIBRATED_CERTAINTY,
  });
  if (!compared.isBeyondNoise) return null;
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
  const ranking =
    auc === null || before === null ? '' : ` (AUC ${auc.toFixed(2)}, before ${before.toFixed(2)})`;
  return {
    decision: 'live',
    code: 'beats_current',
    text: `On the latest ${count(outcomes)}, ${nameCandidate(against)} predicts better than ${nameCurrent(against)}${ranking}.`,
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

const toComparison = ({ isBeyondNoise: _, deviation: __, ...comparison }: Compared): Comparison => comparison;

const nameCandidate = (against: Compared['against']): string =>
  against === 'rules' ? 'the model' : 'the new model';

const nameCurrent = (against: Comparison['against']): string =>
  against === 'rules' ? 'the rules alone' : 'the live model';

const count = (number: number, more = ''): string =>
  `${number} ${more}${number === 1 ? 'outcome' : 'outcomes'}`;

/** To two digits. */
function roundUp(number: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(number)) - 1);
  return Math.ceil(number / unit) * unit;
}

const firstJudged = (rows: Uint32Array): number => Math.ceil(rows.length * (1 - JUDGED_SHARE));

function rowsAfter({ until }: Model, { times }: LeadTable, rows: Uint32Array): Uint32Array {
  const last = until === null ? Number.POSITIVE_INFINITY : Date.parse(until);
  const first = rows.findIndex((row) => (times[row] as number) > last);
  return first < 0 ? rows.subarray(rows.length) : rows.subarray(first);
}

const predict = (trained: Trained, { table, stated }: TrainingSet, rows: Uint32Array): Float64Array =>
  predictLogits(trained, stated, table, rows).map(toProbability);

const outcomesOf = ({ outcomes }: LeadTable, rows: Uint32Array): Float64Array =>
  Float64Array.from(rows, (row) => outcomes[row] as number);

function hasBothKinds(rows: Uint32Array, { outcomes }: LeadTable): boolean {
  let won = 0;
  for (const row of rows) won += outcomes[row] as number;
  return won >= MIN_OF_A_KIND && rows.length - won >= MIN_OF_A_KIND;
}
