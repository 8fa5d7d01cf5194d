// Decides whether a new person may sign up, with a password or by single sign-on.

import { isSetupToken } from '../../../accounts/lifecycle/setup-token.ts';
import {
  ALL_SIGN_UPS,
  type AttemptCounter,
  INVITED_SIGN_UPS,
  SIGN_UPS,
} from '../../../auth/security/attempts.ts';
import type { Sessions } from '../../../auth/sessions/sessions.ts';
import { isInvited, type SignUp, signUpState } from '../../../auth/users/sign-up-policy.ts';
import { DomainError } from '../../../platform/base/domain-error.ts';
import { counter, rejectTooMany } from './attempt-counters.ts';

export interface Newcomer {
  readonly email: string;
  /** Only the first person needs one. */
  readonly setupToken: unknown;
  /** From the link of an invitation. `verified` if the identity provider has verified the email, which is as good. */
  readonly invitation: { readonly id: unknown } | 'verified';
  /** The client's network. */
  readonly network: string;
}

/** Returns the counters to uncount if the person doesn't sign up in the end. */
export async function checkSignUp(
  sessions: Sessions,
  signUp: SignUp,
  { email, setupToken, invitation, network }: Newcomer,
): Promise<readonly AttemptCounter[]> {
  const state = await signUpState(sessions.db, signUp);
  if (state === 'first') {
    await requireSetupToken(sessions, setupToken);
    return [];
  }
  const isInvitedHere = await hasInvitation(sessions, email, invitation);
  if (!isInvitedHere && state === 'closed')
    throw new DomainError(
      'sign_up_closed',
      'sign-up is closed; open the link in your invitation, or ask for one',
    );
  const counters = isInvitedHere
    ? [counter(INVITED_SIGN_UPS, 'invited sign-ups from', network)]
    : [counter(SIGN_UPS, 'sign-ups from', network), counter(ALL_SIGN_UPS, 'sign-ups')];
  await rejectTooMany(sessions, counters, 'too_many_sign_ups', 'new people signed up');
  return counters;
}

async function hasInvitation(
  { db }: Pick<Sessions, 'db'>,
  email: string,
  invitation: Newcomer['invitation'],
): Promise<boolean> {
  if (invitation === 'verified') return isInvited(db, email, null);
  return typeof invitation.id === 'string' && isInvited(db, email, invitation.id);
}

export async function requireSetupToken({ db }: Pick<Sessions, 'db'>, token: unknown): Promise<void> {
  if (await isSetupToken(db, token)) return;
  throw new DomainError(
    'invalid_setup_token',
    'this setup token is wrong, has expired or was used; run `leadline setup-token` for a new one',
    { field: 'setupToken' },
  );
}
