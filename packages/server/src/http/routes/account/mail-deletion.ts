// Tells all owners that their account will be deleted, since only one of them asked for it.

import { isPlainName } from '../../../accounts/profile/check-name.ts';
import type { Installation } from '../../../platform/db/installation.ts';
import type { Mailer } from '../../../platform/email/mailer.ts';

export async function mailDeletion(
  db: Installation,
  mailer: Mailer,
  {
    accountId,
    name,
    deleteAt,
  }: { readonly accountId: string; readonly name: string; readonly deleteAt: Date },
): Promise<void> {
  if (mailer.way === 'none') return;
  const owners = await db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('u.email')
    .where('m.account_id', '=', accountId)
    .where('m.role', '=', 'owner')
    .execute();
  const day = deleteAt.toISOString().slice(0, 16).replace('T', ' ');
  for (const { email: to } of owners)
    await mailer.send({
      to,
      subject: 'Your Leadline account will be deleted',
      text:
        `An owner asked to delete the account${isPlainName(name) ? ` “${name}”` : ''}. Its API keys no longer work, and all of its data will be ` +
        `deleted on ${day} UTC.\n\nUntil then, any owner can cancel this in the dashboard.`,
    });
}
