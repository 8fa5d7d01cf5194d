// Changes a member's role or removes them. The library checks for another owner and then acts without a lock, so two
// owners could leave at the same time. We lock the team first.

import type { Role } from '@leadline/contract';
import { sql } from 'kysely';
import { DomainError } from '../../platform/base/domain-error.ts';
import { showId } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { lockMembers } from './lock-members.ts';
import { worksOnLeads } from './team.ts';

/** `by` is the user making the change, who may be the member themselves. Viewers can't work on leads: their open leads go
 * to `heir`, or to nobody. */
export async function setRole(
  scope: AccountScope,
  by: string,
  userId: string,
  role: Role,
  heir: string | null = null,
): Promise<void> {
  const roles = await prepareChange(scope, by, userId, role);
  await scope.transaction
    .updateTable('members')
    .set({ role })
    .where('account_id', '=', scope.accountId)
    .where('user_id', '=', userId)
    .execute();
  if (role === 'viewer') await handOver(scope, roles, userId, heir);
  await recordAudit(scope, 'member.role_changed', showId('user', userId), {
    role,
    previous: roles.get(userId),
  });
}

/** Their open leads go to `heir`, or to nobody. */
export async function removeMember(
  scope: AccountScope,
  by: string,
  userId: string,
  heir: string | null = null,
): Promise<void> {
  const roles = await prepareChange(scope, by, userId, null);
  await rememberName(scope, userId);
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
  await handOver(scope, roles, userId, heir);
  await sql`select leadline.forget_alert_choices(${scope.accountId}, ${userId})`.execute(scope.transaction);
  await recordAudit(scope, by === userId ? 'member.left' : 'member.removed', showId('user', userId));
}

/** Locks the team and checks that the change is allowed. */
async function prepareChange(
  scope: AccountScope,
  by: string,
  userId: string,
  next: Role | null,
): Promise<ReadonlyMap<string, Role>> {
  const roles = await lockMembers(scope);
  const isLeaving = next === null && by === userId;
  if (!isLeaving && roles.get(by) !== 'owner')
    throw new DomainError('role_required', 'requires the owner role');
  const before = roles.get(userId);
  if (before === undefined) throw new DomainError('not_found', 'no such member');
  if (before !== 'owner' || next === 'owner') return roles;
  if ([...roles.values()].filter((role) => role === 'owner').length === 1)
    throw new DomainError('last_owner', 'an account needs an owner; make someone else an owner first');
  await cancelInvitationsBy(scope, userId);
  return roles;
}

async function handOver(
  { transaction, accountId, actor }: AccountScope,
  roles: ReadonlyMap<string, Role>,
  userId: string,
  heir: string | null,
): Promise<void> {
  if (heir !== null && (heir === userId || !worksOnLeads({ role: roles.get(heir) ?? 'viewer' })))
    throw new DomainError('invalid_input', 'leads can only be handed over to another owner, manager or rep', {
      field: 'hand_over_to',
    });
  await sql`select leadline.unassign_leads(${accountId}, ${userId}, ${actor}, ${heir})`.execute(transaction);
}

/** For the audit log, which only has IDs. */
async function rememberName({ transaction, accountId }: AccountScope, userId: string): Promise<void> {
  const { name, email } = await transaction
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const row = { name, email, left_at: new Date() };
  await transaction
    .insertInto('former_members')
    .values({ account_id: accountId, user_id: userId, ...row })
    .onConflict((conflict) => conflict.columns(['account_id', 'user_id']).doUpdateSet(row))
    .execute();
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
