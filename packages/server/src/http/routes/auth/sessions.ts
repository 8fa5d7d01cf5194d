import { forgetOtherDevices } from '../../../auth/known-devices.ts';
import type { Calls } from './auth-call.ts';

export const SESSIONS: Calls = {
  'update-user': { method: 'POST', takes: ['name'] },
  'list-sessions': { method: 'GET' },
  'revoke-session': { method: 'POST', takes: ['token'] },
  'revoke-other-sessions': {
    method: 'POST',
    onSuccess: async ({ sessions, signedIn, deviceToken }) => {
      if (signedIn !== null) await forgetOtherDevices(sessions.db, signedIn.user.id, deviceToken);
    },
  },
  'organization/set-active': { method: 'POST', takes: ['organizationId'] },
};
