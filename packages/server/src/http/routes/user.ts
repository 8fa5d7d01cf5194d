// Deleting the signed-in user.

import { DeleteResult, UserDeletionBody } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { confirmIdentity } from '../../auth/confirm-identity.ts';
import { deleteUser } from '../../auth/delete-user.ts';
import { type Gate, getSignedIn, openSessions } from '../admit.ts';
import { succeed } from '../responses.ts';
import { errorsOf } from '../schema.ts';
import type { App } from '../typed-app.ts';
import { countersOf, rejectTooMany } from './auth/attempt-counters.ts';

export function addUser(app: App, gate: Gate): void {
  app.post(PATHS.userDeletion, {
    schema: {
      hide: true,
      body: UserDeletionBody,
      response: { 200: DeleteResult, ...errorsOf(400, 401, 403, 409, 429, 501, 503) },
    },
    handler: async (request, reply) => {
      const signedIn = await getSignedIn(gate, request, reply);
      const sessions = openSessions(gate);
      await rejectTooMany(sessions, countersOf(request, 'user-deletion', 'user', {}, signedIn).own);
      await confirmIdentity(sessions.db, signedIn, request.body.password);
      await deleteUser(sessions.db, signedIn.user);
      reply.header('Cache-Control', 'no-store');
      return succeed({ deleted: true });
    },
  });
}
