// Reads deal values as exports write them: 1,234.50 and 1.234,50 €, but also 12k and 0.1250000.

import { readBudget } from '@leadline/engine';
import { MAX_AMOUNT, readAmount } from '@leadline/engine/amount';

/** Keeps the patterns fast on long input. */
const MAX_LENGTH = 40;

/** A single number, optionally with a currency and a scale. Without this, the budget reader would accept a sentence. */
const ONE_AMOUNT = /^[^\d(-]{0,8}\d[\d.,'’\s]*(?:-|\p{L}{0,10}\.?)?[\s\p{Sc}]*\p{L}{0,5}\.?$/u;

/** Databases write any number of decimals. Three decimals after one to three digits are thousands instead: 1.234. */
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
