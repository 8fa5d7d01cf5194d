// Deletes a user completely. What they did in an account stays, under an ID that no longer has a name.

import { removeMember } from '../../accounts/team/change-member.ts';
import { lockMembers } from '../../accounts/team/lock-members.ts';
import { DomainError } from '../../platform/base/domain-error.ts';
import { fromUuid } from '../../platform/base/ids.ts';
import { actingAs, scopeWithin } from '../../platform/db/account-scope.ts';
import {
  type Installation,
  type InstallationTransaction,
  inTransaction,
} from '../../platform/db/installation.ts';
import { deletePendingLinks } from '../passwords/delete-pending-links.ts';

export async function deleteUser(
  db: Installation,
  user: { readonly id: string; readonly email: string },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await leaveAccounts(trx, user.id);
    await replaceContactEmail(trx, user.email);
    await trx.deleteFrom('invitations').where('email', '=', user.email).execute();
    await deletePendingLinks(trx, user.id);
    await trx
      .deleteFrom('verifications')
      .where('identifier', 'like', `%${escapeLike(user.email)}%`)
      .execute();
    // Also deletes passwords, sessions, second factors and the invitations they sent.
    await trx.deleteFrom('users').where('id', '=', user.id).execute();
  });
}

async function leaveAccounts(trx: InstallationTransaction, userId: string): Promise<void> {
  const accounts = await trx
    .selectFrom('members as m')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .select(['a.id', 'a.name', 'a.delete_at'])
    .where('m.user_id', '=', userId)
    .orderBy('a.id')
    .execute();
  for (const { id, name, delete_at } of accounts) {
    const scope = scopeWithin(trx, actingAs(`user_${userId}`, fromUuid(id)));
    const roles = await lockMembers(scope);
    const owners = [...roles].filter(([, role]) => role === 'owner').map(([owner]) => owner);
    const isLastOwner = owners.length === 1 && owners[0] === userId;
    if (!isLastOwner) await removeMember(scope, userId, userId);
    else if (delete_at === null)
      throw new DomainError(
        'last_owner',
        `you are the only owner of “${name}”; make someone else an owner or delete the account first`,
      );
    // The account is about to be deleted, so nobody has to own it any more.
  }
}

/** Accounts keep the email of the person who created them; the next owner takes over. */
async function replaceContactEmail(trx: InstallationTransaction, email: string): Promise<void> {
  await trx
    .updateTable('accounts as a')
    .set((e) => ({
      email: e.fn.coalesce(
        e
          .selectFrom('members as m')
          .innerJoin('users as u', 'u.id', 'm.user_id')
          .whereRef('m.account_id', '=', e.fn.coalesce('a.test_of', 'a.id'))
          .where('m.role', '=', 'owner')
          .where('u.email', '!=', email)
          .orderBy('m.id')
          .limit(1)
          .select('u.email'),
        e.val(''),
      ),
    }))
    .where('a.email', '=', email)
    .execute();
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`);
