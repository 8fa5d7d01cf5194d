/** 1234567.5 → 1,234,567.5. Avoids Intl so that every platform gives the same result. */
export function formatAmount(amount: number): string {
  const text = String(Math.round(amount * 100) / 100);
  const point = text.indexOf('.');
  const whole = point < 0 ? text : text.slice(0, point);
  if (whole.length <= 3 || whole.includes('e')) return text;
  let grouped = '';
  for (let end = whole.length; end > 0; end -= 3) {
    grouped = whole.slice(Math.max(0, end - 3), end) + (grouped === '' ? '' : `,${grouped}`);
  }
  return point < 0 ? grouped : grouped + text.slice(point);
}
