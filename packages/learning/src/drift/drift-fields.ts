// What is compared: sources, kinds of contact, budgets and the answers of forms, with levels that mean the same at every
// look.

import { labelField, labelLevel } from '../describe-field.ts';
import { encodeField } from '../encode.ts';
import { type BinField, type PlainField, planFields } from '../plan-fields.ts';
import type { DriftTable } from './drift-table.ts';

export interface DriftField {
  readonly key: string;
  readonly label: string;
  /** Per row of the table; -1 without a level. */
  readonly codes: Int16Array;
  readonly size: number;
  readonly levels: readonly DriftLevel[];
}

export interface DriftLevel {
  readonly code: number;
  /** The same at every look. */
  readonly id: string;
  readonly label: string;
}

/** The other traits are read from messages or follow from the source. */
const TRAIT_KEYS = new Set(['source', 'email', 'phone', 'budget', 'company-size']);
/** Also keeps one person's answer out of stored alarms. */
const MIN_LEADS = 10;
/** The ID of the level of leads without an answer; not a category, which can't contain parentheses. */
export const NOT_GIVEN = '(none)';

/** Fixed, because edges that follow the data would make every look compare something else. */
const NUMBER_EDGES = [
  0,
  ...Array.from({ length: 9 }, (_, power) => [1, 2, 5].map((n) => n * 10 ** power)).flat(),
];
const DAY_EDGES = [0, 7, 30, 90, 365];

/** `known` are those of the rows that are won or lost. */
export function readDriftFields(table: DriftTable, rows: Uint32Array, known: Uint32Array): DriftField[] {
  return planFields(table, rows, known)
    .fields.filter(({ key, from }) => from !== 'trait' || TRAIT_KEYS.has(key))
    .map((plan) => {
      const field = plan.kind === 'bins' ? withFixedEdges(plan) : plan;
      const codes = encodeField(field, table, allRows(table));
      return {
        key: field.key,
        label: labelField(field),
        codes,
        size: field.size,
        levels: listLevels(field, codes, rows),
      };
    });
}

const allRows = ({ size }: DriftTable): Uint32Array => Uint32Array.from({ length: size }, (_, row) => row);

function withFixedEdges(field: BinField): BinField {
  const edges = field.unit === 'days' ? DAY_EDGES : NUMBER_EDGES;
  const size = edges.length + 1;
  return { ...field, edges, missing: size, other: -1, size: size + 1 };
}

/** Rare answers are left out, because they are others at every look. */
function listLevels(field: PlainField, codes: Int16Array, rows: Uint32Array): DriftLevel[] {
  const counts = new Uint32Array(field.size);
  for (const row of rows) {
    const code = codes[row] as number;
    if (code >= 0) counts[code] = (counts[code] as number) + 1;
  }
  return Array.from(counts.entries())
    .filter(([code, count]) => count >= MIN_LEADS && code !== field.other)
    .map(([code]) => ({ code, id: idOf(field, code), label: labelLevel(field, code) }));
}

function idOf(field: PlainField, code: number): string {
  if (code === field.missing) return NOT_GIVEN;
  return field.kind === 'bins' ? labelLevel(field, code) : (field.levels[code] ?? '');
}
