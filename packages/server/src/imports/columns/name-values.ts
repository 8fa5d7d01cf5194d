// Gives the values of a row the names of their columns. Rows may be shorter or longer than the header: missing values are
// empty, and extra ones are stored as `Column 7` and so on.

import { MAX_COLUMNS, readCell } from '@leadline/csv';
import { ADDED_COLUMNS, findFreeName, nameByPosition } from './column-names.ts';

export interface Namer {
  /** Whether the row has no values, except in the columns that we add to the download of rejected rows. */
  isBlank(values: readonly string[]): boolean;
  name(values: readonly string[]): Record<string, string>;
}

export function makeNamer(columns: readonly string[]): Namer {
  const names = nameAllPositions(columns);
  const isOwnFile = ADDED_COLUMNS.every((name) => columns.includes(name));
  const added = new Set(ADDED_COLUMNS.map((name) => columns.indexOf(name)));
  const isNothing = (value: string, index: number): boolean => isBlank(value) || added.has(index);

  function name(given: readonly string[]): Record<string, string> {
    const values = isOwnFile ? given.map(readCell) : given;
    const fields: Record<string, string> = {};
    for (let index = 0; index < columns.length; index++) {
      fields[names[index] as string] = index < values.length ? (values[index] as string) : '';
    }
    for (let index = columns.length; index < values.length; index++) {
      const value = values[index] as string;
      if (!isBlank(value)) fields[names[index] as string] = value;
    }
    return fields;
  }

  return { isBlank: (values) => values.every(isNothing), name };
}

function nameAllPositions(columns: readonly string[]): readonly string[] {
  const names = [...columns];
  const taken = new Set(columns);
  for (let index = columns.length; index < MAX_COLUMNS; index++) {
    const name = findFreeName(nameByPosition(index), (other) => taken.has(other));
    taken.add(name);
    names.push(name);
  }
  return names;
}

const isBlank = (value: string): boolean => value === '' || value.trim() === '';
