// Formats revenue without cents: "€1,200", and "€12.3m" from ten million.

export function formatRevenue(amount: number, currency: string): string {
  const isLarge = amount >= 10_000_000;
  return new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency,
    maximumFractionDigits: isLarge ? 1 : 0,
    ...(isLarge ? { notation: 'compact' } : {}),
  }).format(amount);
}
