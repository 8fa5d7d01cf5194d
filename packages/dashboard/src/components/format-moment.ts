// Formats times, either short and relative or exact.

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const EXACT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' });
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const DAY_AND_YEAR = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** "just now", "12 min ago", "3 h ago", "4 d ago", then the date; "in 3 h" for future times. */
export function formatRelative(moment: Date, now: number): string {
  const distanceMs = now - moment.getTime();
  const length = Math.abs(distanceMs);
  if (length < MINUTE_MS) return 'just now';
  if (length >= 7 * DAY_MS) return formatDay(moment, now);
  const distance =
    length < HOUR_MS
      ? `${Math.floor(length / MINUTE_MS)} min`
      : length < DAY_MS
        ? `${Math.floor(length / HOUR_MS)} h`
        : `${Math.floor(length / DAY_MS)} d`;
  return distanceMs > 0 ? `${distance} ago` : `in ${distance}`;
}

export function formatExact(moment: Date): string {
  return EXACT.format(moment);
}

/** "24 Nov", with the year unless it is this year. */
export function formatDay(moment: Date, now: number): string {
  const isThisYear = moment.getFullYear() === new Date(now).getFullYear();
  return (isThisYear ? DAY : DAY_AND_YEAR).format(moment);
}
