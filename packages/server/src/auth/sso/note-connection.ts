// Tells a user when single sign-on is connected to their existing sign-in.

import { fromUuid } from '../../platform/base/ids.ts';
import type { Client } from '../security/client.ts';
import { recordSecurityEvent } from '../security/security-log.ts';
import { type MailParts, sendSecurityMail } from '../security/security-mails.ts';
import { SSO_PROVIDER_ID } from './sso-config.ts';

/** Called after a credential was stored. */
export async function noteConnection(
  parts: MailParts,
  credential: { readonly providerId: string; readonly userId: string },
  client: Client,
): Promise<void> {
  if (credential.providerId !== SSO_PROVIDER_ID) return;
  const user = await parts.db
    .selectFrom('users as u')
    .innerJoin('credentials as c', 'c.user_id', 'u.id')
    .select(['u.id', 'u.email'])
    .where('u.id', '=', credential.userId)
    .where('c.provider_id', '!=', SSO_PROVIDER_ID) // a new user has no other
    .executeTakeFirst();
  if (user === undefined) return;
  await recordSecurityEvent(parts.db, fromUuid(user.id), { action: 'user.sso_linked' }, client);
  sendSecurityMail(parts, user, 'sso_linked', client);
}
