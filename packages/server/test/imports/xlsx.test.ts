// Reading Excel workbooks: values, headers, sheets, and files that are broken or meant to do harm.

import { serialize } from 'node:v8';
import { deflateRawSync } from 'node:zlib';
import { writeXlsx, type XlsxCell } from '@leadline/testkit/files/write-xlsx';
import { writeZip } from '@leadline/testkit/files/write-zip';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RunTask } from '../../src/imports/xlsx/archive.ts';
import { WorkbookReader } from '../../src/imports/xlsx/workbook-reader.ts';
import { readXlsx, runHere, sourceOf } from './workbooks.ts';

const MIB = 1024 * 1024;

/** The values of a row under the header `a, b, c …`, after an email. */
async function readCells(cells: readonly XlsxCell[], options: Parameters<typeof writeXlsx>[1] = {}) {
  const header = ['email', ...cells.map((_, index) => `c${index}`)];
  const { rows } = await readXlsx(
    writeXlsx([{ name: 'Leads', rows: [header, ['ana@acme.com', ...cells]] }], options),
  );
  const [row] = rows as [Record<string, string>];
  return cells.map((_, index) => row[`c${index}`]);
}

const number = (value: string | number, style?: number): XlsxCell => ({
  ...(style === undefined ? {} : { style }),
  xml: `<v>${value}</v>`,
});

describe('the value of a cell', () => {
  test('is its text, shared or inline, with all characters', async () => {
    const texts = [
      'Ana',
      'a & b < c > "d"',
      'Größe 名前 😀',
      'two\nlines',
      'bell\x07',
      '  spaces  ',
      '_x0041_',
    ];
    const expected = ['Ana', 'a & b < c > "d"', 'Größe 名前 😀', 'two\nlines', 'bell\x07', 'spaces', 'A'];
    expect(await readCells(texts)).toEqual(expected);
    expect(await readCells(texts, { hasInlineTexts: true })).toEqual(expected);
  });

  test('is the text of all formatted runs, without phonetic hints', async () => {
    const xml =
      '<is><r><t>To</t></r><r><rPr><b/></rPr><t xml:space="preserve">kyo </t></r><rPh sb="0"><t>x</t></rPh></is>';
    expect(await readCells([{ type: 'inlineStr', xml }])).toEqual(['Tokyo']);
  });

  test('is the last result of a formula', async () => {
    expect(
      await readCells([
        { type: 'str', xml: '<f>A1&amp;"x"</f><v>x &amp; y</v>' },
        { xml: '<f>SUM(1,2)</f><v>3</v>' },
        { type: 'e', xml: '<f>1/0</f><v>#DIV/0!</v>' },
        { xml: '<f>A1</f>' },
      ]),
    ).toEqual(['x & y', '3', '', '']);
  });

  test('is true or false for a checkbox', async () => {
    expect(await readCells([true, false])).toEqual(['true', 'false']);
  });

  test.each([
    ['4915112345678', '4915112345678'],
    ['49151123456789012345', '49151123456789012345'],
    ['4.915112345678E+12', '4915112345678'],
    ['0.10000000000000001', '0.1'],
    ['1234.5', '1234.5'],
    ['-7', '-7'],
    ['1.0E-2', '0.01'],
    ['nonsense', 'nonsense'],
  ])('keeps the digits of the number %s', async (stored, shown) => {
    expect(await readCells([number(stored)])).toEqual([shown]);
  });

  test.each([
    ['0000000000', '301234567', '0301234567'],
    ['"+"0', '4915112345678', '+4915112345678'],
    ['+#', '4915112345678', '+4915112345678'],
    ['0%', '0.25', '25%'],
    ['#,##0.00 [$€-407]', '1234.5', '€1234.5'],
    ['"$"#,##0', '5000', '$5000'],
    ['[$CHF] #,##0', '5000', 'CHF 5000'],
    ['#,##0', '5000', '5000'],
    ['dd/mm/yyyy', '45382', '2024-03-31'],
    ['yyyy\\-mm\\-dd hh:mm', '45382.604166666664', '2024-03-31 14:30'],
    ['[$-407]d. mmmm yyyy', '45382', '2024-03-31'],
    ['h:mm AM/PM', '0.604166666666667', '14:30'],
    ['[h]:mm', '1.5', '36:00:00'],
    ['mmm', '45382', '2024-03-31'],
    ['d/m/yy', '59', '1900-02-28'],
    ['d/m/yy', '61', '1900-03-01'],
    ['d/m/yy', '-3', '-3'],
    ['d/m/yy', '99999999', '99999999'],
    ['"days"0', '7', '7'],
    ['General', '7', '7'],
    ['0.00E+00', '1234', '1234'],
  ])('with the format %s shows %s as %s', async (format, stored, shown) => {
    expect(await readCells([number(stored, 1)], { formats: [format] })).toEqual([shown]);
  });

  test('counts days from 1904 if the workbook does', async () => {
    const options = { formats: ['yyyy-mm-dd'], is1904: true };
    expect(await readCells([number(0, 1), number(43_920, 1)], options)).toEqual(['1904-01-01', '2024-03-31']);
  });

  test('may be an ISO date', async () => {
    expect(await readCells([{ type: 'd', xml: '<v>2024-03-31T00:00:00</v>' }])).toEqual(['2024-03-31']);
  });
});

