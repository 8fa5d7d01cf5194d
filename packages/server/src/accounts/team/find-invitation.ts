// What invitations say, for the people they were sent to. Unknown, used and expired ones all look the same.

import type { Invitation } from '@leadline/contract';
import { sql } from 'kysely';
import type { Installation } from '../../platform/db/installation.ts';

const MAX_LISTED = 20;

/** For anyone who has its link, which is the proof. */
export async function findInvitation(db: Installation, invitationId: string): Promise<Invitation | null> {
  return (await openInvitations(db).where('i.id', '=', invitationId).executeTakeFirst()) ?? null;
}

/** The newest first. Only for people who have proved that the email is theirs: an invitation's ID lets them in. */
export function listInvitations(db: Installation, verifiedEmail: string): Promise<Invitation[]> {
  return openInvitations(db)
    .where('i.email', '=', verifiedEmail)
    .orderBy('i.id', 'desc')
    .limit(MAX_LISTED)
    .execute();
}

function openInvitations(db: Installation) {
  return (
    db
      .selectFrom('invitations as i')
      .innerJoin('accounts as a', 'a.id', 'i.account_id')
      // It is void once its sender is no longer an owner; see accept-invitation.ts.
      .innerJoin('members as m', (join) =>
        join.onRef('m.account_id', '=', 'i.account_id').onRef('m.user_id', '=', 'i.inviter_id'),
      )
      .innerJoin('users as u', 'u.id', 'i.inviter_id')
      .select([
        'i.id as invitation_id',
        'a.name as account_name',
        'u.name as inviter_name',
        'u.email as inviter_email',
        'i.role',
        'i.email',
      ])
      .where('i.status', '=', 'pending')
      .where('i.expires_at', '>', sql<Date>`now()`)
      .where('m.role', '=', 'owner')
  );
}
