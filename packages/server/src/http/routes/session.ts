// The current session, and creating accounts.

import { AccountBody, AccountResult, type Session, SessionResult } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { checkName } from '../../accounts/check-name.ts';
import { openAccount } from '../../accounts/open-account.ts';
import { isSetUpBy } from '../../accounts/setup-token.ts';
import { NEW_ACCOUNTS, NEW_ACCOUNTS_BY_NETWORK } from '../../auth/attempts.ts';
import { clientNetwork } from '../../auth/client-network.ts';
import type { Mailer } from '../../auth/mailer.ts';
import { type SignUp, signUpState } from '../../auth/sign-up-policy.ts';
import type { SsoConfig } from '../../auth/sso/sso-config.ts';
import { requireVerifiedEmail } from '../../auth/verify-email.ts';
import { showId } from '../../base/ids.ts';
import { SharedAnswers } from '../../insights/shared-answers.ts';
import { type Gate, getSignedIn, openSessions } from '../admit.ts';
import { requireOwnPage } from '../own-page.ts';
import { succeed } from '../responses.ts';
import { checkText, errorsOf } from '../schema.ts';
import type { App } from '../typed-app.ts';
import { counter, rejectTooMany } from './auth/attempt-counters.ts';

export interface SessionParts {
  readonly signUp: SignUp;
  readonly signUpPlan: string;
  readonly mailer: Mailer;
  readonly sso: Pick<SsoConfig, 'name' | 'isOnly'> | null;
  readonly accountDeletionDays: number;
}

export function addSession(
  app: App,
  gate: Gate,
  { signUp, signUpPlan, mailer, sso, accountDeletionDays }: SessionParts,
): void {
  // Called by everyone who opens the sign-in page.
  const signUpStates = new SharedAnswers<Session['sign_up']>();

  app.get(PATHS.session, {
    schema: { hide: true, response: { 200: SessionResult, ...errorsOf(403, 429, 501, 503) } },
    handler: async (request, reply) => {
      requireOwnPage(gate, request);
      const sessions = openSessions(gate);
      const signedIn = await sessions.find(request, reply);
      const accounts = signedIn === null ? [] : await sessions.listMemberships(signedIn.user.id);
      let account = accounts.find(({ account_id }) => account_id === `acct_${signedIn?.accountId}`) ?? null;
      // The session is new, or the user has left its account: switch to their first account.
      if (signedIn !== null && account === null && accounts[0] !== undefined) {
        account = accounts[0];
        await sessions.setAccount(signedIn.sessionId, account.account_id.slice('acct_'.length));
      }
      reply.header('Cache-Control', 'no-store');
      return succeed({
        user:
          signedIn === null
            ? null
            : {
                user_id: showId('user', signedIn.user.id),
                name: signedIn.user.name,
                email: signedIn.user.email,
                email_verified: signedIn.user.isEmailVerified,
                has_two_factor: signedIn.user.hasTwoFactor,
              },
        needs_two_factor: account?.requires_two_factor === true && signedIn?.hasSecondFactor !== true,
        session_id: signedIn?.sessionId ?? null,
        account,
        accounts,
        sign_up: await signUpStates.get('', () => signUpState(sessions.db, signUp)),
        mail: mailer.way,
        account_deletion_days: accountDeletionDays,
        sso: sso === null ? null : { name: sso.name, only: sso.isOnly },
      });
    },
  });

  app.post(PATHS.accounts, {
    schema: {
      hide: true,
      body: AccountBody,
      response: { 200: AccountResult, ...errorsOf(400, 401, 403, 409, 429, 501, 503) },
    },
    handler: async (request, reply) => {
      const signedIn = await getSignedIn(gate, request, reply);
      const { sessionId, user } = signedIn;
      const name = request.body.name.trim();
      checkText('name', name);
      checkName(name);
      const sessions = openSessions(gate);
      // Every account has an allowance, so with open sign-up, one has to cost at least a mailbox.
      if (signUp === 'open' && !(await isSetUpBy(sessions.db, user.id)))
        requireVerifiedEmail(mailer, signedIn, 'create an account');
      await rejectTooMany(
        sessions,
        [
          counter(NEW_ACCOUNTS, 'accounts by', user.id),
          counter(NEW_ACCOUNTS_BY_NETWORK, 'accounts from', clientNetwork(request.ip)),
        ],
        'too_many_sign_ups',
        'new accounts today',
      );
      const { accountId } = await openAccount(sessions.db, user, name, signUpPlan, signUp === 'closed');
      await sessions.setAccount(sessionId, accountId);
      return succeed({
        account_id: showId('acct', accountId),
        name,
        role: 'owner',
        requires_two_factor: false,
        delete_at: null,
      });
    },
  });
}
