// From leads with outcomes to a model and a verdict on it.

import { ENGINE_VERSION } from '@leadline/engine';
import { findFault } from './check-live.ts';
import { NotConverged } from './fit.ts';
import { holdOut, judge } from './judge.ts';
import type { LeadTable } from './lead-table.ts';
import { MODEL_FORMAT, type Model, type ModelContent, type Recency } from './model.ts';
import { readStoredModel, versionOf } from './read-model.ts';
import { type Report, reportOn } from './report.ts';
import { logitAt, type StatedCurve, statedCurve } from './stated-prior.ts';
import { calibrate, type Trained, type TrainingSet, train } from './train.ts';
import type { Verdict } from './verdict.ts';

export interface TrainOptions {
  /** Null to let all outcomes count the same. Without dates, they always do. */
  readonly recency?: Recency | null;
  /** Learn only from outcomes known by then, as if it were that day. */
  readonly asOf?: Date;
}

export interface LearnOptions extends TrainOptions {
  /** The model that is live now. A new one must beat it. */
  readonly live?: Model | null;
  readonly seed?: number;
}

export interface LearnResult {
  readonly outcomes: number;
  readonly won: number;
  readonly verdict: Verdict;
  readonly report: Report;
  /** Null if the training didn't converge. */
  readonly model: Model | null;
  /** Without learned points: only the chance of closing, fitted to the account. For the decision `calibrated`. */
  readonly calibration: Model | null;
}

/** Had the lowest log-loss on most of five public data sets when retrained as outcomes came in; not tuned further. */
export const DEFAULT_RECENCY: Recency = { window: 5_000, half_life: 1_500 };

/** A model without a verdict, in half the time. Throws `NotConverged`. */
export function trainModel(table: LeadTable, options: TrainOptions = {}): Model {
  const prepared = prepare(table, options);
  return finish(prepared, train(prepared.set), null);
}

export function learn(table: LeadTable, options: LearnOptions = {}): LearnResult {
  const { live = null, seed = 1 } = options;
  const prepared = prepare(table, options);
  const { set } = prepared;
  const counts = { outcomes: set.rows.length, won: countWon(set) };
  try {
    const heldOut = holdOut(prepared);
    const verdict = judge({ ...prepared, live, seed }, heldOut);
    const model = finish(prepared, train(set), verdict);
    const calibration = finish(prepared, calibrate(set), verdict);
    return { ...counts, verdict, report: reportOn(model, table, heldOut, seed), model, calibration };
  } catch (error) {
    if (!(error instanceof NotConverged)) throw error;
    const verdict = live === null ? null : checkLive(table, live, options);
    return {
      ...counts,
      verdict: verdict ?? NOT_CONVERGED,
      report: { held_out: null, learned: [], left_out: [] },
      model: null,
      calibration: null,
    };
  }
}

const NOT_CONVERGED: Verdict = {
  decision: 'wait',
  code: 'not_converged',
  text: 'The training did not arrive at a usable model, so nothing was published. It is tried again after new outcomes.',
  missing: null,
  comparison: null,
};

/** Whether the live model must be retired; null if not. Much cheaper than learning, so it can run often. */
export function checkLive(
  table: LeadTable,
  live: Model,
  options: Pick<LearnOptions, 'recency' | 'asOf' | 'seed'> = {},
): Verdict | null {
  try {
    return findFault(live, { ...prepare(table, options), seed: options.seed ?? 1 });
  } catch (error) {
    if (error instanceof NotConverged) return null;
    throw error;
  }
}

interface Prepared {
  readonly table: LeadTable;
  /** All outcomes in the order of time. */
  readonly rows: Uint32Array;
  readonly curve: StatedCurve;
  readonly recency: Recency | null;
  readonly hasTimes: boolean;
  readonly before: (end: number) => TrainingSet;
  /** All that a model published today learns from. */
  readonly set: TrainingSet;
}

function prepare(table: LeadTable, options: TrainOptions): Prepared {
  const rows = sortByTime(table, options.asOf);
  const hasTimes = rows.length > 0 && timeAt(table, rows[0]) !== timeAt(table, rows.at(-1));
  const recency = hasTimes ? (options.recency === undefined ? DEFAULT_RECENCY : options.recency) : null;
  const curve = statedCurve(table.settings);
  const stated = (score: number): number => logitAt(curve, score);
  const before = (end: number): TrainingSet => {
    const used = rows.subarray(Math.max(0, end - (recency?.window ?? end)), end);
    return { table, rows: used, weights: weighByAge(used.length, recency), stated };
  };
  return { table, rows, curve, recency, hasTimes, before, set: before(rows.length) };
}

const timeAt = ({ times }: LeadTable, row: number | undefined): number => times[row ?? -1] ?? 0;

/** Leads of the same time stay in the order in which they were added. */
function sortByTime({ size, times }: LeadTable, asOf: Date | undefined): Uint32Array {
  const last = asOf?.getTime() ?? Number.POSITIVE_INFINITY;
  const rows = Array.from({ length: size }, (_, row) => row).filter((row) => (times[row] as number) <= last);
  return Uint32Array.from(rows.sort((a, b) => (times[a] as number) - (times[b] as number)));
}

function weighByAge(count: number, recency: Recency | null): Float64Array {
  return Float64Array.from({ length: count }, (_, at) =>
    recency === null ? 1 : 2 ** -((count - 1 - at) / recency.half_life),
  );
}

const countWon = ({ table, rows }: TrainingSet): number =>
  rows.reduce((sum, row) => sum + (table.outcomes[row] as number), 0);

function finish(
  { table, set, curve, recency, hasTimes }: Prepared,
  trained: Trained,
  verdict: Verdict | null,
): Model {
  const { rows } = set;
  const isoOf = (row: number | undefined): string | null =>
    hasTimes ? new Date(timeAt(table, row)).toISOString() : null;
  const content: ModelContent = {
    format: MODEL_FORMAT,
    engine_version: ENGINE_VERSION,
    settings_version: table.settings.version,
    outcomes: rows.length,
    won: countWon(set),
    from: isoOf(rows[0]),
    until: isoOf(rows.at(-1)),
    recency,
    stated: curve,
    ...trained,
    verdict,
  };
  const model = { version: versionOf(content), ...content };
  // Scoring would leave out a model with numbers beyond all bounds without a word.
  if (!readStoredModel(model).ok) throw new NotConverged();
  return model;
}
