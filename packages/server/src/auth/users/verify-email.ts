// Verified emails: only people who have one may have us send email to others.

import { DomainError } from '../../platform/base/domain-error.ts';
import type { Mailer } from '../../platform/email/mailer.ts';

interface Verifiable {
  readonly user: { readonly isEmailVerified: boolean };
}

/** Nothing is sent to anyone unless email is set up, so there is nothing to protect. */
export function requireVerifiedEmail({ way }: Mailer, { user }: Verifiable, purpose: string): void {
  if (way === 'sent' && !user.isEmailVerified)
    throw new DomainError('email_not_verified', `verify your email before you ${purpose}`);
}

/** The email that a verification link is for. Its signature is checked by the library. */
export function emailOfLink(token: unknown): string | null {
  if (typeof token !== 'string') return null;
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const { email } = (payload ?? {}) as { readonly email?: unknown };
    return typeof email === 'string' ? email : null;
  } catch {
    return null;
  }
}
