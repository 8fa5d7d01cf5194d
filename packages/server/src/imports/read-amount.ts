// The amount a lead was won for, as exports write it: 1234.5, 1,234.50, 1.234,50 €, 12k.

import { readBudget } from '@leadline/engine';

/** As the outcomes of the API are limited. */
const MOST = 999_999_999_999;

/** No amount is longer, and a pattern must not be slow on a page of blanks. */
const LONGEST = 40;

/** One number with at most a currency and a scale around it: the budget reader alone would find one in a sentence. */
const ONE_AMOUNT = /^[^\d(-]{0,8}\d[\d.,'’\s]*(?:-|\p{L}{0,10}\.?)?[\s\p{Sc}]*\p{L}{0,5}\.?$/u;
/** Databases write any number of decimals; three behind three digits or fewer are rather thousands: 1.234. */
const PLAIN = /^\d+(?:\.(?:\d{1,2}|\d{4,}))?$|^\d{4,}\.\d+$/;

/** Null when it is not one amount. */
export function readAmount(value: unknown): number | null {
  if (typeof value === 'number') return limit(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (text.length <= LONGEST && PLAIN.test(text)) return limit(Number(text));
  if (text.length > LONGEST || !ONE_AMOUNT.test(text)) return null;
  const { stated, min, max, period, isPerUnit } = readBudget(text);
  return stated && min === max && min !== null && period === null && !isPerUnit ? limit(min) : null;
}

function limit(amount: number): number | null {
  return amount >= 0 && amount <= MOST ? Math.round(amount * 100) / 100 : null;
}
