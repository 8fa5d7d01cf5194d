// Reading rows of import files: what is accepted, what is rejected, and that a broken row affects no other.

import { describe, expect, test } from 'vitest';
import type { FileShape } from '../../src/imports/columns/file-shape.ts';

import { type Row, readRows } from '../../src/imports/rows/read-rows.ts';
import { collectRows, contentOf, shapeOf } from './tables.ts';

const MIB = 1024 * 1024;
const rowsOf = async (text: string | Buffer): Promise<Row[]> => {
  const file = Buffer.from(text as string);
  return collectRows(file, shapeOf(file));
};
/** Reads a file with the columns a, b and c. */
const valuesOf = async (text: string): Promise<unknown[]> =>
  (await rowsOf(`a,b,c\n${text}`)).map((row) =>
    row.ok ? Object.values(row.fields) : `${row.line}: ${row.error}`,
  );

describe('reading values', () => {
  test.each<[string, unknown[]]>([
    [
      '1,2,3\n4,5,6\n',
      [
        ['1', '2', '3'],
        ['4', '5', '6'],
      ],
    ],
    [
      '1,2,3\r\n4,5,6',
      [
        ['1', '2', '3'],
        ['4', '5', '6'],
      ],
    ],
    [
      '1,2,3\r\r\n4,5,6\r\r\n',
      [
        ['1', '2', '3'],
        ['4', '5', '6'],
      ],
    ],
    [' 1 ,\t2, 3 \n', [[' 1 ', '\t2', ' 3 ']]],
    [
      '"1","2, ""two""","3\r\nlines"\r\nx,y,z',
      [
        ['1', '2, "two"', '3\r\nlines'],
        ['x', 'y', 'z'],
      ],
    ],
    ['"","",x\n', [['', '', 'x']]],
    ['"""",",","\n"\n', [['"', ',', '\n']]],
    ['1, "2, two" ,"3"  \r\n', [['1', '2, two', '3']]],
    ['1,a\rb,3\n', [['1', 'a\rb', '3']]],
    ['1,日本語,"ñandú, 😀"\n', [['1', '日本語', 'ñandú, 😀']]],
  ])('reads %j', async (text, values) => {
    expect(await valuesOf(text)).toEqual(values);
  });

  test('decodes Windows-1252 characters that Latin-1 does not have', async () => {
    const bytes = [0x80, 0x35, 0x2c, 0x93, 0x68, 0xe9, 0x94, 0x2c, 0x96, 0x85, 0x0a];
    const file = Buffer.concat([Buffer.from('a,b,c\n'), Buffer.from(bytes)]);
    expect((await rowsOf(file)).map(contentOf)).toEqual([{ a: '€5', b: '“hé”', c: '–…' }]);
  });

  test('reads lines that end with \\r only', async () => {
    expect(
      (await rowsOf('a,b\r1,"x\ny"\r\r3,4')).map(({ line, ...row }) => [line, contentOf(row as Row)]),
    ).toEqual([
      [2, { a: '1', b: 'x\ny' }],
      [4, { a: '3', b: '4' }],
    ]);
  });
});

describe('reading quotes that are part of a value', () => {
  test.each<[string, unknown[]]>([
    ['1,5" screen,3\n', [['1', '5" screen', '3']]],
    ['1,"5" screen",3\n', [['1', '5" screen', '3']]],
    ['"Bob" Smith,b@x.co,3\n', [['"Bob" Smith', 'b@x.co', '3']]],
    ['"Bob" Smith,"b@x.co","3"\n', [['"Bob" Smith', 'b@x.co', '3']]],
    ['1,="0049",3\n', [['1', '="0049"', '3']]],
    ['1,"He said \\"hi\\"",3\n', [['1', 'He said \\"hi\\"', '3']]],
    ['1,""x"",3\n', [['1', '"x"', '3']]],
  ])('reads %j', async (text, values) => {
    expect(await valuesOf(text)).toEqual(values);
  });
});

describe('rows that differ in length from the header', () => {
  test('get empty values for missing columns and numbered columns for extra values', async () => {
    expect((await rowsOf('a,b,Column 5\n1\n1,2,3,4,5, ,7,\n')).map(contentOf)).toEqual([
      { a: '1', b: '', 'Column 5': '' },
      { a: '1', b: '2', 'Column 5': '3', 'Column 4': '4', 'Column 5 (2)': '5', 'Column 7': '7' },
    ]);
  });

  test('are rejected if they have more than 500 values', async () => {
    expect(await valuesOf(`${'x,'.repeat(499)}x\n${'x,'.repeat(500)}x\n1,2,3\n`)).toEqual([
      expect.objectContaining({ length: 500 }),
      '3: the row has more than 500 values',
      ['1', '2', '3'],
    ]);
  });
});

