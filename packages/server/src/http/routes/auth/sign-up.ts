import { redeemSetupToken } from '../../../accounts/setup-token.ts';
import type { Calls } from './auth-call.ts';
import { checkSignUp } from './check-sign-up.ts';

export const SIGN_UP: Calls = {
  'sign-up/email': {
    method: 'POST',
    takes: ['name', 'email', 'password'],
    reads: ['setupToken'],
    counts: 'newcomer',
    hashes: true,
    choosesPassword: 'password',
    checkAfterCounting: async ({ parts, sessions, fields, network, refundable }) => {
      const newcomer = { email: String(fields.email), setupToken: fields.setupToken, network };
      refundable.push(...(await checkSignUp(sessions, parts.signUp, newcomer)));
    },
    onSuccess: async ({ sessions, fields }) => {
      if (typeof fields.setupToken === 'string')
        await redeemSetupToken(sessions.db, fields.setupToken, String(fields.email));
    },
  },
};
