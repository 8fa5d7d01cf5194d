// Calendar days and times of day in a time zone, with the rules that Intl knows.

export const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Counts calendar days since 1970-01-01. */
export const dayOf = (atMs: number, zone: string): number => Math.floor(wallClock(atMs, zone) / DAY_MS);

/** Monday is 1, Sunday is 7. */
export const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;

/** What the clock on the wall shows, as if it were UTC. */
export const wallClock = (atMs: number, zone: string): number => atMs + offsetAt(atMs, zone);

/** The moment at which the clocks show this time. A time that is skipped in spring counts as an hour later; of one that
 * comes twice in autumn, the second counts. */
export function momentOf(day: number, minutes: number, zone: string): number {
  const wall = day * DAY_MS + minutes * MINUTE_MS;
  const before = offsetAt(wall - DAY_MS, zone);
  const after = offsetAt(wall + DAY_MS, zone);
  const isAfter = before === after || offsetAt(wall - after, zone) === after;
  return wall - (isAfter ? after : before);
}

interface Zone {
  readonly clock: Intl.DateTimeFormat;
  /** By minute since 1970. Lists ask for the same opening hours again and again, and Intl takes its time. */
  readonly offsets: Map<number, number>;
}

const zones = new Map<string, Zone>();
const MAX_OFFSETS = 10_000;

/** How far the clocks are ahead of UTC. */
function offsetAt(atMs: number, name: string): number {
  const { clock, offsets } = findZone(name);
  const minute = Math.floor(atMs / MINUTE_MS);
  const known = offsets.get(minute);
  if (known !== undefined) return known;
  if (offsets.size >= MAX_OFFSETS) offsets.clear();
  const offset = readClock(clock, minute * MINUTE_MS) - minute * MINUTE_MS;
  offsets.set(minute, offset);
  return offset;
}

function readClock(clock: Intl.DateTimeFormat, atMs: number): number {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of clock.formatToParts(atMs)) parts[type] = Number(value);
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function findZone(name: string): Zone {
  const known = zones.get(name);
  if (known !== undefined) return known;
  const zone = { clock: makeClock(name), offsets: new Map<number, number>() };
  zones.set(name, zone);
  return zone;
}

function makeClock(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
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
    if (timeZone === 'UTC') throw error;
    return makeClock('UTC');
  }
}
