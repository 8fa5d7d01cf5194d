import { deletePendingLinks } from '../../../auth/delete-pending-links.ts';
import { forgetOtherDevices } from '../../../auth/known-devices.ts';
import { DomainError } from '../../../base/domain-error.ts';
import type { Calls } from './auth-call.ts';

export const PASSWORDS: Calls = {
  'request-password-reset': {
    method: 'POST',
    takes: ['email'],
    counts: 'reset',
    checkSetup: ({ mailer }) => {
      if (mailer.way === 'none')
        throw new DomainError('not_available', 'email is not set up on this installation; ask its operator');
    },
  },
  'reset-password': {
    method: 'POST',
    takes: ['newPassword', 'token'],
    counts: 'nobody',
    hashes: true,
    choosesPassword: 'newPassword',
  },
  'change-password': {
    method: 'POST',
    takes: ['currentPassword', 'newPassword', 'revokeOtherSessions'],
    counts: 'user',
    hashes: true,
    choosesPassword: 'newPassword',
    onSuccess: async ({ sessions, signedIn, deviceToken }) => {
      if (signedIn === null) return;
      await deletePendingLinks(sessions.db, signedIn.user.id);
      await forgetOtherDevices(sessions.db, signedIn.user.id, deviceToken);
    },
  },
};
