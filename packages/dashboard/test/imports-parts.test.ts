// Refused rows come as a file, in pieces that end anywhere.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CsvReader } from '../src/pages/imports/csv-reader.ts';

const value = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '"', ',', '\n', '\r', ' ') });
const quote = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

test('CSV is read the same however it is cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(value, { minLength: 2, maxLength: 4 }), { maxLength: 6 }),
      fc.array(fc.nat(200)),
      fc.boolean(),
      (rows, cuts, hasLastBreak) => {
        const text = rows.map((row) => row.map(quote).join(',')).join('\r\n') + (hasLastBreak ? '\r\n' : '');
        const reader = new CsvReader();
        const ends = [...new Set(cuts.map((cut) => Math.min(cut, text.length)))].sort((a, b) => a - b);
        const pieces = [0, ...ends].map((from, index) => text.slice(from, ends[index] ?? text.length));
        const read = pieces.flatMap((piece) => reader.take(piece, false));
        read.push(...reader.take('', true));
        expect(read).toEqual(rows.length === 0 && hasLastBreak ? [['']] : rows);
      },
    ),
  );
});
