// Lives through an account's outcomes: trains whenever some have come in, lets the gate decide, scores what comes next, and
// keeps checking the live model.

import { checkLive, LeadTable, learn, logLossOf, type Model, predictRows } from '@leadline/learning';
import type { SimulatedAccount } from './simulate-account.ts';

export interface LivedAccount {
  /** Outcomes that were predicted. */
  readonly predicted: number;
  /** Mean log-loss of what was shown: the live model, or else the rules. */
  readonly live: number;
  /** Mean log-loss of the rules, with their chances fitted to the account's outcomes so far. */
  readonly rules: number;
  /** How often a model with learned points went live or replaced another. */
  readonly wentLive: number;
  readonly retired: number;
  /** The share of predictions made by a live model. */
  readonly liveShare: number;
}

const FIRST_TRAINING = 10;
/** Trained again after this much growth. */
const GROWTH = 1.25;
/** How many outcomes come in between two checks of the live model. */
const CHECK_EVERY = 15;

export function liveThrough({ leads }: SimulatedAccount): LivedAccount {
  const table = new LeadTable();
  for (const decided of leads) table.add(decided);
  const trainings: number[] = [];
  for (let size = FIRST_TRAINING; size < table.size; size = Math.ceil(size * GROWTH)) trainings.push(size);
  let model: Model | null = null;
  let live = 0;
  let rules = 0;
  let byModel = 0;
  let wentLive = 0;
  let retired = 0;
  for (const [index, seen] of trainings.entries()) {
    const learned = learn(table, { live: model, asOf: new Date(table.times[seen - 1] as number) });
    if (learned.model === null || learned.calibration === null) throw new Error(learned.verdict.text);
    if (learned.verdict.decision === 'live') {
      model = learned.model;
      wentLive++;
    } else if (learned.verdict.decision === 'retire') {
      model = null;
      retired++;
    }
    const end = trainings[index + 1] ?? table.size;
    for (let from = seen; from < end; from += CHECK_EVERY) {
      const asOf = new Date(table.times[from - 1] as number);
      if (model !== null && checkLive(table, model, { asOf }) !== null) {
        model = null;
        retired++;
      }
      const next = rangeOf(from, Math.min(end, from + CHECK_EVERY));
      const byRules = predictRows(learned.calibration, table, next);
      const shown = model === null ? byRules : predictRows(model, table, next);
      for (const [at, row] of next.entries()) {
        const outcome = table.outcomes[row] as number;
        live += logLossOf(shown[at] as number, outcome);
        rules += logLossOf(byRules[at] as number, outcome);
      }
      if (model !== null) byModel += next.length;
    }
  }
  const predicted = Math.max(1, table.size - FIRST_TRAINING);
  return {
    predicted,
    live: live / predicted,
    rules: rules / predicted,
    wentLive,
    retired,
    liveShare: byModel / predicted,
  };
}

const rangeOf = (from: number, to: number): Uint32Array =>
  Uint32Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
