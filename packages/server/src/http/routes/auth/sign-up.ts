import { acceptInvitation } from '../../../accounts/accept-invitation.ts';
import { redeemSetupToken } from '../../../accounts/setup-token.ts';
import { DomainError } from '../../../base/domain-error.ts';
import { fromUuid } from '../../../base/ids.ts';
import type { Installation } from '../../../db/installation.ts';
import type { Calls } from './auth-call.ts';
import { checkSignUp } from './check-sign-up.ts';

export const SIGN_UP: Calls = {
  'sign-up/email': {
    method: 'POST',
    takes: ['name', 'email', 'password'],
    reads: ['setupToken', 'invitationId'],
    counts: 'newcomer',
    hashes: true,
    choosesPassword: 'password',
    checkAfterCounting: async ({ parts, sessions, fields, network, refundable }) => {
      const newcomer = { email: String(fields.email), setupToken: fields.setupToken, network };
      refundable.push(...(await checkSignUp(sessions, parts.signUp, newcomer)));
    },
    onSuccess: async ({ sessions, fields }, { token }) => {
      if (typeof fields.setupToken === 'string')
        await redeemSetupToken(sessions.db, fields.setupToken, String(fields.email));
      if (typeof fields.invitationId === 'string')
        await joinWithLink(sessions.db, fields.invitationId, String(token));
    },
  },
};

/** The user exists by now, so an invitation that doesn't work must not fail the sign-up: its page says why. */
async function joinWithLink(db: Installation, invitationId: string, sessionToken: string): Promise<void> {
  const { session_id, user_id, email } = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.id as session_id', 'u.id as user_id', 'u.email'])
    .where('s.token', '=', sessionToken)
    .executeTakeFirstOrThrow();
  const invitee = { sessionId: session_id, user: { id: fromUuid(user_id), email } };
  await acceptInvitation(db, invitee, invitationId).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
  });
}
