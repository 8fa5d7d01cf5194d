// The current session, and creating accounts.

import { AccountBody, AccountResult, type Session, SessionResult } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { openAccount } from '../../../accounts/lifecycle/open-account.ts';
import { isSetUpBy } from '../../../accounts/lifecycle/setup-token.ts';
import { checkName } from '../../../accounts/profile/check-name.ts';
import { NEW_ACCOUNTS, NEW_ACCOUNTS_BY_NETWORK } from '../../../auth/security/attempts.ts';
import type { SsoConfig } from '../../../auth/sso/sso-config.ts';
import { type SignUp, signUpState } from '../../../auth/users/sign-up-policy.ts';
import { requireVerifiedEmail } from '../../../auth/users/verify-email.ts';
import { clientNetwork } from '../../../platform/base/client-network.ts';
import { DomainError } from '../../../platform/base/domain-error.ts';
import { showId } from '../../../platform/base/ids.ts';
import type { Mailer } from '../../../platform/email/mailer.ts';
import { admitUser, openSessions, userOf } from '../../admission/admit.ts';
import { requireOwnPage } from '../../admission/own-page.ts';
import { SMALL_BODY } from '../../bodies/body-limits.ts';
import { succeed } from '../../framework/responses.ts';
import { checkText, errorsOf } from '../../framework/schema.ts';
import type { App } from '../../framework/typed-app.ts';
import { SharedAnswers } from '../../limits/shared-answers.ts';
import { counter, rejectTooMany } from '../auth/attempt-counters.ts';
import type { PartsOf } from '../route-parts.ts';

export interface SessionParts {
  readonly signUp: SignUp;
  readonly signUpPlan: string;
  readonly mailer: Mailer;
  readonly sso: Pick<SsoConfig, 'name' | 'isOnly'> | null;
  readonly accountDeletionDays: number;
}

export function addSession(
  app: App,
  { gate, signUp, signUpPlan, mailer, sso, accountDeletionDays }: SessionParts & PartsOf<'gate'>,
): void {
  // Called by everyone who opens the sign-in page.
  const signUpStates = new SharedAnswers<Session['sign_up']>();

  app.get(PATHS.session, {
    schema: { hide: true, response: { 200: SessionResult, ...errorsOf(403, 429, 501, 503) } },
    handler: async (request, reply) => {
      requireOwnPage(gate, request);
      const sessions = openSessions(gate);
      let needsSsoCheck = false;
      const signedIn = await sessions.find(request, reply).catch((error: unknown) => {
        needsSsoCheck = error instanceof DomainError && error.code === 'sso_check_required';
        if (needsSsoCheck) return null;
        throw error;
      });
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
        needs_sso_check: needsSsoCheck,
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
    onRequest: admitUser(gate),
    bodyLimit: SMALL_BODY,
    schema: {
      hide: true,
      body: AccountBody,
      response: { 200: AccountResult, ...errorsOf(400, 401, 403, 409, 429, 501, 503) },
    },
    handler: async (request) => {
      const signedIn = userOf(request);
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
        can_export_leads: true,
        sees_all_leads: true,
        delete_at: null,
      });
    },
  });
}
