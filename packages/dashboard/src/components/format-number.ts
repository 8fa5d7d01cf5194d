// Formats numbers for display: 1,234 and 42%.

const COUNT = new Intl.NumberFormat('en-GB');
const ONE_DIGIT = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });

export function formatCount(count: number): string {
  return COUNT.format(count);
}

/** "1 lead", "1,234 leads". */
export function formatCountOf(count: number, one: string, many = `${one}s`): string {
  return `${COUNT.format(count)} ${count === 1 ? one : many}`;
}

/** Takes a share from 0 to 1. Only an exact 0 becomes 0%, and only an exact 1 becomes 100%. */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.005) return '<1%';
  if (share < 1 && share > 0.995) return '>99%';
  return `${Math.round(share * 100)}%`;
}

/** Takes shares from 0 to 1: "31–54%". */
export function formatBounds(low: number, high: number): string {
  return `${formatShare(low).replace('%', '')}–${formatShare(high)}`;
}

/** Plain "$" for US dollars only: other currencies with that symbol keep their country, as in "CA$". */
export function styleCurrency(currency: string): Intl.NumberFormatOptions {
  return { style: 'currency', currency, currencyDisplay: currency === 'USD' ? 'narrowSymbol' : 'symbol' };
}

/** €1,200 or €1,200.50. Without a currency, only the number. */
export function formatMoney(amount: number, currency: string | null): string {
  return amount.toLocaleString('en-GB', {
    ...(currency === null ? { maximumFractionDigits: 2 } : styleCurrency(currency)),
    ...(Number.isInteger(amount) ? { maximumFractionDigits: 0 } : { minimumFractionDigits: 2 }),
  });
}

/** Uses decimal units (1 kB = 1,000 bytes), as file managers do. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${ONE_DIGIT.format(bytes / 1_000)} kB`;
  if (bytes < 1_000_000_000) return `${ONE_DIGIT.format(bytes / 1_000_000)} MB`;
  return `${ONE_DIGIT.format(bytes / 1_000_000_000)} GB`;
}
