// Reads an amount of money as people write it: 24000, 24.000 €, 1'234.50. Rejects anything ambiguous or abbreviated (24k)
// instead of guessing.

import { MAX_DEAL_VALUE } from '@leadline/contract/limits';

const DIGITS = String.raw`(?<whole>\d+|[1-9]\d{0,2}(?:(?<mark>[.,'’\s])\d{3})(?:\k<mark>\d{3})*)`;
const DECIMALS = String.raw`(?:(?!\k<mark>\d)[.,](?<decimals>\d{1,2}))?`;
const AMOUNT = new RegExp(`^(?<before>[^\\d]*?)\\s*${DIGITS}${DECIMALS}\\s*(?<after>[^\\d]*)$`, 'u');

/** Nothing, a currency sign or a currency name; codes are looked up. */
const CURRENCY =
  /^(?:(?:US|CA?|AU?|NZ|HK|R|S)?\p{Sc}|s?fr\.?|kr\.?|rs\.?|zł|kč|ft|lei|euros?|dollars?|pounds?)?$/iu;
const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Null if it is not an amount, negative, or too large to record. */
export function readAmount(text: string): number | null {
  const { before = '', whole, decimals = '', after = '' } = AMOUNT.exec(text.trim())?.groups ?? {};
  if (whole === undefined || !isCurrency(before) || !isCurrency(after)) return null;
  const amount = Number(`${whole.replace(/\D/g, '')}.${decimals}`);
  return amount <= MAX_DEAL_VALUE ? amount : null;
}

function isCurrency(text: string): boolean {
  return CURRENCY.test(text) || CODES.has(text.toUpperCase());
}
