// Reads a public data set of decided leads, each feature as an answer of a form.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Contact } from '@leadline/testkit/learning/contact-kinds';

export const DATA_SETS = ['bankadd', 'bankfull', 'shoppers', 'maven'] as const;
export type DataSetName = (typeof DATA_SETS)[number];

export interface Row {
  readonly id: string;
  readonly won: 0 | 1;
  readonly isTest: boolean;
  /** In the order of the data set's features; empty if missing. */
  readonly values: readonly string[];
}

export interface DataSet {
  readonly name: DataSetName;
  readonly features: readonly Feature[];
  readonly rows: readonly Row[];
}

export interface Feature {
  readonly name: string;
  readonly isNumeric: boolean;
}

interface Meta {
  readonly num: readonly string[];
  readonly sets: { readonly known: readonly string[] };
}

/** The features known when the lead arrived, as listed in the folder's meta.json. */
export function readDataSet(folder: string, name: DataSetName): DataSet {
  const meta = (JSON.parse(readFileSync(join(folder, 'meta.json'), 'utf8')) as Record<string, Meta>)[name];
  if (meta === undefined) throw new Error(`meta.json doesn't describe ${name}`);
  const [header = '', ...lines] = gunzipSync(readFileSync(join(folder, `${name}.csv.gz`)))
    .toString('utf8')
    .trim()
    .split('\n');
  const columns = header.split(',');
  const at = (column: string): number => columns.indexOf(column);
  const places = meta.sets.known.map(at);
  return {
    name,
    features: meta.sets.known.map((feature) => ({ name: feature, isNumeric: meta.num.includes(feature) })),
    rows: lines.map((line) => {
      const cells = line.split(',');
      const cell = (place: number): string => cells[place] ?? '';
      return {
        id: cell(at('id')),
        won: cell(at('y')) === '1' ? 1 : 0,
        isTest: cell(at('split')) === 'test',
        values: places.map(cell),
      };
    }),
  };
}

/** The training rows of a learning curve: those with the smallest hashes. */
export function sampleRows({ name, rows }: DataSet, size: number, seed: number): Row[] {
  return rows
    .filter(({ isTest }) => !isTest)
    .map((row) => ({ row, hash: createHash('sha256').update(`${name}:${row.id}:${seed}`).digest('hex') }))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1))
    .slice(0, size)
    .map(({ row }) => row);
}

/** By default, all leads have the same contact details, so that only the answers differ. */
export const toLead = (
  { features }: DataSet,
  { values }: Row,
  contact: Contact = { email: 'lead@customer.example.co.uk' },
): Record<string, unknown> => ({
  ...contact,
  custom_fields: Object.fromEntries(
    features.flatMap(({ name, isNumeric }, index) => {
      const value = values[index] ?? '';
      if (value === '') return [];
      // A form shows names; the data sets only have the numbers of some categories, such as browsers.
      return [[name, isNumeric || !/^\d+$/.test(value) ? value : `option ${value}`]];
    }),
  ),
});
