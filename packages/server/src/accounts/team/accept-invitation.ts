// Accepts an invitation. The library checks it and then acts without a lock, so an owner who is being removed could
// still let someone in. We do both in one transaction.

import { sql } from 'kysely';
import { DomainError } from '../../platform/base/domain-error.ts';
import { fromUuid, makeId, showId } from '../../platform/base/ids.ts';
import { actingAs, scopeWithin } from '../../platform/db/account-scope.ts';
import {
  type Installation,
  type InstallationTransaction,
  inTransaction,
} from '../../platform/db/installation.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { lockMembers } from './lock-members.ts';
import { MAX_MEMBERS } from './member-limit.ts';

/** The user who accepts, and the session that switches to the account. */
export interface Invitee {
  readonly sessionId: string;
  readonly user: { readonly id: string; readonly email: string };
}

/** `expired`: already used, withdrawn, too old, or sent by someone who is no longer an owner. */
type Acceptance = 'done' | 'unknown' | 'expired' | 'already member' | 'full';

export async function acceptInvitation(db: Installation, by: Invitee, invitationId: string): Promise<void> {
  // Throw only after the transaction commits, since it also cancels invitations that can no longer be used.
  const acceptance = await tryToAccept(db, by, invitationId);
  if (acceptance !== 'done') throw REJECTIONS[acceptance];
}

const REJECTIONS: Readonly<Record<Exclude<Acceptance, 'done'>, DomainError>> = {
  unknown: new DomainError('not_found', 'no such invitation'),
  expired: new DomainError(
    'invitation_expired',
    'this invitation has expired or was used; ask an owner for a new one',
  ),
  'already member': new DomainError('already_member', 'you are already a member of this account'),
  full: new DomainError('limit_reached', `an account can have up to ${MAX_MEMBERS} members`),
};

function tryToAccept(db: Installation, by: Invitee, invitationId: string): Promise<Acceptance> {
  return inTransaction(db, async (trx) => {
    const found = await trx
      .selectFrom('invitations')
      .select('account_id')
      .where('id', '=', invitationId)
      .where('email', '=', by.user.email)
      .executeTakeFirst();
    if (found === undefined) return 'unknown';
    const accountId = fromUuid(found.account_id);
    const scope = scopeWithin(trx, actingAs(`user_${by.user.id}`, accountId));
    const roles = await lockMembers(scope);
    // Read again now that the team is locked.
    const invitation = await trx
      .selectFrom('invitations')
      .select(['role', 'inviter_id'])
      .where('id', '=', invitationId)
      .where('status', '=', 'pending')
      .where('expires_at', '>', sql<Date>`now()`)
      .forUpdate()
      .executeTakeFirst();
    if (invitation === undefined) return 'expired';
    const { role, inviter_id } = invitation;
    if (roles.get(fromUuid(inviter_id)) !== 'owner') return end(trx, invitationId, 'expired');
    if (roles.has(by.user.id)) return end(trx, invitationId, 'already member');
    if (roles.size >= MAX_MEMBERS) return 'full';
    const added = await trx
      .insertInto('members')
      .values({ id: makeId(), account_id: accountId, user_id: by.user.id, role })
      // They may have just joined with another invitation, since the lock only covers existing members.
      .onConflict((conflict) => conflict.columns(['account_id', 'user_id']).doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows === 0n) return end(trx, invitationId, 'already member');
    await trx
      .updateTable('sessions')
      .set({ active_account_id: accountId })
      .where('id', '=', by.sessionId)
      .execute();
    await recordAudit(scope, 'member.joined', showId('user', by.user.id), { role });
    return end(trx, invitationId, 'done');
  });
}

async function end(trx: InstallationTransaction, invitationId: string, how: Acceptance): Promise<Acceptance> {
  await trx
    .updateTable('invitations')
    .set({ status: how === 'done' ? 'accepted' : 'canceled' }) // the library's spelling
    .where('id', '=', invitationId)
    .execute();
  return how;
}
