// Cells of CSV downloads: no spreadsheet runs a formula from them, whichever separator it splits lines at.

import { CsvReader, readCell, writeCell, writePhone } from '@leadline/csv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '−'];
const FORMULA = new RegExp(`^"*[\\s\u200b\ufeff]*[${SIGNS.join('').replace('-', '\\-')}]`);

describe('writing a cell', () => {
  test.each([
    ['plain', 'plain'],
    ['a;b', 'a;b'],
    ['+44 20 7183 8750', "'+44 20 7183 8750"],
    ['a;-5', "a;'-5"],
    ['=1+1', "'=1+1"],
    ['a;=1+1', "a;'=1+1"],
    ['a;@SUM(A1);b', "a;'@SUM(A1);b"],
    ['a\t=1+1', "a\t'=1+1"],
    ['a,=1+1', `"a,'=1+1"`],
    ['a\n=1+1', `"a\n'=1+1"`],
    ['a;"=1+1"', `"a;""'=1+1"""`],
    ['\t=1+1', "'\t'=1+1"],
    ['a;\tb', "a;'\tb"],
    ['one\r\n\r\ntwo', '"one\r\n\r\ntwo"'],
    ["it's = a - test", "it's = a - test"],
    ['＝1+1', "'＝1+1"],
    ['a,＋cmd', `"a,'＋cmd"`],
    ['a;－2', "a;'－2"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ['﹦1', "'﹦1"],
    ['−5', "'−5"],
    ['  =1+1', "'  =1+1"],
    ['\u200b=1+1', "'\u200b=1+1"],
    ['\ufeff=1+1', "'\ufeff=1+1"],
    ['\u3000＝1+1', "'\u3000＝1+1"],
    ['a|=1+1', "a|'=1+1"],
    ['a\u2028=1+1', "a\u2028'=1+1"],
    ['Ｔｏｋｙｏ－３', 'Ｔｏｋｙｏ－３'],
  ])('turns %j into %j', (text, cell) => {
    expect(writeCell(text)).toBe(cell);
  });

  test.each([
    ['+44 20 7183 8750', '+44 20 7183 8750'],
    ['+1 (212) 555-0123', '+1 (212) 555-0123'],
    ['030 23125', '030 23125'],
    ['+A1', "'+A1"],
    ['+1+cmd|A0', "'+1+cmd|A0"],
    ['+1,5', `"'+1,5"`],
    ['-5', "'-5"],
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
  ])('turns the phone number %j into %j', (text, cell) => {
    expect(writePhone(text)).toBe(cell);
  });

  test('leaves no formula at the start of a cell, split at any separator', () => {
    const signs = fc.constantFrom(...SIGNS, '\t', '\r', '\n', ',', ';', '"', "'", 'a', '1', ' ', '\u200b');
    const texts = fc.array(
      fc.array(signs, { maxLength: 12 }).map((text) => text.join('')),
      { minLength: 1, maxLength: 3 },
    );
    fc.assert(
      fc.property(texts, (values) => {
        const line = values.map(writeCell).join(',');
        for (const separator of [/,/, /;/, /\t/, /[,;\t]/]) {
          // Line feeds inside a cell start a line of their own if its quotes are ignored.
          const cells = line.split('\n').flatMap((part) => part.split(separator));
          expect(cells.filter((cell) => FORMULA.test(cell))).toEqual([]);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('can be read back', () => {
    const signs = fc.constantFrom(...SIGNS, '\t', '\r', '\n', ',', ';', '"', 'a', '1', ' ');
    const text = fc.array(signs, { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(fc.oneof(text, fc.string()), { minLength: 2, maxLength: 5 }), (values) => {
        fc.pre(!values.some((value) => value.includes("'")));
        const line = Buffer.from(`${values.map(writeCell).join(',')}\r\n`);
        const [row] = new CsvReader().read(line, true);
        expect(row?.map(readCell)).toEqual(values);
      }),
    );
  });

  test('takes linear time', () => {
    const started = performance.now();
    for (const text of ['"', '=', ';=', '";"=', '-1', ';\t', ' ', '; ', '＝ '])
      writeCell(text.repeat(200_000));
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
