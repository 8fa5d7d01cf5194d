// Names the days of an office week.

/** From Monday (1) to Sunday (7). */
export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

const shorten = (day: number): string => (WEEKDAYS[day - 1] ?? '').slice(0, 3);

/** "Mon to Fri", "Mon, Wed and Fri". */
export function describeDays(days: readonly number[]): string {
  const sorted = days.toSorted((a, b) => a - b);
  const [first = 1, last = 1] = [sorted[0], sorted.at(-1)];
  if (sorted.length === 7) return 'Every day';
  if (sorted.length > 2 && last - first === sorted.length - 1) return `${shorten(first)} to ${shorten(last)}`;
  return new Intl.ListFormat('en-GB').format(sorted.map(shorten));
}
