import { forgetOtherDevices } from '../../../auth/cookies/known-devices.ts';
import { deletePendingLinks } from '../../../auth/passwords/delete-pending-links.ts';
import { forgetWrongCodes } from '../../../auth/two-factor/limit-codes.ts';
import { DomainError } from '../../../platform/base/domain-error.ts';
import type { Calls } from './auth-call.ts';

export const PASSWORDS: Calls = {
  'request-password-reset': {
    method: 'POST',
    takes: ['email'],
    counts: 'reset',
    worksUnconfirmed: true,
    checkSetup: ({ mailer }) => {
      if (mailer.way === 'none')
        throw new DomainError('not_available', 'email is not set up on this installation; ask its operator');
    },
  },
  'reset-password': {
    method: 'POST',
    takes: ['newPassword', 'token'],
    counts: 'nobody',
    worksUnconfirmed: true,
    hashes: true,
    choosesPassword: 'newPassword',
  },
  'change-password': {
    method: 'POST',
    needsSession: true,
    takes: ['currentPassword', 'newPassword', 'revokeOtherSessions'],
    counts: 'user',
    hashes: true,
    choosesPassword: 'newPassword',
    needsSecondFactor: true,
    onSuccess: async ({ sessions, signedIn, deviceToken, network }) => {
      if (signedIn === null) return;
      await deletePendingLinks(sessions.db, signedIn.user.id);
      await forgetWrongCodes(sessions.db, signedIn.user.id, network);
      await forgetOtherDevices(sessions.db, signedIn.user.id, deviceToken);
    },
  },
};
