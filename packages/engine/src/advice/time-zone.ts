// Calendar days and times of day in a time zone, with the rules that Intl knows.

export const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  const clock = makeClock(zone);
  clocks.set(zone, clock);
  return clock;
}

function makeClock(zone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch (error) {
    // Old browsers lack the newest names. Their times are off then, but the page works.
    if (zone === 'UTC') throw error;
    return clockOf('UTC');
  }
}

/** What the clock on the wall shows, as if it were UTC. */
export function wallClock(atMs: number, zone: string): number {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of clockOf(zone).formatToParts(atMs)) parts[type] = Number(value);
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Counts calendar days since 1970-01-01. */
export const dayOf = (atMs: number, zone: string): number => Math.floor(wallClock(atMs, zone) / DAY_MS);

/** Monday is 1, Sunday is 7. */
export const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;

/** The moment at which the clocks show this time. A time that is skipped in spring counts as an hour later; of one that
 * comes twice in autumn, the second counts. */
export function momentOf(day: number, minutes: number, zone: string): number {
  const wall = day * DAY_MS + minutes * MINUTE_MS;
  const before = offsetAt(wall - DAY_MS, zone);
  const after = offsetAt(wall + DAY_MS, zone);
  const isAfter = before === after || offsetAt(wall - after, zone) === after;
  return wall - (isAfter ? after : before);
}

const offsetAt = (atMs: number, zone: string): number =>
  wallClock(atMs, zone) - Math.floor(atMs / 1_000) * 1_000;
