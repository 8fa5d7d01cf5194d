import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { formatAmount, readBudget, readOrderValue } from '../../src/index.ts';

interface Spelling {
  readonly text: string;
  readonly min: number | null;
  readonly max: number | null;
  readonly currency: string | null;
  readonly period: string | null;
  readonly stated: boolean;
}

const spellings = readFileSync(new URL('../../cases/budgets/tune.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Spelling);

/** Known misreadings that should be fixed some day. */
const KNOWN_MISSES = new Set([
  'alle 1 000 €/kk',
  'шестизначная сумма',
  '预算20w以内',
  '1tr5 VND',
  "I'd say thirty, thirty-five thousand dollars",
]);

describe('reading budgets as people write them', () => {
  test('covers at least 400 spellings', () => {
    expect(spellings.length).toBeGreaterThanOrEqual(400);
  });

  test.each(spellings.filter(({ text }) => !KNOWN_MISSES.has(text)))('$text', ({ text, ...expected }) => {
    expect(readBudget(text)).toMatchObject(expected);
  });

  test.each(spellings.filter(({ text }) => KNOWN_MISSES.has(text)))(
    'still misreads "$text"',
    ({ text, ...expected }) => {
      expect(readBudget(text)).not.toMatchObject(expected);
    },
  );
});

describe('numbers that could be something else', () => {
  test.each(['10000 - 2020202020202020 quadrillion GBP', 'EUR 99999999999999999999'])(
    'ignores an amount larger than any budget: %s',
    (text) => {
      const { max, min } = readBudget(text);
      expect(Math.max(max ?? 0, min ?? 0)).toBeLessThanOrEqual(1e15);
    },
  );

  test('reads Arabic digits and their separators', () => {
    expect(readBudget('٥٠٬٠٠٠ ريال')).toMatchObject({ min: 50_000, currency: 'SAR' });
    expect(readBudget('٥٠٬٠٠٠٫٥ ريال')).toMatchObject({ min: 50_000.5 });
  });

  test.each(['2020+ usd', '2020 per month', 'max 2020', 'around 2020, in usd', '2020 kr', '7012345678 USD'])(
    '%s is money',
    (text) => {
      expect(readBudget(text).stated).toBe(true);
    },
  );

  test.each(['in 2026', 'budget for 2027 not decided', '-5000', 'call me at 617-412-8830'])(
    '%s is not',
    (text) => {
      expect(readBudget(text).stated).toBe(false);
    },
  );
});

describe('a quantity and a unit price', () => {
  test.each([
    ['30 x 250€', 7500, 'EUR'],
    ['10x $40', 400, 'USD'],
    ['12 Stück à 80 Euro', 960, 'EUR'],
    ['200 usd each x 30', 6000, 'USD'],
    ['20 users, 50 usd each', 1000, 'USD'],
  ])('are multiplied: %s', (text, value, currency) => {
    expect(readOrderValue(text)).toMatchObject({ min: value, max: value, currency });
  });

  test.each(['3 x 4 m, 2000 EUR', 'a 2 x 3 m banner for 2000 EUR'])(
    'measures are not a quantity: %s',
    (text) => {
      expect(readOrderValue(text)).toMatchObject({ min: 2000, max: 2000 });
    },
  );
});

describe('the trace of a budget', () => {
  test('shows which words were read as what', () => {
    expect(readBudget('$15k-20k/mo').trace).toEqual([
      { text: '15k-20k', read: '15,000 to 20,000' },
      { text: '$', read: 'USD' },
      { text: '/ mo', read: 'a month' },
    ]);
  });

  test('shows which numbers are not money', () => {
    expect(readBudget('20 users, 50 usd each').trace[0]).toEqual({
      text: '20',
      read: 'counts something else',
    });
    expect(readBudget('2026 budget: 30k').trace[0]).toEqual({ text: '2026', read: 'a year' });
  });
});

test('amounts are formatted the same on every platform', () => {
  expect([5, 999, 1000, 1234567.5, 15_000_000].map(formatAmount)).toEqual([
    '5',
    '999',
    '1,000',
    '1,234,567.5',
    '15,000,000',
  ]);
});
