import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CsvReader } from '../src/index.ts';

const encoder = new TextEncoder();
const value = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\ufeff', '"', ',', '\n', '\r', ' ') });
const quote = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

test('CSV reads the same wherever its chunks end', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(value, { minLength: 2, maxLength: 4 }), { maxLength: 6 }),
      fc.array(fc.nat(200)),
      fc.boolean(),
      (rows, cuts, hasLastBreak) => {
        const text = rows.map((row) => row.map(quote).join(',')).join('\r\n') + (hasLastBreak ? '\r\n' : '');
        const bytes = encoder.encode(text);
        const reader = new CsvReader();
        const ends = [...new Set(cuts.map((cut) => Math.min(cut, bytes.length)))].sort((a, b) => a - b);
        const chunks = [0, ...ends].map((from, index) => bytes.subarray(from, ends[index] ?? bytes.length));
        const read = chunks.flatMap((chunk) => reader.read(chunk, false));
        read.push(...reader.read(new Uint8Array(), true));
        expect(read).toEqual(rows.length === 0 && hasLastBreak ? [['']] : rows);
      },
    ),
  );
});

test('a row may have the columns the server adds to the longest row it accepts', () => {
  const values = Array.from({ length: 502 }, (_, index) => String(index));
  expect(new CsvReader().read(encoder.encode(`${values.join(',')}\r\n`), true)).toEqual([values]);
});

test('a row may be larger than an imported row because its quotes are doubled', () => {
  const text = '"'.repeat(1024 * 1024);
  expect(new CsvReader().read(encoder.encode(`${quote(text)},1\r\n`), true)).toEqual([[text, '1']]);
});

test('a quote that never closes costs only its line', () => {
  const read = new CsvReader().read(encoder.encode('a,"b\r\nc,d\r\n'), true);
  expect(read).toEqual([['a,"b\r\n'], ['c', 'd']]);
});
