// The signed-in user: how many backup codes they have left, and deleting them.

import { BackupCodesResult, DeleteResult, UserDeletionBody } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { confirmIdentity } from '../../../auth/users/confirm-identity.ts';
import { countBackupCodes } from '../../../auth/users/count-backup-codes.ts';
import { deleteUser } from '../../../auth/users/delete-user.ts';
import { admitUser, openSessions, userOf } from '../../admission/admit.ts';
import { SMALL_BODY } from '../../bodies/body-limits.ts';
import { succeed } from '../../framework/responses.ts';
import { errorsOf } from '../../framework/schema.ts';
import type { App } from '../../framework/typed-app.ts';
import { countersOf, rejectTooMany } from '../auth/attempt-counters.ts';
import type { PartsOf } from '../route-parts.ts';

export function addUser(app: App, { gate }: PartsOf<'gate'>): void {
  const onRequest = admitUser(gate);

  app.get(PATHS.backupCodes, {
    onRequest,
    schema: { hide: true, response: { 200: BackupCodesResult, ...errorsOf(401, 403, 429, 501, 503) } },
    handler: async (request, reply) => {
      const { user } = userOf(request);
      reply.header('Cache-Control', 'no-store');
      return succeed({ left: await countBackupCodes(openSessions(gate), user) });
    },
  });

  app.post(PATHS.userDeletion, {
    onRequest,
    bodyLimit: SMALL_BODY,
    schema: {
      hide: true,
      body: UserDeletionBody,
      response: { 200: DeleteResult, ...errorsOf(400, 401, 403, 409, 429, 501, 503) },
    },
    handler: async (request, reply) => {
      const signedIn = userOf(request);
      const sessions = openSessions(gate);
      await rejectTooMany(sessions, countersOf(request, 'user-deletion', 'user', {}, signedIn).own);
      await confirmIdentity(sessions.db, signedIn, request.body.password);
      await deleteUser(sessions.db, signedIn.user);
      reply.header('Cache-Control', 'no-store');
      return succeed({ deleted: true });
    },
  });
}
