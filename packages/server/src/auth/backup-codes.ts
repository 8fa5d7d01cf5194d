// Codes for when the phone with the second factor is lost: written down by hand, and typed in a hurry.

import { randomInt } from 'node:crypto';

const CODES = 10;
/** Ten of these are 49 bits; without those that look alike. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const HALF = 5;

export const makeBackupCodes = (): string[] => Array.from({ length: CODES }, () => `${word()}-${word()}`);

const word = (): string => Array.from({ length: HALF }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** As it was made, however it is typed: in capitals, with spaces, without the hyphen. */
export function tidyBackupCode(typed: string): string {
  const letters = typed.toLowerCase().replace(/[^0-9a-z]/g, '');
  return `${letters.slice(0, HALF)}-${letters.slice(HALF)}`;
}
