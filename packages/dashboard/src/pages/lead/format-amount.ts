// A sum of money without its currency, which an outcome does not name: 1,200 or 1,200.50.

export function formatAmount(amount: number): string {
  const digits = Number.isInteger(amount) ? 0 : 2;
  return amount.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
