// Gives a member of an account a new password, which is returned only once. Their sessions stay open.

import { randomBytes } from 'node:crypto';
import { hashPassword } from '../../auth/passwords/password.ts';
import { fromUuid } from '../../platform/base/ids.ts';
import type { Installation } from '../../platform/db/installation.ts';

export interface NewPassword {
  readonly userId: string;
  readonly password: string;
}

/** Null if no member of the account signs in with this email and a password. */
export async function resetPassword(
  db: Installation,
  accountId: string,
  email: string,
): Promise<NewPassword | null> {
  const password = randomBytes(12).toString('base64url');
  const changed = await db
    .updateTable('credentials')
    .set({ password: await hashPassword(password) })
    .where('provider_id', '=', 'credential')
    .where('user_id', 'in', (query) =>
      query
        .selectFrom('members as m')
        .innerJoin('users as u', 'u.id', 'm.user_id')
        .select('u.id')
        .where('m.account_id', '=', accountId)
        .where('u.email', '=', email.toLowerCase()),
    )
    .returning('user_id')
    .executeTakeFirst();
  return changed === undefined ? null : { userId: fromUuid(changed.user_id), password };
}
