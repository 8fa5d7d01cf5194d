// What an invitation says, for those who have its link and are not signed in yet. The link is the proof: unknown, used and
// expired ones all look the same.

import type { InvitationSummary } from '@leadline/contract';
import { sql } from 'kysely';
import type { Installation } from '../db/installation.ts';

export async function findInvitation(
  db: Installation,
  invitationId: string,
): Promise<InvitationSummary['data'] | null> {
  const found = await db
    .selectFrom('invitations as i')
    .innerJoin('accounts as a', 'a.id', 'i.account_id')
    // It is void once its sender is no longer an owner; see accept-invitation.ts.
    .innerJoin('members as m', (join) =>
      join.onRef('m.account_id', '=', 'i.account_id').onRef('m.user_id', '=', 'i.inviter_id'),
    )
    .innerJoin('users as u', 'u.id', 'i.inviter_id')
    .select([
      'a.name as account_name',
      'u.name as inviter_name',
      'u.email as inviter_email',
      'i.role',
      'i.email',
    ])
    .where('i.id', '=', invitationId)
    .where('i.status', '=', 'pending')
    .where('i.expires_at', '>', sql<Date>`now()`)
    .where('m.role', '=', 'owner')
    .executeTakeFirst();
  return found ?? null;
}
