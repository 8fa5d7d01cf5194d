import { forgetOtherDevices } from '../../../auth/cookies/known-devices.ts';
import { endOtherSessions, endSession, listSessions } from '../../../auth/sessions/own-sessions.ts';
import type { SignedIn } from '../../../auth/sessions/sessions.ts';
import { DomainError } from '../../../platform/base/domain-error.ts';
import type { CallContext, Calls } from './auth-call.ts';

export const SESSIONS: Calls = {
  'update-user': { method: 'POST', needsSession: true, takes: ['name'], needsSecondFactor: true },
  // The library lists and takes tokens, which only the browser of a session may have.
  'list-sessions': {
    method: 'GET',
    needsSession: true,
    answer: async (context) => listSessions(context.sessions.db, signedInOf(context).user.id),
  },
  'revoke-session': {
    method: 'POST',
    needsSession: true,
    reads: ['sessionId'],
    needsSecondFactor: true,
    answer: async (context) => {
      const { user } = signedInOf(context);
      const { sessionId } = context.fields;
      if (typeof sessionId !== 'string') throw new DomainError('invalid_input', 'sessionId is missing');
      await endSession(context.sessions.db, user.id, sessionId);
      return { status: true };
    },
  },
  'revoke-other-sessions': {
    method: 'POST',
    needsSession: true,
    needsSecondFactor: true,
    answer: async (context) => {
      const { user, sessionId } = signedInOf(context);
      await endOtherSessions(context.sessions.db, user.id, sessionId);
      await forgetOtherDevices(context.sessions.db, user.id, context.deviceToken);
      return { status: true };
    },
  },
  'organization/set-active': { method: 'POST', needsSession: true, takes: ['organizationId'] },
};

function signedInOf({ signedIn }: CallContext): SignedIn {
  if (signedIn === null) throw new DomainError('not_signed_in', 'please sign in again');
  return signedIn;
}
