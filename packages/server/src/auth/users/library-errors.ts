// Translates the auth library's errors into ours, with a stable code and a sentence the dashboard can show.

import { ERRORS, type ErrorCode } from '@leadline/contract/errors';
import { DomainError } from '../../platform/base/domain-error.ts';

/** Keyed by the library's code, or by its message if it has none. Entries without a code of ours use the status
 * instead. */
const KNOWN: Readonly<Record<string, readonly [sentence: string, code?: ErrorCode]>> = {
  // Signing up, signing in, passwords.
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: ['this email is already registered; sign in instead', 'email_taken'],
  INVALID_EMAIL: ['not a valid email address'],
  INVALID_EMAIL_OR_PASSWORD: ['wrong email or password', 'wrong_credentials'],
  PASSWORD_TOO_SHORT: ['the password is too short'],
  PASSWORD_TOO_LONG: ['the password is too long'],
  INVALID_PASSWORD: ['that is not your current password', 'wrong_password'],
  TOKEN_EXPIRED: ['this link has expired; request a new one', 'link_expired'],
  EMAIL_ALREADY_VERIFIED: ['your email is already verified'],
  INVALID_TOKEN: ['this link has expired or was already used; request a new one', 'link_expired'],
  UNAUTHORIZED: ['please sign in again'],
  Unauthorized: ['please sign in again'],
  'Not authenticated': ['please sign in again'],
  'No fields to update': ['there is nothing to change'],
  // Two-factor authentication.
  INVALID_CODE: ['the code is wrong or has expired', 'wrong_code'],
  CODE_USED: ['this code was already used; wait for the next one', 'wrong_code'],
  INVALID_BACKUP_CODE: ['this backup code is wrong or was already used', 'wrong_code'],
  'Failed to verify backup code. Please try again.': ['another code was used at the same moment; try again'],
  INVALID_TWO_FACTOR_COOKIE: ['this sign-in took too long or is already complete; sign in again'],
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: ['too many wrong codes; sign in again', 'wrong_code'],
  TOO_MANY_CODES: [
    'too many wrong codes; wait 15 minutes, or use a browser you have signed in with before',
    'too_many_attempts',
  ],
  TOTP_ALREADY_ENABLED: ['two-factor authentication is already on'],
  TOTP_NOT_ENABLED: ['two-factor authentication is off'],
  BACKUP_CODES_NOT_ENABLED: ['two-factor authentication is off'],
  // Teams.
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: ['this person is already a member'],
  INVITATION_LIMIT_REACHED: ['too many open invitations; withdraw some first'],
  INVITATION_NOT_FOUND: ['this invitation has expired or was used; ask an owner for a new one'],
  'Invitation not found!': ['this invitation has expired or was used; ask an owner for a new one'],
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION: [
    'this invitation has expired or was used; ask an owner for a new one',
  ],
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: ['this invitation was sent to another email address'],
  MEMBER_NOT_FOUND: ['you are not a member of this account'],
};

const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: 'not_signed_in',
  403: 'forbidden',
  404: 'not_found',
  429: 'rate_limited',
};

export function toDomainError(
  status: number,
  { code: libraryCode, message }: Readonly<Record<string, unknown>>,
): DomainError {
  const fallback = BY_STATUS[status] ?? 'invalid_input';
  const text = String(message ?? '');
  const [sentence, code] = KNOWN[String(libraryCode)] ?? KNOWN[text] ?? [];
  if (sentence !== undefined) {
    // Some library errors have different statuses in different calls.
    const fits =
      code !== undefined && (code === 'link_expired' || ERRORS[code].status === ERRORS[fallback].status);
    return new DomainError(fits ? code : fallback, sentence);
  }
  // `[body.code] Invalid input: expected string, received undefined`
  const [, field] = /^\[(?:body|query)\.(\w+)\]/.exec(text) ?? [];
  return field === undefined
    ? new DomainError(fallback, text)
    : new DomainError(fallback, `${field} is missing or invalid`, { field });
}
