// Detects a missing header. Otherwise the first lead would be mistaken for the header and lost.

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** Phone numbers and dates, which are never column names. */
const LONG_NUMBER = /^[+(]?\d[\d\s().:/+-]{5,}$/;
const NUMBER = /^\p{Sc}?\s*\d[\d.,]*\s*\p{Sc}?$/u;

/** Anything longer can't be an email or a number, and would make the patterns slow. */
const MAX_LENGTH = 320;

export function looksLikeData(cells: readonly string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '' && cell.length <= MAX_LENGTH);
  if (filled.some((cell) => EMAIL.test(cell) || LONG_NUMBER.test(cell))) return true;
  return filled.filter((cell) => NUMBER.test(cell)).length * 2 > filled.length;
}
