// Properties of every file: it reads back as written, however it is split into chunks, and from any row on.

import { isAscii, isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FileShape, Position } from '../../src/imports/columns/file-shape.ts';
import { cutSlices } from '../../src/imports/rows/cut-slices.ts';
import { type Row, readSlice } from '../../src/imports/rows/read-rows.ts';
import { readFileShape } from '../../src/imports/shape/read-file-shape.ts';
import {
  collectRows,
  contentOf,
  cutInto,
  type Style,
  shapeOf,
  style,
  WESTERN,
  writeFile,
  writeLine,
} from './tables.ts';

const places = fc.array(fc.nat(), { maxLength: 30 });
const header = fc.uniqueArray(fc.stringMatching(/^[A-Za-z]{1,8}$/), { minLength: 2, maxLength: 6 });

const value = (encoding: Style['encoding']): fc.Arbitrary<string> =>
  fc.oneof(
    fc.stringMatching(/^[ ",;|\t\r\na]{0,6}$/),
    encoding === 'utf8'
      ? fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replaceAll('\0', ''))
      : fc.string({ unit: fc.constantFrom(...WESTERN), maxLength: 12 }),
    fc.constantFrom('', 'Ana Souza', 'a@b.co', '5" screen'),
  );

/** A table whose first row has at least one value. */
const table = style.chain((how) =>
  header.chain((columns) =>
    fc.record({
      how: fc.constant(how),
      columns: fc.constant(columns),
      rows: fc
        .array(fc.array(value(how.encoding), { minLength: columns.length, maxLength: columns.length }), {
          minLength: 1,
          maxLength: 12,
        })
        .map((rows) => rows.map((row, index) => (index === 0 ? ['x', ...row.slice(1)] : row))),
    }),
  ),
);

/** Characters with a meaning in CSV and JSON, in any order. */
const soup = fc
  .array(
    fc.constantFrom(
      '"',
      '""',
      '"',
      ',',
      ';',
      '\n',
      '\r\n',
      '\r',
      ' ',
      'a',
      'é',
      '\\',
      '{"a":1}',
      '\0',
      '\xff',
    ),
    {
      maxLength: 120,
    },
  )
  .map((signs) => Buffer.from(signs.join(''), 'latin1'));

const CSV: FileShape = {
  format: 'csv',
  encoding: 'windows-1252',
  delimiter: ',',
  newline: '\n',
  columns: ['a', 'b'],
  headerLine: 1,
  isDayFirst: false,
  firstRow: { offset: 0, line: 1 },
};
const anyShape = fc.record({
  format: fc.constantFrom('csv' as const, 'ndjson' as const),
  encoding: fc.constantFrom('utf8' as const, 'windows-1252' as const),
  delimiter: fc.constantFrom(',', ';', '\t'),
  newline: fc.constantFrom('\n' as const, '\r' as const),
  columns: fc.constant(['a', 'b']),
  headerLine: fc.constant(1),
  isDayFirst: fc.boolean(),
  firstRow: fc.constant({ offset: 0, line: 1 }),
});

describe('reading a table back', () => {
  test('gives the same rows for any CSV style and any chunk boundaries', () =>
    fc.assert(
      fc.asyncProperty(table, places, async ({ how, columns, rows }, cuts) => {
        const file = writeFile(
          [columns, ...rows].map((row) => writeLine(row, how)),
          how,
        );
        const shape = shapeOf(file);
        // Bytes of one encoding can happen to be valid in the other.
        fc.pre(how.encoding === 'utf8' || shape.encoding === how.encoding || isAscii(file));
        expect(shape).toMatchObject({ delimiter: how.delimiter, columns });
        const read = await collectRows(file, shape, shape.firstRow, cuts);
        expect(read.map(contentOf)).toEqual(
          rows
            .filter((row) => row.some((value) => value.trim() !== ''))
            .map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]]))),
        );
      }),
      { numRuns: 2_000 },
    ));

  test('gives the same rows for NDJSON and any chunk boundaries', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), { minLength: 1 }),
        style,
        places,
        async (objects, how, cuts) => {
          const lines = [{ a: 1 }, ...objects].map((object) => JSON.stringify(object));
          const file = writeFile(lines, { ...how, encoding: 'utf8' });
          const read = await collectRows(file, shapeOf(file), undefined, cuts);
          expect(read.map((row) => row.ok && JSON.stringify(row.fields))).toEqual(lines);
        },
      ),
      { numRuns: 500 },
    ));
});

