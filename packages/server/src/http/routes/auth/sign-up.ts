import { isSetupToken, redeemSetupToken } from '../../../accounts/setup-token.ts';
import { ALL_SIGN_UPS, INVITED_SIGN_UPS, SIGN_UPS } from '../../../auth/attempts.ts';
import { isInvited, signUpState } from '../../../auth/sign-up-policy.ts';
import { DomainError } from '../../../base/domain-error.ts';
import { counter, rejectTooMany } from './attempt-counters.ts';
import type { CallContext, Calls } from './auth-call.ts';

export const SIGN_UP: Calls = {
  'sign-up/email': {
    method: 'POST',
    takes: ['name', 'email', 'password'],
    reads: ['setupToken'],
    counts: 'newcomer',
    hashes: true,
    checkAfterCounting: async (context) => {
      const { parts, sessions, fields } = context;
      const state = await signUpState(sessions.db, parts.signUp);
      if (state === 'first') {
        if (!(await isSetupToken(sessions.db, fields.setupToken))) throw invalidSetupToken();
      } else if (await isInvited(sessions.db, String(fields.email))) {
        await limitSignUps(context, [counter(INVITED_SIGN_UPS, 'invited sign-ups from', context.network)]);
      } else if (state === 'closed') {
        throw new DomainError('sign_up_closed', 'sign-up is closed; ask for an invitation');
      } else {
        await limitSignUps(context, [
          counter(SIGN_UPS, 'sign-ups from', context.network),
          counter(ALL_SIGN_UPS, 'sign-ups'),
        ]);
      }
    },
    onSuccess: async ({ sessions, fields }) => {
      if (typeof fields.setupToken === 'string')
        await redeemSetupToken(sessions.db, fields.setupToken, String(fields.email));
    },
  },
};

async function limitSignUps(
  { sessions, refundable }: CallContext,
  counters: CallContext['refundable'],
): Promise<void> {
  await rejectTooMany(sessions, counters, 'too_many_sign_ups', 'new people signed up');
  refundable.push(...counters);
}

const invalidSetupToken = (): DomainError =>
  new DomainError(
    'invalid_setup_token',
    'this setup token is wrong, has expired or was used; run `leadline setup-token` for a new one',
    { field: 'setupToken' },
  );