test('blank lines are skipped but counted as lines', async () => {
  expect(
    (await rowsOf('a;b\n\n1;2\r\n\r\n  \n;\n"";" "\n3;4\n\n')).map(({ line, end }) => [line, end.line]),
  ).toEqual([
    [3, 4],
    [8, 9],
  ]);
});

describe('a broken row is rejected without affecting others', () => {
  const good = 'x,y,z';
  const goodValues = ['x', 'y', 'z'];
  test.each<[string, string, unknown[]]>([
    [
      'a quote that never closes',
      `1,"2,3\n${good}\n${good}\n`,
      ['2: the quote in column 2 is never closed', goodValues, goodValues],
    ],
    [
      'a quote that never closes before rows with quotes',
      `"1,2,3\n"x","y",z\n"x","y",z\n`,
      ['2: the quote in column 1 is never closed', goodValues, goodValues],
    ],
    [
      'a quote that never closes at the end',
      `${good}\n1,2,"3`,
      [goodValues, '3: the quote in column 3 is never closed'],
    ],
    [
      'a quote that never closes behind a value of several lines',
      `"1\n1","2,3\n${good}\n`,
      ['2: the quote in column 2 is never closed', goodValues],
    ],
    [
      'a delimiter inside quotes that were not doubled',
      `1,"the "best, ever" deal",3\n${good}\n`,
      ['2: the row has 4 values for 3 columns and unbalanced quotes', goodValues],
    ],
    [
      'quotes that were not doubled in a value of several lines',
      `1,"he said "hi"\nand left",3\n${good}\n`,
      [
        '2: the row has 2 values for 3 columns and unbalanced quotes',
        '3: the row has 2 values for 3 columns and unbalanced quotes',
        goodValues,
      ],
    ],
  ])('%s is rejected', async (_, text, rows) => {
    expect(await valuesOf(text)).toEqual(rows);
  });

  test('a stray quote affects no other row, however far away the next quote is', async () => {
    const many = `${good}\n`.repeat(400_000);
    const rows = await rowsOf(`a,b,c\n1,"2,3\n${many}"x",y,z\n`);
    expect(rows.filter(({ ok }) => !ok)).toEqual([
      expect.objectContaining({ line: 2, end: { offset: 13, line: 3 }, text: '1,"2,3' }),
    ]);
    expect(rows).toHaveLength(400_002);
  });

  test('a stray quote on every line takes linear, not quadratic, time', async () => {
    const started = performance.now();
    const rows = await rowsOf(`a,b,c\n${'1,"2,3\n'.repeat(200_000)}`);
    expect(rows.every(({ ok }) => !ok)).toBe(true);
    expect(rows).toHaveLength(200_000);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test.each([
    ['csv', 'a,b,c\n', (length: number) => `1,2,${'3'.repeat(length - 4)}`, 'x,y,z'],
    ['csv, in quotes', 'a,b,c\n', (length: number) => `1,2,"${'3'.repeat(length - 6)}"`, 'x,y,z'],
    ['ndjson', '{"a":1}\n', (length: number) => `{"a":"${'3'.repeat(length - 8)}"}`, '{"a":2}'],
  ])('a row of %s longer than 1 MiB is rejected', async (_, first, write, next) => {
    const file = Buffer.from(`${first}${write(MIB)}\n${write(MIB + 1)}\n${next}\n${write(5 * MIB)}`);
    const rows = (await collectRows(file, shapeOf(file))).slice(-4);
    expect(rows.map(({ ok }) => ok)).toEqual([true, false, true, false]);
    expect(rows[1]).toMatchObject({
      error: 'the row is longer than 1 MiB',
      text: write(MIB + 1).slice(0, 2_000),
    });
    expect(rows[2]).toMatchObject({ line: 4 });
    expect(rows[3]).toMatchObject({ error: 'the row is longer than 1 MiB', end: { line: 5, isInRow: true } });
  });

  test('reading can resume inside a row that was too long', async () => {
    const file = Buffer.from(`a,b,c\n${'1'.repeat(5 * MIB)}\n\nx,y,z\n`);
    const shape = shapeOf(file);
    const [long, next] = await collectRows(file, shape);
    expect(long).toMatchObject({ ok: false, line: 2, end: { isInRow: true } });
    expect(next).toMatchObject({ ok: true, line: 4 });
    expect(await collectRows(file, shape, long?.end, [MIB, 2 * MIB])).toEqual([next]);
  });

  test('a JSON object with too many values is rejected before it is parsed', async () => {
    const many = `{${Array.from({ length: 110_000 }, (_, index) => `"${index}":1`).join(',')}}`;
    const array = `{"a":[${'[],'.repeat(5_000)}[]]}`;
    const enough = `{"a":"${',[{'.repeat(10_000)}","b":[${'1,'.repeat(4_900)}1]}`;
    const rows = await rowsOf(['{"a":1}', many.slice(0, MIB), array, enough].join('\n'));
    expect(rows.map((row) => (row.ok ? 'accepted' : row.error))).toEqual([
      'accepted',
      'the JSON has more than 5,000 values',
      'the JSON has more than 5,000 values',
      'accepted',
    ]);
  });

  test('a row with invalid UTF-8 is rejected', async () => {
    const file = Buffer.concat([
      Buffer.from('\ufeffa,b\n1,ä\n2,'),
      Buffer.from([0xe4]),
      Buffer.from('\n3,ö\n'),
    ]);
    expect((await rowsOf(file)).map(contentOf)).toEqual([
      { a: '1', b: 'ä' },
      { error: 'the row is not valid UTF-8', text: '2,\ufffd' },
      { a: '3', b: 'ö' },
    ]);
  });

  test('a line that is not a JSON object is rejected', async () => {
    const deep = `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    const lines = ['{"a":1}', '{"a":', '[1]', '"a"', 'null', '', deep, '{"a":{"b":[2]},"__proto__":3}'];
    const rows = await rowsOf(lines.join('\r\n'));
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 7, 8]);
    expect(rows.map((row) => (row.ok ? JSON.stringify(row.fields) : row.error))).toEqual([
      '{"a":1}',
      'the line is not valid JSON',
      'the line is JSON, but not an object',
      'the line is JSON, but not an object',
      'the line is JSON, but not an object',
      'the JSON is nested more than 20 levels deep',
      '{"a":{"b":[2]},"__proto__":3}',
    ]);
  });

  test('its text is shortened to what PostgreSQL can store', async () => {
    const file = Buffer.from(`a,b,c\n1,2,3\n"${'x'.repeat(1_998)}😀,y\nx,"\0\n`);
    const shape: FileShape = { ...shapeOf(Buffer.from('a,b,c\n1,2,3\n')) };
    const texts = (await collectRows(file, shape)).flatMap((row) => (row.ok ? [] : [row.text]));
    expect(texts).toEqual([`"${'x'.repeat(1_998)}`, 'x,"\ufffd']);
  });
});

test('offsets beyond 32 bits are exact', async () => {
  const offset = 2 ** 45 + 1;
  const file = Buffer.from('a,b\n1,2\n3,4\n');
  const shape = shapeOf(file);
  const ends: unknown[] = [];
  async function* chunks(): AsyncGenerator<Buffer> {
    yield file.subarray(shape.firstRow.offset);
  }
  for await (const batch of readRows(chunks(), shape, { offset, line: 2 ** 40 }))
    ends.push(...batch.rows.map(({ end }) => end));
  expect(ends).toEqual([
    { offset: offset + 4, line: 2 ** 40 + 1 },
    { offset: offset + 8, line: 2 ** 40 + 2 },
  ]);
});

test('batches are limited to 256 KiB and report how far blank lines reach', async () => {
  const file = Buffer.from(`a,b\n${`1,${'2'.repeat(100_000)}\n`.repeat(5)}${'\n'.repeat(400_000)}`);
  const shape = shapeOf(file);
  async function* chunks(): AsyncGenerator<Buffer> {
    yield file.subarray(shape.firstRow.offset);
  }
  const batches: [rows: number, end: number][] = [];
  for await (const { rows, end } of readRows(chunks(), shape, shape.firstRow))
    batches.push([rows.length, end.line]);
  expect(batches.map(([rows]) => rows)).toEqual([3, 2]);
  expect(batches.at(-1)).toEqual([2, 400_007]);
});

test('rows are yielded in batches of at most 1,000', async () => {
  const file = Buffer.from(`a,b\n${'1,2\n'.repeat(2_500)}`);
  const shape = shapeOf(file);
  async function* chunks(): AsyncGenerator<Buffer> {
    yield file.subarray(shape.firstRow.offset);
  }
  const sizes: number[] = [];
  for await (const { rows } of readRows(chunks(), shape, shape.firstRow)) sizes.push(rows.length);
  expect(sizes).toEqual([1_000, 1_000, 500]);
});
