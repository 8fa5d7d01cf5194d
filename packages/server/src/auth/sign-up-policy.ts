// Decides who may sign up: everyone, or only invited people. The first person needs the setup token that was printed when
// Leadline started, and becomes the owner.

import type { Session } from '@leadline/contract';
import { sql } from 'kysely';
import { hasUsers } from '../accounts/setup-token.ts';
import type { Installation } from '../db/installation.ts';

export type SignUp = 'open' | 'closed';

export async function signUpState(db: Installation, policy: SignUp): Promise<Session['sign_up']> {
  return (await hasUsers(db)) ? policy : 'first';
}

export async function isInvited(db: Installation, email: string): Promise<boolean> {
  const invited = await db
    .selectFrom('invitations as i')
    // An invitation is void once its sender is no longer an owner; see accounts/accept-invitation.ts.
    .innerJoin('members as m', (join) =>
      join.onRef('m.account_id', '=', 'i.account_id').onRef('m.user_id', '=', 'i.inviter_id'),
    )
    .select('i.id')
    .where('m.role', '=', 'owner')
    .where('i.email', '=', email.toLowerCase())
    .where('i.status', '=', 'pending')
    .where('i.expires_at', '>', sql<Date>`now()`)
    .limit(1)
    .executeTakeFirst();
  return invited !== undefined;
}
