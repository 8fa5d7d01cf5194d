// Numbers as people read them: 1,234 and 42%.

const COUNT = new Intl.NumberFormat('en-GB');
const ONE_DIGIT = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });

export function formatCount(count: number): string {
  return COUNT.format(count);
}

/** "1 lead", "1,234 leads". */
export function formatCountOf(count: number, one: string, many = `${one}s`): string {
  return `${COUNT.format(count)} ${count === 1 ? one : many}`;
}

/** From 0 to 1. Only exactly 0 is 0%, and only exactly 1 is 100%. */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.005) return '<1%';
  if (share < 1 && share > 0.995) return '>99%';
  return `${Math.round(share * 100)}%`;
}

/** An amount without currency, since outcomes have none: 1,200 or 1,200.50. */
export function formatAmount(amount: number): string {
  const digits = Number.isInteger(amount) ? 0 : 2;
  return amount.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** In decimal units, like a file manager. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${ONE_DIGIT.format(bytes / 1_000)} kB`;
  if (bytes < 1_000_000_000) return `${ONE_DIGIT.format(bytes / 1_000_000)} MB`;
  return `${ONE_DIGIT.format(bytes / 1_000_000_000)} GB`;
}
