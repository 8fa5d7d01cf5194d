// Formats revenue without cents: "€1,200", and "€12.3m" from ten million.

import { styleCurrency } from '../../components/format-number.ts';

export function formatRevenue(amount: number, currency: string): string {
  return format(amount, currency, 10_000_000, 1);
}

/** "€1.38m" from a million, to fit into a tile. */
export function formatShortRevenue(amount: number, currency: string): string {
  return format(amount, currency, 1_000_000, 2);
}

function format(amount: number, currency: string, shortFrom: number, digits: number): string {
  const isShort = amount >= shortFrom;
  return new Intl.NumberFormat('en-GB', {
    ...styleCurrency(currency),
    maximumFractionDigits: isShort ? digits : 0,
    ...(isShort ? { notation: 'compact' } : {}),
  }).format(amount);
}