describe('the rows of a sheet', () => {
  test('have the line numbers that Excel shows, whatever is between them', async () => {
    const xml =
      '<worksheet><sheetData><row r="2"><c r="B2" t="inlineStr"><is><t>Email</t></is></c><c t="inlineStr"><is><t>Name</t></is></c></row>' +
      '<row r="5" spans="1:3"/><row r="7"><c r="C7" t="inlineStr"><is><t>Ana\nLopez</t></is></c><c r="B7" t="inlineStr"><is><t>ana@acme.com</t></is></c></row>' +
      '<row><c r="B8"><v>7</v></c></row></sheetData></worksheet>';
    const { lines, shape, rows } = await readXlsx(writeXlsx([{ name: 'A', rows: [], xml }]));
    expect(
      lines
        .toString()
        .split('\n')
        .map((line) => line.length > 0),
    ).toEqual([0, 1, 0, 0, 0, 0, 1, 1, 0].map(Boolean));
    expect(shape).toMatchObject({ columns: ['Column 1', 'Email', 'Name'], firstRow: { line: 3 } });
    expect(rows).toMatchObject([{ Email: 'ana@acme.com', Name: 'Ana\nLopez' }, { Email: '7' }]);
  });

  test('may have prefixed names, comments and CDATA', async () => {
    const xml =
      '<?xml version="1.0"?><x:worksheet xmlns:x="a"><!-- <row> --><x:sheetData><x:row><x:c t="str"><x:v>Email</x:v></x:c></x:row>' +
      "<x:row><x:c t='str' note='a > b'><x:v><![CDATA[ana@acme.com]]></x:v></x:c></x:row></x:sheetData></x:worksheet>";
    const { rows } = await readXlsx(writeXlsx([{ name: 'A', rows: [], xml }]));
    expect(rows).toEqual([{ Email: 'ana@acme.com' }]);
  });

  test('are rejected one by one if they are too wide or too long', async () => {
    const wide = Array.from({ length: 501 }, (_, index) => `v${index}`);
    const long = Array.from({ length: 40 }, (_, index) => 'x'.repeat(30_000) + index);
    const { rows } = await readXlsx(
      writeXlsx([{ name: 'A', rows: [['Email'], wide, long, ['ana@acme.com']] }]),
    );
    expect(rows).toEqual([
      'the row has more than 500 values',
      'the row is longer than 1 MiB',
      expect.objectContaining({ Email: 'ana@acme.com' }),
    ]);
  });

  test('give the same lines however the XML is cut into pieces', async () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 8 }), async (rows) => {
        const well = rows.map((cells) =>
          cells.map((value) => (typeof value === 'string' ? value.toWellFormed() : value)),
        );
        const file = writeXlsx([{ name: 'A', rows: [['Email', 'x'], ...well, ['ana@acme.com', 'y']] }]);
        const shared = await readXlsx(file);
        const inline = await readXlsx(
          writeXlsx([{ name: 'A', rows: [['Email', 'x'], ...well, ['ana@acme.com', 'y']] }], {
            hasInlineTexts: true,
          }),
        );
        expect(inline.lines).toEqual(shared.lines);
      }),
      { numRuns: 50 },
    );
  });
});

