import type { Calls } from './auth-call.ts';

export const SESSIONS: Calls = {
  'update-user': { method: 'POST', takes: ['name'] },
  'list-sessions': { method: 'GET' },
  'revoke-session': { method: 'POST', takes: ['token'] },
  'revoke-other-sessions': { method: 'POST' },
  'organization/set-active': { method: 'POST', takes: ['organizationId'] },
};
