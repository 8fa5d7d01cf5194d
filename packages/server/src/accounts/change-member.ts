// Changes a member's role or removes them. The library checks for another owner and then acts without a lock, so two
// owners could leave at the same time. We lock the team first.

import type { Role } from '@leadline/contract';
import { sql } from 'kysely';
import { recordAudit } from '../audit/record-audit.ts';
import { DomainError } from '../base/domain-error.ts';
import { showId } from '../base/ids.ts';
import type { AccountScope } from '../db/account-scope.ts';
import { lockMembers } from './lock-members.ts';

/** `by` is the user making the change, who may be the member themselves. */
export async function setRole(scope: AccountScope, by: string, userId: string, role: Role): Promise<void> {
  await prepareChange(scope, by, userId, role);
  await scope.transaction
    .updateTable('members')
    .set({ role })
    .where('account_id', '=', scope.accountId)
    .where('user_id', '=', userId)
    .execute();
  await recordAudit(scope, 'member.role_changed', showId('user', userId), { role });
}

export async function removeMember(scope: AccountScope, by: string, userId: string): Promise<void> {
  await prepareChange(scope, by, userId, null);
  await scope.transaction
    .deleteFrom('members')
    .where('account_id', '=', scope.accountId)
    .where('user_id', '=', userId)
    .execute();
  await scope.transaction
    .updateTable('sessions')
    .set({ active_account_id: null })
    .where('user_id', '=', userId)
    .where('active_account_id', '=', scope.accountId)
    .execute();
  await cancelInvitationsTo(scope, userId);
  await sql`select leadline.unassign_leads(${scope.accountId}, ${userId}, ${scope.actor})`.execute(
    scope.transaction,
  );
  await sql`select leadline.forget_alert_choices(${scope.accountId}, ${userId})`.execute(scope.transaction);
  await recordAudit(scope, by === userId ? 'member.left' : 'member.removed', showId('user', userId));
}

/** Locks the team and checks that the change is allowed. */
async function prepareChange(
  scope: AccountScope,
  by: string,
  userId: string,
  next: Role | null,
): Promise<void> {
  const roles = await lockMembers(scope);
  const isLeaving = next === null && by === userId;
  if (!isLeaving && roles.get(by) !== 'owner')
    throw new DomainError('role_required', 'requires the owner role');
  const before = roles.get(userId);
  if (before === undefined) throw new DomainError('not_found', 'no such member');
  if (before !== 'owner' || next === 'owner') return;
  if ([...roles.values()].filter((role) => role === 'owner').length === 1)
    throw new DomainError('last_owner', 'an account needs an owner; make someone else an owner first');
  await cancelInvitationsBy(scope, userId);
}

/** Otherwise, they could rejoin with an invitation they sent to another email of their own. */
async function cancelInvitationsBy(
  { transaction, accountId }: AccountScope,
  inviterId: string,
): Promise<void> {
  await transaction
    .updateTable('invitations')
    .set({ status: 'canceled' }) // the library's spelling
    .where('account_id', '=', accountId)
    .where('inviter_id', '=', inviterId)
    .where('status', '=', 'pending')
    .execute();
}

/** Otherwise, they could rejoin with an older invitation if they had joined some other way. */
async function cancelInvitationsTo({ transaction, accountId }: AccountScope, userId: string): Promise<void> {
  await transaction
    .updateTable('invitations')
    .set({ status: 'canceled' })
    .where('account_id', '=', accountId)
    .where('email', '=', ({ selectFrom }) => selectFrom('users').select('email').where('id', '=', userId))
    .where('status', '=', 'pending')
    .execute();
}
