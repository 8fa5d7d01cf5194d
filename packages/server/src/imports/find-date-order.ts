// Which number of 03/04/2024 is the day: a file writes all its dates alike, so one date that only makes sense one way
// settles it for the rest.

const SLASHED = /(?<!\d)(\d{1,2})\/(\d{1,2})\/(?:\d{4}|\d{2})(?!\d)/g;

/** From the beginning of the file, as text. Where nothing settles it, or two dates contradict, the month comes first. */
export function isDayFirst(text: string): boolean {
  let dayFirst = false;
  for (const [, first, second] of text.matchAll(SLASHED)) {
    if (Number(second) > 12) return false;
    if (Number(first) > 12) dayFirst = true;
  }
  return dayFirst;
}