describe('the header of a sheet', () => {
  const columnsOf = async (rows: XlsxCell[][], merged: string[] = []) =>
    (await readXlsx(writeXlsx([{ name: 'A', rows, merged }]))).shape;

  test('may be below a title', async () => {
    const rows = [['Leads 2024'], [], ['as of March'], ['Email', 'Name'], ['ana@acme.com', 'Ana']];
    expect(await columnsOf(rows, ['A1:F1'])).toMatchObject({
      columns: ['Email', 'Name'],
      firstRow: { line: 5 },
    });
  });

  test('is the first row if the sheet has one column', async () => {
    expect(await columnsOf([['Email'], ['ana@acme.com'], ['bo@acme.com']])).toMatchObject({
      columns: ['Email'],
      firstRow: { line: 2 },
    });
  });

  test('shares the name of merged cells', async () => {
    const rows = [
      ['Email', 'Phone', null, 'Name'],
      ['ana@acme.com', '+12125550123', '+12125550124', 'Ana'],
    ];
    expect((await columnsOf(rows, ['B1:C1'])).columns).toEqual(['Email', 'Phone', 'Phone (2)', 'Name']);
  });

  test('may have groups above the names', async () => {
    const rows = [
      ['Contact', null, 'Deal', null, 'Source'],
      ['Email', 'Name', 'Stage', 'Amount'],
      ['ana@acme.com', 'Ana', 'Won', 5, 'google'],
    ];
    expect(await columnsOf(rows, ['A1:B1', 'C1:D1', 'E1:E2'])).toMatchObject({
      columns: ['Email', 'Name', 'Stage', 'Amount', 'Source'],
      firstRow: { line: 3 },
    });
  });

  test.each<[string, XlsxCell[][], string]>([
    ['empty', [], 'the sheet "A" is empty'],
    ['without rows', [['Email', 'Name']], 'the sheet has a header but no rows'],
    [
      'without a header',
      [
        ['ana@acme.com', 'Ana'],
        ['bo@acme.com', 'Bo'],
      ],
      'looks like data',
    ],
  ])('is required: a sheet %s is rejected', async (_, rows, error) => {
    await expect(columnsOf(rows)).rejects.toThrow(error);
  });
});

