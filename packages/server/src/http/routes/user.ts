// The signed-in user: how many backup codes they have left, and deleting them.

import { BackupCodesResult, DeleteResult, UserDeletionBody } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { confirmIdentity } from '../../auth/confirm-identity.ts';
import { countBackupCodes } from '../../auth/count-backup-codes.ts';
import { deleteUser } from '../../auth/delete-user.ts';
import { type Gate, getSignedIn, openSessions } from '../admit.ts';
import { succeed } from '../responses.ts';
import { errorsOf } from '../schema.ts';
import type { App } from '../typed-app.ts';
import { countersOf, rejectTooMany } from './auth/attempt-counters.ts';

export function addUser(app: App, gate: Gate): void {
  app.get(PATHS.backupCodes, {
    schema: { hide: true, response: { 200: BackupCodesResult, ...errorsOf(401, 403, 429, 501, 503) } },
    handler: async (request, reply) => {
      const { user } = await getSignedIn(gate, request, reply);
      reply.header('Cache-Control', 'no-store');
      return succeed({ left: await countBackupCodes(openSessions(gate), user) });
    },
  });

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
