// Decides whether 03/04/2024 is in March or April. All dates in a file should use the same order, so one unambiguous
// date settles it for the rest.

const SLASHED = /(?<!\d)(\d{1,2})\/(\d{1,2})\/(?:\d{4}|\d{2})(?!\d)/g;

/** `text` is the beginning of the file. Defaults to month first if no date is unambiguous or if two disagree. */
export function isDayFirst(text: string): boolean {
  let dayFirst = false;
  for (const [, first, second] of text.matchAll(SLASHED)) {
    if (Number(second) > 12) return false;
    if (Number(first) > 12) dayFirst = true;
  }
  return dayFirst;
}
