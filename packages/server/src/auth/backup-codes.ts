// Backup codes for a lost authenticator. People write them down by hand, so they must be easy to read and type.

import { randomInt } from 'node:crypto';

const CODES = 10;
/** Without letters that look alike. Ten of these are 49 bits. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const HALF = 5;

export const makeBackupCodes = (): string[] => Array.from({ length: CODES }, () => `${word()}-${word()}`);

const word = (): string => Array.from({ length: HALF }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Accepts capitals, spaces and a missing hyphen. */
export function tidyBackupCode(typed: string): string {
  const letters = typed.toLowerCase().replace(/[^0-9a-z]/g, '');
  return `${letters.slice(0, HALF)}-${letters.slice(HALF)}`;
}
