// The amount a lead was won for, as exports write it: besides 1,234.50 and 1.234,50 €, also 12k and 0.1250000.

import { readBudget } from '@leadline/engine';
import { MAX_AMOUNT, readAmount } from '@leadline/engine/amount';

/** Keeps the patterns fast on a page of blanks. */
const MAX_LENGTH = 40;

/** One number with at most a currency and a scale around it: the budget reader alone would find one in a sentence. */
const ONE_AMOUNT = /^[^\d(-]{0,8}\d[\d.,'’\s]*(?:-|\p{L}{0,10}\.?)?[\s\p{Sc}]*\p{L}{0,5}\.?$/u;

/** Databases write any number of decimals. Three of them after up to three digits are rather thousands: 1.234. */
const DATABASE_DECIMALS = /^(?:\d+\.\d{4,}|\d{4,}\.\d+)$/;

/** Null if the value is not a single amount. */
export function readImportedAmount(value: unknown): number | null {
  if (typeof value === 'number') return roundAmount(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (text.length > MAX_LENGTH) return null;
  if (DATABASE_DECIMALS.test(text)) return roundAmount(Number(text));
  return readAmount(text) ?? readScaledAmount(text);
}

function readScaledAmount(text: string): number | null {
  if (!ONE_AMOUNT.test(text)) return null;
  const { stated, min, max, period, isPerUnit } = readBudget(text);
  return stated && min === max && min !== null && period === null && !isPerUnit ? roundAmount(min) : null;
}

function roundAmount(amount: number): number | null {
  return amount >= 0 && amount <= MAX_AMOUNT ? Math.round(amount * 100) / 100 : null;
}
