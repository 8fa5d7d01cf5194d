// The library's errors in words for people: they become sentences in the dashboard.

/** By its codes, or its message where it gives none. */
const WORDS: Readonly<Record<string, string>> = {
  // Signing up and in, and passwords.
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'there is somebody with this address already; sign in instead',
  INVALID_EMAIL: 'this is no email address',
  INVALID_EMAIL_OR_PASSWORD: 'the email address or the password is wrong',
  PASSWORD_TOO_SHORT: 'the password is too short',
  PASSWORD_TOO_LONG: 'the password is too long',
  INVALID_PASSWORD: 'that is not your current password',
  INVALID_TOKEN: 'this link has expired or was used already; ask for a new one',
  UNAUTHORIZED: 'sign in again',
  Unauthorized: 'sign in again',
  'Not authenticated': 'sign in again',
  'No fields to update': 'there is nothing to change',
  // Second factors.
  INVALID_CODE: 'the code is wrong or has expired',
  CODE_USED: 'this code was tried already; wait for the next one',
  INVALID_BACKUP_CODE: 'this is none of your backup codes, or it was used already',
  'Failed to verify backup code. Please try again.': 'another code was used at the same moment; try again',
  INVALID_TWO_FACTOR_COOKIE: 'it took too long, or was done already; sign in again',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'too many wrong codes; sign in again',
  ACCOUNT_TEMPORARILY_LOCKED: 'too many wrong codes; try again in a quarter of an hour',
  TOTP_ALREADY_ENABLED: 'a second factor is on already',
  TOTP_NOT_ENABLED: 'no second factor is on',
  BACKUP_CODES_NOT_ENABLED: 'no second factor is on',
  // Teams.
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: 'they are a member already',
  INVITATION_LIMIT_REACHED: 'too many invitations are open; withdraw some first',
  INVITATION_NOT_FOUND: 'this invitation is over; ask an owner for a new one',
  'Invitation not found!': 'this invitation is over; ask an owner for a new one',
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION: 'this invitation is over; ask an owner for a new one',
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: 'this invitation is for another email address',
  MEMBER_NOT_FOUND: 'you are not a member of this account',
};

export function inWords(code: unknown, message: unknown): string {
  const said = String(message ?? '');
  const words = WORDS[String(code)] ?? WORDS[said];
  if (words !== undefined) return words;
  // `[body.code] Invalid input: expected string, received undefined`
  const [, field] = /^\[(?:body|query)\.(\w+)\]/.exec(said) ?? [];
  return field === undefined ? said : `${field} is missing or not what it should be`;
}
