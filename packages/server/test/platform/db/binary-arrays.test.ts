// PostgreSQL reads binary arrays correctly.

import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromUuid } from '../../../src/platform/base/ids.ts';
import { dates, integers, smallints, texts, uuids } from '../../../src/platform/db/binary-arrays.ts';
import { openPool } from '../../../src/platform/db/pool.ts';

let pool: pg.Pool;
beforeAll(async () => {
  pool = openPool(await cloneDatabase(), { size: 1 });
});
afterAll(() => pool.end());

/** What PostgreSQL read, without the code under test. */
async function echo(type: string, array: Buffer): Promise<unknown[]> {
  const { rows } = await pool.query<{ read: unknown[] }>(
    `select to_json(array(select e::${type === 'date' || type === 'uuid' ? 'text' : type}
       from unnest($1::${type}[]) with ordinality as u (e, place) order by place)) as read`,
    [array],
  );
  return rows[0]?.read ?? [];
}

async function comesBack<T>(
  type: string,
  value: fc.Arbitrary<T>,
  encode: (values: readonly T[]) => Buffer,
  toEcho: (value: T) => unknown = (same) => same,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(value, { maxLength: 70 }), async (values) => {
      expect(await echo(type, encode(values))).toEqual(values.map(toEcho));
    }),
    { numRuns: 100 },
  );
}

/** PostgreSQL stores every character but this one. */
const withoutNul = (text: string): boolean => !text.includes('\0');

test('texts of any script, with quotes and of any length, are preserved', () =>
  comesBack(
    'text',
    fc
      .oneof(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.string({ unit: 'grapheme', maxLength: 50 }),
        fc.constantFrom('', 'NULL', '{}', '"', '\\', "'", '{"a":[1,null]}', '\u{10ffff}', 'ﷺ'.repeat(5_000)),
      )
      .filter(withoutNul),
    texts,
  ));

test('half a surrogate pair becomes the replacement character and does not affect later values', async () => {
  const values = ['a\ud83d', '\ude00b', 'whole 😀', ''];
  expect(await echo('text', texts(values))).toEqual(values.map((value) => value.toWellFormed()));
});

test('the database rejects a text with a NUL', async () => {
  await expect(echo('text', texts(['a\0b']))).rejects.toMatchObject({ code: '22021' });
});

test('integers and nulls are preserved', () =>
  comesBack(
    'integer',
    fc.option(fc.oneof(fc.integer(), fc.constantFrom(0, -1, 2 ** 31 - 1, -(2 ** 31)))),
    integers,
  ));

test('small integers are preserved', () =>
  comesBack('smallint', fc.integer({ min: -(2 ** 15), max: 2 ** 15 - 1 }), smallints));

test('UUIDs are preserved', () =>
  comesBack('uuid', fc.uuid().map(fromUuid), uuids, (hex) =>
    hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  ));

test('dates are stored as their day in UTC', () =>
  comesBack(
    'date',
    fc.date({ min: new Date('1970-01-01'), max: new Date('2199-12-31'), noInvalidDate: true }),
    dates,
    (date) => date.toISOString().slice(0, 10),
  ));

test('an empty array is read as an empty array', async () => {
  for (const [type, encode] of [
    ['text', texts],
    ['integer', integers],
    ['uuid', uuids],
  ] as const) {
    expect(await echo(type, encode([]))).toEqual([]);
  }
});