describe('a workbook', () => {
  test('offers its visible sheets, and the first of them is read', async () => {
    const sheet = (name: string, isHidden = false) => ({
      name,
      isHidden,
      rows: [['Email'], [`${name}@acme.com`]],
    });
    const file = writeXlsx([sheet('hidden', true), sheet('a & "b"'), sheet('c')]);
    const first = await readXlsx(file);
    expect(first.sheets).toEqual(['a & "b"', 'c']);
    expect(first.rows).toEqual([{ Email: 'a & "b"@acme.com' }]);
    expect((await readXlsx(file, 'c')).rows).toEqual([{ Email: 'c@acme.com' }]);
  });

  const LEADS = [{ name: 'A', rows: [['Email'], ['ana@acme.com']] }];
  const file = writeXlsx(LEADS);
  const part = (name: string, content: string | Buffer, more = {}) =>
    writeXlsx(LEADS, { parts: [{ name, content, ...more }] });
  const zip = (...names: string[]) => writeZip(names.map((name) => ({ name, content: 'x' })));

  test.each<[string, Buffer, string]>([
    ['cut off', file.subarray(0, file.length - 100), 'incomplete'],
    ['cut off in the middle', file.subarray(0, file.length / 2), 'incomplete'],
    ['without its workbook', zip('a.txt'), 'a zip archive, not a workbook'],
    ['that is binary', zip('xl/workbook.bin'), 'binary workbook (.xlsb)'],
    ['of OpenOffice', zip('mimetype', 'content.xml'), 'OpenDocument'],
    ['that is a Word document', zip('word/document.xml'), 'Word document'],
    ['of Numbers', zip('Index/Document.iwa'), 'Apple Numbers'],
    [
      'with a truncated sheet',
      part('xl/worksheets/sheet1.xml', '<worksheet><sheetData><row><c><v>1'),
      'damaged',
    ],
    [
      'with broken compression',
      part('xl/worksheets/sheet1.xml', 'x', { packed: Buffer.from('ffff', 'hex') }),
      'damaged',
    ],
    ['with encrypted parts', part('xl/workbook.xml', '<workbook/>', { isEncrypted: true }), 'encrypted'],
    ['without relations', part('xl/_rels/workbook.xml.rels', '<Relationships/>'), 'no sheet with rows'],
    [
      'with a DOCTYPE',
      part('xl/worksheets/sheet1.xml', '<!DOCTYPE a [<!ENTITY b "cc">]><worksheet><sheetData/></worksheet>'),
      'damaged',
    ],
  ])('%s is rejected with a reason', async (_, bytes, error) => {
    await expect(readXlsx(bytes)).rejects.toThrow(error);
  });

  test('does not expand entities', async () => {
    const xml =
      '<worksheet><sheetData><row><c t="str"><v>Email</v></c></row><row><c t="str"><v>&lol;@acme.com &#0;&#xd800;</v></c></row></sheetData></worksheet>';
    const { rows } = await readXlsx(writeXlsx([{ name: 'A', rows: [], xml }]));
    expect(rows).toEqual([{ Email: '&lol;@acme.com \ufffd\ufffd' }]);
  });

  test('that unpacks to a thousand times its size is rejected before it is unpacked', async () => {
    const bomb = deflateRawSync(Buffer.alloc(40 * MIB, ' '));
    for (const name of [
      'xl/worksheets/sheet1.xml',
      'xl/sharedStrings.xml',
      'xl/styles.xml',
      'xl/workbook.xml',
    ]) {
      const started = performance.now();
      await expect(readXlsx(part(name, '', { packed: bomb }))).rejects.toThrow(
        /unpacks to far more|not a workbook/,
      );
      expect(performance.now() - started).toBeLessThan(5_000);
    }
  });

  test('whose cells repeat a long text too often is rejected', { timeout: 60_000 }, async () => {
    const texts = `<sst><si><t>${'x'.repeat(32_000)}</t></si></sst>`;
    const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(30)}</row>`;
    const xml = `<worksheet><sheetData>${row.repeat(1_000)}</sheetData></worksheet>`;
    const bytes = writeXlsx([{ name: 'A', rows: [], xml }], {
      parts: [{ name: 'xl/sharedStrings.xml', content: texts }],
    });
    await expect(readXlsx(bytes)).rejects.toThrow('unpacks to far more');
  });

  test('is read until its rows are far larger than the file', async () => {
    const wide = '<row><c r="SF1"><v>1</v></c></row>';
    const texts = `<sst><si><t>${'x'.repeat(32_000)}</t></si></sst>`;
    const blank = `<sst><si><t xml:space="preserve">${' '.repeat(32_000)}</t></si></sst>`;
    const repeating = `<row>${'<c t="s"><v>0</v></c>'.repeat(30)}</row>`.repeat(3_000);
    for (const [rows, strings] of [
      [wide.repeat(20_000), texts],
      [repeating, texts],
      [repeating, blank],
    ] as const) {
      const xml = `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
      const bytes = writeXlsx([{ name: 'A', rows: [], xml }], {
        parts: [{ name: 'xl/sharedStrings.xml', content: strings }],
      });
      const reader = await WorkbookReader.open(sourceOf(bytes), runHere);
      let written = 0;
      const readAll = async (): Promise<void> => {
        for await (const { length } of reader.readLines('A')) written += length;
      };
      await expect(readAll()).rejects.toThrow('unpacks to far more');
      expect(written).toBeLessThanOrEqual(16 * MIB);
    }
  });

  test('is parsed on other threads, and only little comes back', { timeout: 60_000 }, async () => {
    const many = (count: number, make: (index: number) => string): string =>
      Array.from({ length: count }, (_, index) => make(index)).join('');
    const target = `worksheets/${'x/'.repeat(100_000)}sheet1.xml`;
    const relation = (id: string, type: string, to: string): string =>
      `<Relationship Id="${id}" Type="${type}" Target="${to}"/>`;
    const bytes = writeXlsx([{ name: 'A', rows: [['Email'], ['ana@acme.com']], merged: ['A1:B1'] }], {
      parts: [
        ...Array.from({ length: 20_000 }, (_, index) => ({ name: `x${index}`, content: '', isStored: true })),
        {
          name: '_rels/.rels',
          content:
            many(20_000, (id) => relation(`a${id}`, 'x', 'y')) +
            relation('b', 'officeDocument', 'xl/workbook.xml'),
        },
        {
          name: 'xl/workbook.xml',
          content: `<workbook>${many(200, (id) => `<sheet name="A${id}" r:id="long"/>`)}<sheet name="A" r:id="a"/></workbook>`,
        },
        {
          name: 'xl/_rels/workbook.xml.rels',
          content:
            relation('long', 'worksheet', target) +
            relation('a', 'worksheet', 'worksheets/sheet1.xml') +
            relation('s', 'styles', 'styles.xml'),
        },
        {
          name: 'xl/styles.xml',
          content: `<numFmts>${many(2_000, (id) => `<numFmt numFmtId="${id}" formatCode="${'0'.repeat(2 + (id % 250))}"/>`)}</numFmts><cellXfs>${many(60_000, (id) => `<xf numFmtId="${id % 2_000}"/>`)}</cellXfs>`,
        },
        {
          name: 'xl/worksheets/sheet1.xml',
          content: `<sheetData><row><c t="inlineStr"><is><t>Email</t></is></c></row><row><c s="5"><v>7</v></c></row></sheetData>${many(150_000, () => '<mergeCell ref="A1:B1"/>')}`,
        },
      ],
    });
    const sizes = new Map<string, number>();
    let merged = 0;
    const run: RunTask = async (task, input, transfer) => {
      const output = await runHere(task, input, transfer);
      sizes.set(task.name, Math.max(sizes.get(task.name) ?? 0, serialize(output).length));
      merged = (input as { merged?: readonly unknown[] }).merged?.length ?? 0;
      return output;
    };
    const reader = await WorkbookReader.open(sourceOf(bytes), run);
    const lines: Buffer[] = [];
    for await (const line of reader.readLines('A')) lines.push(line);
    await reader.readShape('A');
    expect(Buffer.concat(lines).toString()).toBe('["Email"]\n["0000007"]\n');
    expect([...sizes.keys()].sort()).toEqual(
      ['findEntries', 'findWorkbook', 'readSheet', 'readSheetHead', 'readStyles', 'readWorkbook'].sort(),
    );
    expect(Math.max(...sizes.values())).toBeLessThan(200_000);
    expect(merged).toBe(1_000);
  });

  test('that claims to be smaller than it is does not overflow', async () => {
    const strings = `<sst>${'<si><t>abc</t></si>'.repeat(1_000)}</sst>`;
    await expect(readXlsx(part('xl/sharedStrings.xml', strings, { claimedBytes: 10 }))).rejects.toThrow(
      'more than 64 MiB of text',
    );
  });

  test('never makes the reader throw anything but a reason', async () => {
    const flips = fc.array(fc.tuple(fc.nat(file.length - 1), fc.integer({ min: 0, max: 255 })), {
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(flips, fc.nat(file.length), async (changes, length) => {
        const bytes = Buffer.from(file);
        for (const [at, byte] of changes) bytes[at] = byte;
        for (const broken of [bytes, bytes.subarray(0, length)]) {
          const result = await readXlsx(broken).catch((error: Error) => error);
          if (result instanceof Error) expect(result.constructor.name).toBe('BrokenWorkbook');
        }
      }),
      { numRuns: 300 },
    );
  });
});
