import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { formatAmount, readBudget } from '../src/index.ts';

interface Spelling {
  readonly text: string;
  readonly min: number | null;
  readonly max: number | null;
  readonly currency: string | null;
  readonly period: string | null;
  readonly stated: boolean;
}

const spellings = readFileSync(new URL('../cases/budgets/tune.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Spelling);

/** Read wrongly today, and known to be: each is a text we would like to read. */
const KNOWN_MISSES = new Set([
  'alle 1 000 €/kk',
  'шестизначная сумма',
  '1万円じゃなくて10万円です',
  '预算20w以内',
  '1tr5 VND',
  "I'd say thirty, thirty-five thousand dollars",
]);

describe('budgets as people write them', () => {
  test('there are at least 400 spellings', () => {
    expect(spellings.length).toBeGreaterThanOrEqual(400);
  });

  test.each(spellings.filter(({ text }) => !KNOWN_MISSES.has(text)))('$text', ({ text, ...expected }) => {
    expect(readBudget(text)).toMatchObject(expected);
  });

  test.each(spellings.filter(({ text }) => KNOWN_MISSES.has(text)))(
    'still misread: $text',
    ({ text, ...expected }) => {
      expect(readBudget(text)).not.toMatchObject(expected);
    },
  );
});

describe('numbers that could be something else', () => {
  test.each(['10000 - 2020202020202020 quadrillion GBP', 'EUR 99999999999999999999'])(
    'more than any budget is left unread: %s',
    (text) => {
      const { max, min } = readBudget(text);
      expect(Math.max(max ?? 0, min ?? 0)).toBeLessThanOrEqual(1e15);
    },
  );

  test('Arabic figures have separators of their own', () => {
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

describe('the trace of a budget', () => {
  test('says what was read from which words', () => {
    expect(readBudget('$15k-20k/mo').trace).toEqual([
      { text: '15k-20k', read: '15,000 to 20,000' },
      { text: '$', read: 'USD' },
      { text: '/ mo', read: 'a month' },
    ]);
  });

  test('says which figures are not money', () => {
    expect(readBudget('20 users, 50 usd each').trace[0]).toEqual({
      text: '20',
      read: 'counts something else',
    });
    expect(readBudget('2026 budget: 30k').trace[0]).toEqual({ text: '2026', read: 'a year' });
  });
});

test('amounts are written alike on every machine', () => {
  expect([5, 999, 1000, 1234567.5, 15_000_000].map(formatAmount)).toEqual([
    '5',
    '999',
    '1,000',
    '1,234,567.5',
    '15,000,000',
  ]);
});
