// A reset password ends pending links and proves the email, and its owner hears about it.

import { clientNetwork } from '../../platform/base/client-network.ts';
import { fromUuid } from '../../platform/base/ids.ts';
import { type Installation, inTransaction } from '../../platform/db/installation.ts';
import { forgetOtherDevices, readDeviceToken } from '../cookies/known-devices.ts';
import { CLIENT_ADDRESS_HEADER, clientOf } from '../security/library-client.ts';
import { isSecure } from '../security/note-sign-in.ts';
import { recordSecurityEvent } from '../security/security-log.ts';
import { type MailParts, sendSecurityMail } from '../security/security-mails.ts';
import { forgetWrongCodes } from '../two-factor/limit-codes.ts';
import { deletePendingLinks } from './delete-pending-links.ts';
import { markEmailVerified } from './mark-email-verified.ts';

interface ResetUser {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
}

export const notePasswordReset =
  (parts: MailParts) =>
  async ({ user }: { readonly user: ResetUser }, request?: Request): Promise<void> => {
    await deletePendingLinks(parts.db, user.id);
    const device = readDeviceToken(request?.headers.get('cookie') ?? undefined, isSecure(parts));
    await forgetOtherDevices(parts.db, user.id, device);
    // Only the owner of the address can have got the link.
    if (parts.mailer.way === 'sent') {
      if (!user.emailVerified) await removeSquattersTwoFactor(parts.db, user.id);
      await markEmailVerified(parts.db, user.id);
    }
    const client = clientOf(request?.headers);
    await forgetWrongCodes(
      parts.db,
      user.id,
      clientNetwork(request?.headers.get(CLIENT_ADDRESS_HEADER) ?? ''),
    );
    await recordSecurityEvent(parts.db, fromUuid(user.id), { action: 'user.password_reset' }, client);
    sendSecurityMail(parts, user, 'password_changed', client);
  };

/** Somebody may have signed up with this email before its owner, and turned on two-factor sign-in. But strangers join no
 * account, and members keep their second factor: it protects them from those who read their mail. */
async function removeSquattersTwoFactor(db: Installation, userId: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const membership = await trx
      .selectFrom('members')
      .select('id')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (membership !== undefined) return;
    await trx.deleteFrom('two_factors').where('user_id', '=', userId).execute();
    await trx.updateTable('users').set({ two_factor_enabled: false }).where('id', '=', userId).execute();
  });
}
