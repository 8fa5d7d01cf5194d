// Validates form fields before they are sent; the server validates them again.

import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@leadline/contract/limits';
/** Shown wherever somebody chooses a password. */
export const PASSWORD_ADVICE = `At least ${MIN_PASSWORD_LENGTH} characters. A few random words work best.`;

export function validateEmail(email: string): string | null {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())
    ? null
    : 'Enter an email address, like ana@example.com';
}

export function validateNewPassword(password: string): string | null {
  if (password.length < MIN_PASSWORD_LENGTH) return `Use at least ${MIN_PASSWORD_LENGTH} characters`;
  return password.length > MAX_PASSWORD_LENGTH ? `Use at most ${MAX_PASSWORD_LENGTH} characters` : null;
}

export function validateFilled(what: string): (value: string) => string | null {
  return (value) => (value.trim() === '' ? `Enter ${what}` : null);
}
