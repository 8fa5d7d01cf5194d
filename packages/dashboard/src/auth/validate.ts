// What a form can tell before it is sent; the server judges all of it again.

export const LEAST_PASSWORD_LENGTH = 10;
const MOST_PASSWORD_LENGTH = 128;

export function validateEmail(email: string): string | null {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())
    ? null
    : 'Write an e-mail address, like ana@example.com';
}

export function validateNewPassword(password: string): string | null {
  if (password.length < LEAST_PASSWORD_LENGTH) return `Use at least ${LEAST_PASSWORD_LENGTH} characters`;
  return password.length > MOST_PASSWORD_LENGTH ? `Use at most ${MOST_PASSWORD_LENGTH} characters` : null;
}

export function validateFilled(what: string): (value: string) => string | null {
  return (value) => (value.trim() === '' ? `Write ${what}` : null);
}
