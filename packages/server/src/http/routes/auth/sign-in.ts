import { forgetAttempts } from '../../../auth/security/attempts.ts';
import type { Calls } from './auth-call.ts';

export const SIGN_IN: Calls = {
  'sign-in/email': {
    method: 'POST',
    takes: ['email', 'password'],
    counts: 'email',
    hashes: true,
    worksUnconfirmed: true,
    onSuccess: ({ sessions, own }) => forgetAttempts(sessions.db, own),
  },
  'sign-out': { method: 'POST', worksUnconfirmed: true },
};
