import { maySignUp } from '../../../auth/sign-up-policy.ts';
import { DomainError } from '../../../base/domain-error.ts';
import type { Calls } from './auth-call.ts';

export const SIGN_UP: Calls = {
  'sign-up/email': {
    method: 'POST',
    takes: ['name', 'email', 'password'],
    counts: 'newcomer',
    checkAfterCounting: async ({ parts, sessions, fields }) => {
      if (!(await maySignUp(sessions.db, parts.signUp, String(fields.email))))
        throw new DomainError('sign_up_closed', 'sign-up is closed; ask for an invitation');
    },
  },
};
