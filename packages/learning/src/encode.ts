// Turns rows of the table into codes of fields.

import { pairCode } from './find-pairs.ts';
import type { LeadColumns } from './lead-columns.ts';
import type { LeadTable } from './lead-table.ts';
import { toProbability } from './logistic.ts';
import type { Field, Model, Pair } from './model.ts';
import { codeOf, indexLevels, type PlainField } from './plan-fields.ts';
import { logitAt } from './stated-prior.ts';

export function encodeField(field: PlainField, table: LeadColumns, rows: Uint32Array): Int16Array {
  const codes = new Int16Array(rows.length).fill(field.missing);
  const column = table.columns.get(field.key);
  if (column === undefined) return codes;
  const levelIndex = indexLevels(field);
  const isByRow = column.numbers !== null || (field.kind === 'bins' && field.unit === 'days');
  // Otherwise the code depends on the value alone.
  const byValue = column.values.map((value) => codeOf(field, levelIndex, value, 0));
  for (const [at, row] of rows.entries()) {
    const index = column.rows[row] ?? 0;
    if (index === 0) continue;
    codes[at] = isByRow
      ? codeOf(field, levelIndex, column.at(row), table.receivedDays[row] as number)
      : (byValue[index - 1] as number);
  }
  return codes;
}

export function encodePair(
  plan: Parameters<typeof pairCode>[0],
  first: Int16Array,
  second: Int16Array,
): Int16Array {
  return first.map((code, at) => pairCode(plan, code, second[at] as number));
}

export const toPairPlan = (pair: Pair): Parameters<typeof pairCode>[0] => ({
  firstGroups: Int16Array.from(pair.first_groups),
  secondGroups: Int16Array.from(pair.second_groups),
  cells: Int16Array.from(pair.cells),
  secondCount: pair.second_count,
});

export const walkOf = (field: PlainField): number => (field.kind === 'bins' ? field.edges.length + 1 : 0);

/** The chance that each row of the table is won, by a model, without reading the leads again. */
export function predictRows(model: Model, table: LeadTable, rows?: Uint32Array): Float64Array {
  const all = rows ?? Uint32Array.from({ length: table.size }, (_, row) => row);
  return predictLogits(model, (score) => logitAt(model.stated, score), table, all).map(toProbability);
}

export function predictLogits(
  {
    shift,
    slope,
    fields,
    pairs,
  }: {
    readonly shift: number;
    readonly slope: number;
    readonly fields: readonly Field[];
    readonly pairs: readonly Pair[];
  },
  stated: (score: number) => number,
  table: LeadTable,
  rows: Uint32Array,
): Float64Array {
  const logits = Float64Array.from(rows, (row) => shift + slope * stated(table.ruleScores[row] as number));
  const codes = fields.map((field) => encodeField(field, table, rows));
  const add = (code: Int16Array, effects: Field['effects']): void => {
    for (let at = 0; at < logits.length; at++) {
      const effect = effects[code[at] as number];
      if (effect !== undefined) logits[at] = (logits[at] as number) + effect[0];
    }
  };
  for (const [index, field] of fields.entries()) add(codes[index] as Int16Array, field.effects);
  for (const pair of pairs)
    add(
      encodePair(toPairPlan(pair), codes[pair.first] as Int16Array, codes[pair.second] as Int16Array),
      pair.effects,
    );
  return logits;
}
