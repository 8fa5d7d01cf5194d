// A reset password ends pending links and proves the email, and its owner hears about it.

import { fromUuid } from '../base/ids.ts';
import { deletePendingLinks } from './delete-pending-links.ts';
import { forgetOtherDevices, readDeviceToken } from './known-devices.ts';
import { clientOf } from './library-client.ts';
import { markEmailVerified } from './mark-email-verified.ts';
import { isSecure } from './note-sign-in.ts';
import { recordSecurityEvent } from './security-log.ts';
import { type MailParts, sendSecurityMail } from './security-mails.ts';

export const notePasswordReset =
  (parts: MailParts) =>
  async (
    { user }: { readonly user: { readonly id: string; readonly email: string } },
    request?: Request,
  ): Promise<void> => {
    await deletePendingLinks(parts.db, user.id);
    const device = readDeviceToken(request?.headers.get('cookie') ?? undefined, isSecure(parts));
    await forgetOtherDevices(parts.db, user.id, device);
    // Only the owner of the address can have got the link.
    if (parts.mailer.way === 'sent') await markEmailVerified(parts.db, user.id);
    const client = clientOf(request?.headers);
    await recordSecurityEvent(parts.db, fromUuid(user.id), { action: 'user.password_reset' }, client);
    sendSecurityMail(parts, user, 'password_changed', client);
  };
