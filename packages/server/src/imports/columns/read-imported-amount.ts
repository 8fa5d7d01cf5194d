// Reads deal values in the formats that exports use, such as 1,234.50, 1.234,50 €, 12k and 0.1250000.

import { readBudget } from '@leadline/engine';
import { MAX_AMOUNT, readAmount } from '@leadline/engine/amount';

/** Long input would make the patterns slow. */
const MAX_LENGTH = 40;

/** A single number, optionally with a currency and a scale. Without it, the budget reader would accept sentences. */
const ONE_AMOUNT = /^[^\d(-]{0,8}\d[\d.,'’\s]*(?:-|\p{L}{0,10}\.?)?[\s\p{Sc}]*\p{L}{0,5}\.?$/u;

/** Databases export any number of decimals. Numbers like 1.234 don't match, because they mean thousands. */
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
