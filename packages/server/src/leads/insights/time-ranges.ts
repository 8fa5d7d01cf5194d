// Counts of times in narrow ranges, from which medians of any number of days can be taken. A range is 9% wide and knows the
// mean of its times: a median is exact while no two times share its range, and otherwise off by less than 9%.

const HOUR_S = 60 * 60;
const PER_DOUBLING = 8;
/** Up to 30 years. */
const DOUBLINGS = 24;

/** `ms` is the sum of the times. */
export type TimeCount = readonly [range: number, leads: number, ms: number];

/** The ends of what is shown for the time to close, which must therefore be ends of ranges, too. */
export const CLOSING_ENDS_S = [1, 24, 72, 168, 720].map((hours) => hours * HOUR_S);

/** A time is in the range whose number is how many of these it has reached. */
export const RANGE_STARTS_S: readonly number[] = [
  ...new Set([
    ...CLOSING_ENDS_S,
    ...Array.from({ length: DOUBLINGS * PER_DOUBLING }, (_, n) => 60 * 2 ** (n / PER_DOUBLING)),
  ]),
].toSorted((a, b) => a - b);

/** The first range that isn't shorter than `seconds`, which must be the start of one. */
export const rangeFrom = (seconds: number): number => RANGE_STARTS_S.indexOf(seconds) + 1;

export const countTimes = (times: readonly TimeCount[]): number =>
  times.reduce((sum, [, leads]) => sum + leads, 0);

/** In hours; null without times. */
export function medianHours(times: readonly TimeCount[]): number | null {
  const total = countTimes(times);
  if (total === 0) return null;
  const ranges = new Map<number, { leads: number; ms: number }>();
  for (const [range, leads, ms] of times) {
    const sums = ranges.get(range);
    if (sums === undefined) ranges.set(range, { leads, ms });
    else {
      sums.leads += leads;
      sums.ms += ms;
    }
  }
  const sorted = [...ranges].toSorted(([a], [b]) => a - b).map(([, sums]) => sums);
  const middle = (total - 1) / 2;
  const ms = (timeAt(sorted, Math.floor(middle)) + timeAt(sorted, Math.ceil(middle))) / 2;
  return ms / 1000 / HOUR_S;
}

/** The mean of the range that has the time at this place in order. */
function timeAt(ranges: readonly { readonly leads: number; readonly ms: number }[], place: number): number {
  let before = 0;
  for (const { leads, ms } of ranges) {
    before += leads;
    if (place < before) return ms / leads;
  }
  throw new Error('there are fewer times than that');
}
