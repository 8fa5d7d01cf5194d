import { forgetAttempts } from '../../../auth/attempts.ts';
import type { Calls } from './auth-call.ts';

export const SIGN_IN: Calls = {
  'sign-in/email': {
    method: 'POST',
    takes: ['email', 'password'],
    counts: 'email',
    hashes: true,
    onSuccess: ({ sessions, own }) => forgetAttempts(sessions.db, own),
  },
  'sign-out': { method: 'POST' },
};
