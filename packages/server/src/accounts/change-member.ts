// What a member may do from now on, or that they are none any more. By us rather than the library, which looks for another
// owner and then acts: of two owners who leave at once, both would be gone.

import type { Role } from '@leadline/contract';
import { recordAudit } from '../audit/record-audit.ts';
import { DomainError } from '../base/domain-error.ts';
import { showId } from '../base/ids.ts';
import type { Database } from '../db/database.ts';
import { lockMembers } from './lock-members.ts';

/** `by` is the user who asks for it, who may be the member. */
export const setRole = (
  db: Database,
  accountId: string,
  by: string,
  userId: string,
  role: Role,
): Promise<void> =>
  change(db, accountId, by, userId, role, async (trx) => {
    await trx
      .updateTable('members')
      .set({ role })
      .where('account_id', '=', accountId)
      .where('user_id', '=', userId)
      .execute();
    await recordAudit(trx, accountId, `user_${by}`, 'member.role_changed', showId('user', userId), { role });
  });

export const removeMember = (db: Database, accountId: string, by: string, userId: string): Promise<void> =>
  change(db, accountId, by, userId, null, async (trx) => {
    await trx
      .deleteFrom('members')
      .where('account_id', '=', accountId)
      .where('user_id', '=', userId)
      .execute();
    await trx
      .updateTable('sessions')
      .set({ active_account_id: null })
      .where('user_id', '=', userId)
      .where('active_account_id', '=', accountId)
      .execute();
    await cancelInvitationsTo(trx, accountId, userId);
    const action = by === userId ? 'member.left' : 'member.removed';
    await recordAudit(trx, accountId, `user_${by}`, action, showId('user', userId));
  });

function change(
  db: Database,
  accountId: string,
  by: string,
  userId: string,
  next: Role | null,
  apply: (trx: Database) => Promise<void>,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const roles = await lockMembers(trx, accountId);
    const isLeaving = next === null && by === userId;
    if (!isLeaving && roles.get(by) !== 'owner')
      throw new DomainError('role_required', 'requires the owner role');
    const before = roles.get(userId);
    if (before === undefined) throw new DomainError('not_found', 'no such member');
    if (before === 'owner' && next !== 'owner') {
      if ([...roles.values()].filter((role) => role === 'owner').length === 1)
        throw new DomainError('last_owner', 'an account needs an owner; make somebody else one first');
      await cancelInvitationsBy(trx, accountId, userId);
    }
    await apply(trx);
  });
}

/** Or they would come back by one that they sent to another address of theirs. */
async function cancelInvitationsBy(db: Database, accountId: string, inviterId: string): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ status: 'canceled' }) // as the library spells it
    .where('account_id', '=', accountId)
    .where('inviter_id', '=', inviterId)
    .where('status', '=', 'pending')
    .execute();
}

/** Or they would come back by one that was sent to them before they were a member by other means. */
async function cancelInvitationsTo(db: Database, accountId: string, userId: string): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ status: 'canceled' })
    .where('account_id', '=', accountId)
    .where('email', '=', ({ selectFrom }) => selectFrom('users').select('email').where('id', '=', userId))
    .where('status', '=', 'pending')
    .execute();
}
