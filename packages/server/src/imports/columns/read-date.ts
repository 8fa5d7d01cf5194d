// Reads dates in the formats that exports use. The separator determines the order: dots mean day.month.year, dashes
// mean year-month-day, and slashes depend on the file (see find-date-order.ts). Dates with dashes and the year last are
// rejected, because some people put the month first and others the day. Times without a zone are read as UTC.

export type DateRead =
  | { readonly ok: true; readonly date: Date }
  | { readonly ok: false; readonly error: string };

const DAY = 24 * 60 * 60 * 1_000;
const EARLIEST = Date.UTC(2000, 0, 1);
/** Timestamps below this are in seconds (up to the year 5138), those above in milliseconds (from 1973 on). */
const MAX_SECONDS = 1e11;
const MAX_LENGTH = 60;

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);

const UNIX = /^\d{9,13}(?:\.\d+)?$/;
const YEAR_FIRST = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})(?!\d)(.*)$/;
const YEAR_LAST = /^(\d{1,2})([./])\s?(\d{1,2})\2\s?(\d{4}|\d{2})(?!\d)(.*)$/;
const DAY_AND_WORD = /^(\d{1,2})[\s-]([a-z]{3,9})\.?[\s,-]+(\d{4})(?!\d)(.*)$/i;
const WORD_AND_DAY = /^([a-z]{3,9})\.?\s+(\d{1,2}),?\s+(\d{4})(?!\d)(.*)$/i;
const TIME =
  /^[T,]?\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(?:([ap])\.?m\.?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i;

/** The error message completes a sentence that starts with the value. */
export function readDate(value: unknown, now: Date, isDayFirst = false): DateRead {
  const time =
    typeof value === 'number'
      ? fromUnix(value)
      : typeof value === 'string'
        ? readText(value, isDayFirst)
        : null;
  if (time === null || Number.isNaN(new Date(time).getTime())) {
    return { ok: false, error: 'is not a valid date; write it like 2024-03-31 or 2024-03-31 14:30' };
  }
  if (time < EARLIEST) return { ok: false, error: 'is before the year 2000' };
  if (time > now.getTime() + DAY) return { ok: false, error: 'is in the future' };
  return { ok: true, date: new Date(time) };
}

const fromUnix = (value: number): number => Math.trunc(value < MAX_SECONDS ? value * 1_000 : value);

function readText(value: string, isDayFirst: boolean): number | null {
  const text = value.trim();
  if (text.length > MAX_LENGTH) return null;
  if (UNIX.test(text)) return fromUnix(Number(text));
  const day = readDay(text, isDayFirst);
  if (day === null) return null;
  const time = readTime(day.rest.trim());
  return time === null ? null : day.start + time;
}

interface Day {
  readonly start: number;
  /** The text after the date. */
  readonly rest: string;
}

function readDay(text: string, isDayFirst: boolean): Day | null {
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst) {
    const [, year, separator, month = '', day = '', rest] = yearFirst;
    // Without separators, all eight digits are required: 20240331.
    return separator === '' && month.length + day.length < 4 ? null : makeDay(year, month, day, rest);
  }
  const yearLast = YEAR_LAST.exec(text);
  if (yearLast) {
    const [, first, separator, second, year = '', rest] = yearLast;
    const hasDayFirst = separator === '.' || Number(first) > 12 || (isDayFirst && Number(second) <= 12);
    const fullYear = year.length === 2 ? `20${year}` : year;
    return hasDayFirst ? makeDay(fullYear, second, first, rest) : makeDay(fullYear, first, second, rest);
  }
  const dayAndWord = DAY_AND_WORD.exec(text);
  if (dayAndWord) return makeDay(dayAndWord[3], readMonth(dayAndWord[2]), dayAndWord[1], dayAndWord[4]);
  const wordAndDay = WORD_AND_DAY.exec(text);
  if (wordAndDay) return makeDay(wordAndDay[3], readMonth(wordAndDay[1]), wordAndDay[2], wordAndDay[4]);
  return null;
}

const readMonth = (word = ''): number =>
  MONTHS.findIndex((month) => month.startsWith(word.toLowerCase())) + 1;

/** Null for a day that doesn't exist, such as 31 April. */
function makeDay(
  year: string | undefined,
  month: string | number | undefined,
  day: string | undefined,
  rest = '',
): Day | null {
  const start = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const date = new Date(start);
  const isReal = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return isReal ? { start, rest } : null;
}

/** Milliseconds since midnight UTC, or null if the text is not a time of day. */
function readTime(text: string): number | null {
  if (text === '') return 0;
  const [, hour, minute, second = '0', fraction = '', half, zone = 'Z'] = TIME.exec(text) ?? [];
  if (hour === undefined) return null;
  const hours = half === undefined ? Number(hour) : readHalfDayHour(Number(hour), half);
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3));
  return ((hours * 60 + Number(minute) - readZone(zone)) * 60 + Number(second)) * 1_000 + milliseconds;
}

const readHalfDayHour = (hour: number, half: string): number =>
  hour < 1 || hour > 12 ? Number.POSITIVE_INFINITY : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);

/** Minutes ahead of UTC. */
function readZone(zone: string): number {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  if (sign === undefined) return 0;
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
}
