// From leads with outcomes to a model and a verdict on it.

import { ENGINE_VERSION } from '@leadline/engine';
import { findSlip, holdOut, judge } from './judge.ts';
import type { LeadTable } from './lead-table.ts';
import { MODEL_FORMAT, type Model, type ModelContent, type Recency } from './model.ts';
import { versionOf } from './read-model.ts';
import { type Report, reportOn } from './report.ts';
import { logitAt, type StatedCurve, statedCurve } from './stated-prior.ts';
import { calibrate, type Trained, type TrainingSet, train } from './train.ts';
import type { Verdict } from './verdict.ts';

export interface LearnOptions {
  /** The model that is live now. A new one must beat it. */
  readonly live?: Model | null;
  /** Null to let all outcomes count the same. Without dates, they always do. */
  readonly recency?: Recency | null;
  /** Learn only from outcomes known by then, as if it were that day. */
  readonly asOf?: Date;
  /** False to skip the verdict, which takes about as long as the training. */
  readonly isJudged?: boolean;
  readonly seed?: number;
}

export interface LearnResult {
  readonly model: Model;
  /** Without learned points: only the chance of closing, fitted to the account. For the decision `calibrated`. */
  readonly calibration: Model;
  readonly verdict: Verdict | null;
  /** Null without a verdict. */
  readonly report: Report | null;
}

/** Had the lowest log-loss on most of five public data sets when retrained as outcomes came in; not tuned further. */
export const DEFAULT_RECENCY: Recency = { window: 5_000, half_life: 1_500 };

export function learn(table: LeadTable, options: LearnOptions = {}): LearnResult {
  const { live = null, isJudged = true, seed = 1 } = options;
  const { rows, curve, recency, hasTimes, before } = prepare(table, options);
  const heldOut = isJudged ? holdOut({ rows, table, before }) : null;
  const verdict = isJudged ? judge({ rows, table, before, live, seed }, heldOut) : null;
  const set = before(rows.length);
  const toModel = (trained: Trained): Model => finish({ trained, set, curve, recency, hasTimes, verdict });
  const model = toModel(train(set));
  return {
    model,
    calibration: toModel(calibrate(set)),
    verdict,
    report: isJudged ? reportOn(model, table, heldOut, seed) : null,
  };
}

/** Whether the live model has become worse than the rules; null if not. Much cheaper than learning, so it can run often. */
export function checkLive(
  table: LeadTable,
  live: Model,
  options: Pick<LearnOptions, 'recency' | 'asOf' | 'seed'> = {},
): Verdict | null {
  const { rows, before } = prepare(table, options);
  return findSlip(live, { rows, table, before, seed: options.seed ?? 1 });
}

interface Prepared {
  /** All outcomes in the order of time. */
  readonly rows: Uint32Array;
  readonly curve: StatedCurve;
  readonly recency: Recency | null;
  readonly hasTimes: boolean;
  readonly before: (end: number) => TrainingSet;
}

function prepare(table: LeadTable, options: Pick<LearnOptions, 'recency' | 'asOf'>): Prepared {
  const rows = sortByTime(table, options.asOf);
  const hasTimes = rows.length > 0 && timeAt(table, rows[0]) !== timeAt(table, rows.at(-1));
  const recency = hasTimes ? (options.recency === undefined ? DEFAULT_RECENCY : options.recency) : null;
  const curve = statedCurve(table.settings);
  const stated = (score: number): number => logitAt(curve, score);
  const before = (end: number): TrainingSet => {
    const used = rows.subarray(Math.max(0, end - (recency?.window ?? end)), end);
    return { table, rows: used, weights: weighByAge(used.length, recency), stated };
  };
  return { rows, curve, recency, hasTimes, before };
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

function finish({
  trained,
  set: { table, rows },
  curve,
  recency,
  hasTimes,
  verdict,
}: {
  readonly trained: Trained;
  readonly set: TrainingSet;
  readonly curve: StatedCurve;
  readonly recency: Recency | null;
  readonly hasTimes: boolean;
  readonly verdict: Verdict | null;
}): Model {
  const isoOf = (row: number | undefined): string | null =>
    hasTimes ? new Date(timeAt(table, row)).toISOString() : null;
  const content: ModelContent = {
    format: MODEL_FORMAT,
    engine_version: ENGINE_VERSION,
    settings_version: table.settings.version,
    outcomes: rows.length,
    won: rows.reduce((sum, row) => sum + (table.outcomes[row] as number), 0),
    from: isoOf(rows[0]),
    until: isoOf(rows.at(-1)),
    recency,
    stated: curve,
    ...trained,
    verdict,
  };
  return { version: versionOf(content), ...content };
}
