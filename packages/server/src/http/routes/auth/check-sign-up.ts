// Decides whether a new person may sign up, with a password or by single sign-on.

import { isSetupToken } from '../../../accounts/setup-token.ts';
import { ALL_SIGN_UPS, type AttemptCounter, INVITED_SIGN_UPS, SIGN_UPS } from '../../../auth/attempts.ts';
import type { Sessions } from '../../../auth/sessions.ts';
import { isInvited, type SignUp, signUpState } from '../../../auth/sign-up-policy.ts';
import { DomainError } from '../../../base/domain-error.ts';
import { counter, rejectTooMany } from './attempt-counters.ts';

export interface Newcomer {
  readonly email: string;
  /** Only the first person needs one. */
  readonly setupToken: unknown;
  /** The client's network. */
  readonly network: string;
}

/** Returns the counters to uncount if the person doesn't sign up in the end. */
export async function checkSignUp(
  sessions: Sessions,
  signUp: SignUp,
  { email, setupToken, network }: Newcomer,
): Promise<readonly AttemptCounter[]> {
  const state = await signUpState(sessions.db, signUp);
  if (state === 'first') {
    await requireSetupToken(sessions, setupToken);
    return [];
  }
  const invited = await isInvited(sessions.db, email);
  if (!invited && state === 'closed')
    throw new DomainError('sign_up_closed', 'sign-up is closed; ask for an invitation');
  const counters = invited
    ? [counter(INVITED_SIGN_UPS, 'invited sign-ups from', network)]
    : [counter(SIGN_UPS, 'sign-ups from', network), counter(ALL_SIGN_UPS, 'sign-ups')];
  await rejectTooMany(sessions, counters, 'too_many_sign_ups', 'new people signed up');
  return counters;
}

export async function requireSetupToken({ db }: Pick<Sessions, 'db'>, token: unknown): Promise<void> {
  if (await isSetupToken(db, token)) return;
  throw new DomainError(
    'invalid_setup_token',
    'this setup token is wrong, has expired or was used; run `leadline setup-token` for a new one',
    { field: 'setupToken' },
  );
}
