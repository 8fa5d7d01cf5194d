// Long, repetitive and strange inputs must be scored quickly.

import { describe, expect, test } from 'vitest';
import { explain, readBudget, readLead, score } from '../src/index.ts';
import { NOW } from './make-lead.ts';

const MAX_MS = 250;
const LENGTH = 20_000;
const fill = (piece: string): string => piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH);

const pieces = [
  'a-',
  '.a ',
  'a.',
  '9 ',
  '9,',
  '1 000 ',
  '$',
  '- ',
  'k ',
  'ready to ',
  'not ',
  'a',
  '\u200b',
  '\ufdfa',
  '万',
  '😀',
  '“',
  '(',
  '\\',
  'https://',
  'www.',
  '5k-',
  '1.',
  'one hundred ',
  'maybe next year ',
  '\n',
  '\u001e',
  'ß',
  'e\u0301',
  '\ud800',
];

/** In milliseconds, the shorter of two: other processes may be busy. */
function cpuOf(work: () => unknown): number {
  const times = [1, 2].map(() => {
    const started = process.cpuUsage();
    work();
    return process.cpuUsage(started).user / 1000;
  });
  return Math.min(...times);
}

describe('twenty thousand hostile characters', () => {
  test.each(pieces.map((piece) => [JSON.stringify(piece), fill(piece)]))(
    'of %s are scored quickly',
    (_, text) => {
      for (const field of ['name', 'email', 'phone', 'budget', 'message', 'source']) {
        const read = readLead({ phone: '1', email: 'a@b.co', [field]: text });
        if (!read.ok) continue;
        expect(
          cpuOf(() => score(read.lead, { now: NOW })),
          field,
        ).toBeLessThan(MAX_MS);
      }
      expect(cpuOf(() => readBudget(text))).toBeLessThan(MAX_MS);
    },
  );

  test('in two hundred long answers are scored and explained quickly', () => {
    const custom_fields = Object.fromEntries(
      Array.from({ length: 200 }, (_, i) => [
        `${['Describe', 'Company size', 'Timeline', 'Budget'][i % 4]} ${i}`,
        '\ufdfa a-'.repeat(120),
      ]),
    );
    const read = readLead({ email: 'a@b.co', custom_fields });
    if (!read.ok) throw new Error(read.error);
    expect(cpuOf(() => score(read.lead, { now: NOW }))).toBeLessThan(4 * MAX_MS);
    explain(read.lead, { now: NOW });
  });
});
