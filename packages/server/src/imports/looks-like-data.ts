// Tells a row from a header: a file without a header would lose its first lead and have no names for its columns.

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** Phone numbers and dates; no column is called that. */
const LONG_NUMBER = /^[+(]?\d[\d\s().:/+-]{5,}$/;
const NUMBER = /^\p{Sc}?\s*\d[\d.,]*\s*\p{Sc}?$/u;

/** Longer cells are no address and no number, and a pattern must not be slow on them. */
const LONGEST = 320;

export function looksLikeData(cells: readonly string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '' && cell.length <= LONGEST);
  if (filled.some((cell) => EMAIL.test(cell) || LONG_NUMBER.test(cell))) return true;
  return filled.filter((cell) => NUMBER.test(cell)).length * 2 > filled.length;
}