describe('reading arbitrary bytes', () => {
  test('gives the same rows for any chunk boundaries, and the remaining rows when resumed after any row', () =>
    fc.assert(
      fc.asyncProperty(soup, anyShape, places, fc.nat(), async (file, shape, cuts, pick) => {
        const rows = await collectRows(file, shape);
        expect(await collectRows(file, shape, shape.firstRow, cuts)).toEqual(rows);
        if (rows.length === 0) return;
        const index = pick % rows.length;
        const end = rows[index]?.end ?? shape.firstRow;
        expect(await collectRows(file, shape, end, cuts)).toEqual(rows.slice(index + 1));
      }),
      { numRuns: 5_000 },
    ));

  test('gives the same rows when the file is cut into slices that are read one by one', () =>
    fc.assert(
      fc.asyncProperty(
        soup,
        anyShape,
        places,
        fc.integer({ min: 1, max: 5 }),
        async (file, shape, cuts, rows) => {
          const read: Row[] = [];
          let end: Position = shape.firstRow;
          for await (const slice of cutSlices(cutInto(file, cuts), shape, end, rows)) {
            expect(slice.end.offset).toBeGreaterThan(end.offset);
            read.push(...readSlice(slice, shape));
            end = slice.end;
          }
          expect(read).toEqual(await collectRows(file, shape));
          expect(end.offset).toBe(file.length);
        },
      ),
      { numRuns: 5_000 },
    ));

  test('reads rows in order, to the end, with their correct lines', () =>
    fc.assert(
      fc.asyncProperty(soup, anyShape, async (file, shape) => {
        const lineAt = (offset: number): number =>
          file.toString('latin1', 0, offset).split(shape.newline).length;
        let before = 0;
        for (const { line, end } of await collectRows(file, shape)) {
          expect(end.offset).toBeGreaterThan(before);
          expect(end.line).toBe(lineAt(end.offset));
          expect(line).toBeGreaterThanOrEqual(lineAt(before));
          expect(line).toBeLessThanOrEqual(end.line);
          before = end.offset;
        }
        // Only blanks follow the last row.
        expect(file.toString('latin1', before).replace(/[\s",;]/g, '')).toBe('');
      }),
      { numRuns: 3_000 },
    ));

  test('never throws', () =>
    fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), anyShape, places, async (bytes, shape, cuts) => {
        const file = Buffer.from(bytes);
        const read = readFileShape(file, isUtf8(file));
        if (read.ok) await collectRows(file, read.shape, undefined, cuts);
        await collectRows(file, shape, undefined, cuts);
      }),
      { numRuns: 5_000 },
    ));
});

describe('a broken line', () => {
  // A quote before a delimiter or line end would close an earlier stray quote, and no reader could tell. So no value
  // starts like that.
  const word = fc.stringMatching(/^(?:"{0,2}[a-z][a-z",;\n ]{0,8})?$/);
  const broken = fc.constantFrom(
    '"stray,x,y',
    'x,"stray,y',
    'x,y,"z',
    'a "b" c',
    'x,"y" z,"w, v",u',
    `${','.repeat(501)}x`,
  );

  test('does not affect the rows before and after it', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constant('x'), word, word), { minLength: 1, maxLength: 8 }),
        fc.array(fc.tuple(fc.nat(), broken), { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        places,
        async (rows, insertions, quotesAll, cuts) => {
          const how: Style = {
            delimiter: ',',
            newline: '\n',
            encoding: 'utf8',
            hasBom: false,
            quotesAll,
            endsWithNewline: true,
          };
          const lines = rows.map((row) => writeLine(row, how));
          for (const [place, line] of insertions) lines.splice(place % (lines.length + 1), 0, line);
          const shape: FileShape = { ...CSV, encoding: 'utf8', columns: ['a', 'b', 'c'] };
          const read = await collectRows(writeFile(lines, how), shape, undefined, cuts);
          expect(read.filter(({ ok }) => ok).map(contentOf)).toEqual(rows.map(([a, b, c]) => ({ a, b, c })));
          expect(read.filter(({ ok }) => !ok)).toHaveLength(insertions.length);
        },
      ),
      { numRuns: 3_000 },
    ));
});
