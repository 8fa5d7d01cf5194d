// Verifying an email with the link that was sent to it.

import { emailOfLink } from '../../../auth/users/verify-email.ts';
import { DomainError } from '../../../platform/base/domain-error.ts';
import type { CallContext, Calls } from './auth-call.ts';

export const VERIFICATION: Calls = {
  'send-verification-email': {
    method: 'POST',
    needsSession: true,
    takes: ['email'],
    counts: 'verified',
    checkSetup: ({ mailer }) => {
      if (mailer.way !== 'sent')
        throw new DomainError('not_available', 'email is not set up on this installation; ask its operator');
    },
    checkBeforeCounting: async (context) =>
      requireOwnEmail(context, String(context.fields.email).toLowerCase()),
  },
  // Only in a session of the person whose email it is: otherwise, somebody who signed up with another person's email only
  // has to wait until they click the link.
  'verify-email': {
    method: 'GET',
    needsSession: true,
    takes: ['token'],
    counts: 'user',
    checkBeforeCounting: async (context) => {
      const email = emailOfLink(context.fields.token);
      if (email === null)
        throw new DomainError('link_expired', 'this link has expired or is incomplete; request a new one');
      requireOwnEmail(context, email);
    },
  },
};

function requireOwnEmail({ signedIn }: CallContext, email: string): void {
  if (signedIn === null) throw new DomainError('not_signed_in', 'please sign in again');
  if (signedIn.user.email !== email)
    throw new DomainError(
      'forbidden',
      `you are signed in as ${signedIn.user.email}; sign in with the email the link was sent to`,
    );
}
