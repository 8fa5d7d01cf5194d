// Rows that models are judged on: what happened, and what would have been predicted.

import type { Compared } from './compare.ts';
import { predictLogits } from './encode.ts';
import type { LeadTable } from './lead-table.ts';
import { toProbability } from './logistic.ts';
import type { Model } from './model.ts';
import type { Trained, TrainingSet } from './train.ts';
import type { Comparison } from './verdict.ts';

/** Of each kind, among those that are judged. */
export const MIN_OF_A_KIND = 5;

export const predict = (trained: Trained, { table, stated }: TrainingSet, rows: Uint32Array): Float64Array =>
  predictLogits(trained, stated, table, rows).map(toProbability);

/** The share of leads that were won; never 0 or 1. */
export function baseRateOf({ table, rows, weights }: TrainingSet): number {
  let won = 0.5;
  let total = 1;
  for (const [at, row] of rows.entries()) {
    won += (weights[at] as number) * (table.outcomes[row] as number);
    total += weights[at] as number;
  }
  return won / total;
}

export const outcomesOf = ({ outcomes }: LeadTable, rows: Uint32Array): Float64Array =>
  Float64Array.from(rows, (row) => outcomes[row] as number);

export function hasBothKinds(rows: Uint32Array, { outcomes }: LeadTable): boolean {
  let won = 0;
  for (const row of rows) won += outcomes[row] as number;
  return won >= MIN_OF_A_KIND && rows.length - won >= MIN_OF_A_KIND;
}

/** Those that the model wasn't trained on. */
export function rowsAfter({ until }: Model, { times }: LeadTable, rows: Uint32Array): Uint32Array {
  const last = until === null ? Number.POSITIVE_INFINITY : Date.parse(until);
  const first = rows.findIndex((row) => (times[row] as number) > last);
  return first < 0 ? rows.subarray(rows.length) : rows.subarray(first);
}

export const toComparison = ({ isBeyondNoise: _, deviation: __, ...comparison }: Compared): Comparison =>
  comparison;

export const nameCurrent = (against: Comparison['against']): string =>
  ({ rules: 'the rules alone', 'win rate': 'the win rate alone', 'live model': 'the live model' })[against];

export const count = (number: number, more = ''): string =>
  `${number} ${more}${number === 1 ? 'outcome' : 'outcomes'}`;
