import { redeemSetupToken } from '../../../accounts/lifecycle/setup-token.ts';
import { acceptInvitation } from '../../../accounts/team/accept-invitation.ts';
import { hashSessionToken } from '../../../auth/sessions/session-tokens.ts';
import { DomainError } from '../../../platform/base/domain-error.ts';
import { fromUuid } from '../../../platform/base/ids.ts';
import type { Installation } from '../../../platform/db/installation.ts';
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
    worksUnconfirmed: true,
    checkAfterCounting: async ({ parts, sessions, fields, network, refundable }) => {
      const { setupToken, invitationId: id } = fields;
      const newcomer = { email: String(fields.email), setupToken, invitation: { id }, network };
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
    .where('s.token', '=', hashSessionToken(sessionToken))
    .executeTakeFirstOrThrow();
  const invitee = { sessionId: session_id, user: { id: fromUuid(user_id), email } };
  await acceptInvitation(db, invitee, invitationId).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
  });
}
