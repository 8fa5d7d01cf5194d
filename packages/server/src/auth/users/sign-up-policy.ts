// Decides who may sign up: everyone, or only invited people. The first person needs a setup token, which only
// the operator gets, and becomes the owner.

import type { Session } from '@leadline/contract';
import { sql } from 'kysely';
import { hasUsers } from '../../accounts/lifecycle/setup-token.ts';
import type { Installation } from '../../platform/db/installation.ts';

export type SignUp = 'open' | 'closed';

export async function signUpState(db: Installation, policy: SignUp): Promise<Session['sign_up']> {
  return (await hasUsers(db)) ? policy : 'first';
}

/** Without the ID from the invitation's link, this only counts for people whose email is verified: otherwise, anyone could
 * sign up with an invited email before its owner does. */
export async function isInvited(
  db: Installation,
  email: string,
  invitationId: string | null,
): Promise<boolean> {
  const invited = await db
    .selectFrom('invitations as i')
    // An invitation is void once its sender is no longer an owner; see accounts/team/accept-invitation.ts.
    .innerJoin('members as m', (join) =>
      join.onRef('m.account_id', '=', 'i.account_id').onRef('m.user_id', '=', 'i.inviter_id'),
    )
    .select('i.id')
    .where('m.role', '=', 'owner')
    .where('i.email', '=', email.toLowerCase())
    .$if(invitationId !== null, (query) => query.where('i.id', '=', invitationId ?? ''))
    .where('i.status', '=', 'pending')
    .where('i.expires_at', '>', sql<Date>`now()`)
    .limit(1)
    .executeTakeFirst();
  return invited !== undefined;
}
