// Formats times, either short and relative or exact.

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

type Zone = string | undefined;

/** A format of each time zone; without one, of the browser's. */
function inZones(options: Intl.DateTimeFormatOptions): (timeZone: Zone) => Intl.DateTimeFormat {
  const formats = new Map<Zone, Intl.DateTimeFormat>();
  return (timeZone) => {
    const format =
      formats.get(timeZone) ??
      new Intl.DateTimeFormat('en-GB', timeZone === undefined ? options : { ...options, timeZone });
    formats.set(timeZone, format);
    return format;
  };
}

const EXACT = inZones({ dateStyle: 'medium', timeStyle: 'long' });
const CLOCK = inZones({ dateStyle: 'medium', timeStyle: 'short' });
const DAY = inZones({ day: 'numeric', month: 'short' });
const DAY_AND_YEAR = inZones({ day: 'numeric', month: 'short', year: 'numeric' });
const YEAR = inZones({ year: 'numeric' });

/** "just now", "12 min ago", "3 h ago", "4 d ago", then the date; "in 3 h" for future times. */
export function formatRelative(moment: Date, now: number, timeZone?: string): string {
  const distanceMs = now - moment.getTime();
  const length = Math.abs(distanceMs);
  if (length < MINUTE_MS) return 'just now';
  if (length >= 7 * DAY_MS) return formatDay(moment, now, timeZone);
  const distance =
    length < HOUR_MS
      ? `${Math.floor(length / MINUTE_MS)} min`
      : length < DAY_MS
        ? `${Math.floor(length / HOUR_MS)} h`
        : `${Math.floor(length / DAY_MS)} d`;
  return distanceMs > 0 ? `${distance} ago` : `in ${distance}`;
}

export const formatExact = (moment: Date, timeZone?: string): string => EXACT(timeZone).format(moment);

/** "24 Nov 2026, 14:05" */
export const formatClock = (moment: Date, timeZone?: string): string => CLOCK(timeZone).format(moment);

/** "24 Nov", with the year unless it is this year. */
export function formatDay(moment: Date, now: number, timeZone?: string): string {
  const year = YEAR(timeZone);
  const isThisYear = year.format(moment) === year.format(now);
  return (isThisYear ? DAY : DAY_AND_YEAR)(timeZone).format(moment);
}
