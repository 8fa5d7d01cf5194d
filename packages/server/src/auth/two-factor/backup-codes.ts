// Backup codes for users who lose their authenticator. People copy them by hand, so they must be easy to read and type.

import { randomInt } from 'node:crypto';

const CODES = 10;
/** Leaves out characters that look alike. Ten of these give 49 bits. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const HALF = 5;

export const makeBackupCodes = (): string[] => Array.from({ length: CODES }, () => `${word()}-${word()}`);

const word = (): string => Array.from({ length: HALF }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Accepts capital letters, spaces and a missing hyphen. */
export function tidyBackupCode(typed: string): string {
  const letters = typed.toLowerCase().replace(/[^0-9a-z]/g, '');
  return `${letters.slice(0, HALF)}-${letters.slice(HALF)}`;
}
