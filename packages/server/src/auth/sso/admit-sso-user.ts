// Decides whether a person whom the provider has identified may come in. The provider's word about an email is only
// worth something if it has verified that email, and an existing user is only the same person if we have, too:
// otherwise, a stranger who registered the email here first would share an account with its real owner.

import { DomainError } from '../../platform/base/domain-error.ts';
import type { Installation } from '../../platform/db/installation.ts';
import { SSO_PROVIDER_ID, type SsoConfig } from './sso-config.ts';
import { ssoFailed } from './sso-errors.ts';
import { ssoVisits } from './sso-visit.ts';

export interface SsoIdentity {
  /** Identifies the person at the provider, for good. */
  readonly subject: string;
  readonly email: string;
  readonly isEmailVerified: boolean;
}

export async function admitSsoUser(
  db: Installation,
  { allowedDomains }: Pick<SsoConfig, 'allowedDomains'>,
  { subject, email, isEmailVerified }: SsoIdentity,
): Promise<void> {
  if (!isEmailVerified)
    throw new DomainError(
      'sso_email_unverified',
      'your organization’s sign-in service has not confirmed your email; ask its administrator',
    );
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (allowedDomains !== null && !allowedDomains.includes(domain))
    throw new DomainError('sso_domain_not_allowed', `people with an email at ${domain} can’t sign in here`);
  if (await isConnected(db, subject)) return;
  const user = await db
    .selectFrom('users')
    .select('email_verified')
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();
  if (user !== undefined) {
    if (user.email_verified) return;
    throw new DomainError(
      'sso_email_taken',
      'a user with this email exists, but has not confirmed it; sign in with the password and confirm the email first',
    );
  }
  const visit = ssoVisits.getStore();
  if (visit === undefined) throw ssoFailed(new Error('nobody may sign up outside of a visit'));
  await visit.admitNewcomer(email);
}

const isConnected = async (db: Installation, subject: string): Promise<boolean> =>
  (await db
    .selectFrom('credentials')
    .select('id')
    .where('provider_id', '=', SSO_PROVIDER_ID)
    .where('provider_user_id', '=', subject)
    .executeTakeFirst()) !== undefined;
