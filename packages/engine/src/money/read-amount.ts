// Reads an amount of money as people write it: 24000, 24.000 €, 1'234.50. Anything ambiguous, or that means more than
// its digits (24k), is rejected rather than guessed. Has its own entry point, so that a page can read an amount without
// loading the engine.

import { CURRENCY_CODES } from './currency-codes.ts';

export const MAX_AMOUNT = 999_999_999_999;

const MAX_LENGTH = 60;

const DIGITS = String.raw`(?<whole>\d+|[1-9]\d{0,2}(?:(?<mark>[.,'’\s])\d{3})(?:\k<mark>\d{3})*)`;
const DECIMALS = String.raw`(?:(?!\k<mark>\d)[.,](?<decimals>\d{1,2}))?`;
const AMOUNT = new RegExp(`^(?<before>[^\\d]*?)\\s*${DIGITS}${DECIMALS}\\s*(?<after>[^\\d]*)$`, 'u');

/** An optional currency symbol or word. */
const CURRENCY =
  /^(?:(?:US|CA?|AU?|NZ|HK|R|S)?\p{Sc}|s?fr\.?|kr\.?|rs\.?|zł|kč|ft|lei|euros?|dollars?|pounds?)?$/iu;

/** Null if the text is not an amount from 0 to MAX_AMOUNT. */
export function readAmount(text: string): number | null {
  if (text.length > MAX_LENGTH) return null;
  const { before = '', whole, decimals = '', after = '' } = AMOUNT.exec(text.trim())?.groups ?? {};
  if (whole === undefined || !isCurrency(before) || !isCurrency(after)) return null;
  const amount = Number(`${whole.replace(/\D/g, '')}.${decimals}`);
  return amount <= MAX_AMOUNT ? amount : null;
}

function isCurrency(text: string): boolean {
  return CURRENCY.test(text) || CURRENCY_CODES.has(text.toUpperCase());
}
