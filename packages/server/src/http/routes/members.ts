// Joining and leaving teams, and changing roles. better-auth lists members and invitations; see auth/team.ts.

import { DeleteResult, MemberBody, MemberResult } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import type { FastifyRequest } from 'fastify';
import { acceptInvitation } from '../../accounts/accept-invitation.ts';
import { removeMember, setRole } from '../../accounts/change-member.ts';
import { hasMalformedId, readFields } from '../../auth/check-fields.ts';
import { DomainError } from '../../base/domain-error.ts';
import { readId, showId } from '../../base/ids.ts';
import { type AccountScope, scopeWithin } from '../../db/account-scope.ts';
import { inTransaction } from '../../db/installation.ts';
import { admitBySession, type Gate, getSignedIn, openSessions } from '../admit.ts';
import { succeed } from '../responses.ts';
import { type ById, errorsOf, idParam, skipValidation } from '../schema.ts';
import type { App } from '../typed-app.ts';

const params = idParam({ id: 'user' });

export function addMembers(app: App, gate: Gate): void {
  const onRequest = admitBySession(gate);
  const db = () => openSessions(gate).db;
  /** `by` is the user who makes the change. */
  const changeTeam = (
    request: FastifyRequest,
    change: (scope: AccountScope, by: string) => Promise<void>,
  ): Promise<void> => {
    const { accountId, userId } = signedInOf(request);
    return inTransaction(db(), (transaction) =>
      change(scopeWithin(transaction, { accountId, actor: `user_${userId}` }), userId),
    );
  };
  const removed = { 200: DeleteResult, ...errorsOf(401, 403, 404, 409, 429, 503) };

  app.post(PATHS.acceptInvitation, {
    validatorCompiler: skipValidation,
    schema: { hide: true },
    handler: async (request, reply) => {
      const signedIn = await getSignedIn(gate, request, reply);
      const { invitationId } = readFields(request.body) ?? {};
      if (typeof invitationId !== 'string' || hasMalformedId({ invitationId }))
        throw new DomainError('not_found', 'no such invitation');
      await acceptInvitation(db(), signedIn, invitationId);
      return reply.header('Cache-Control', 'no-store').send({ success: true, data: { joined: true } });
    },
  });

  app.patch(PATHS.member, {
    onRequest,
    config: { role: 'owner' },
    schema: {
      hide: true,
      params,
      body: MemberBody,
      response: { 200: MemberResult, ...errorsOf(400, 401, 403, 404, 409, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      const { role } = request.body;
      const userId = memberIdOf(request);
      await changeTeam(request, (scope, by) => setRole(scope, by, userId, role));
      return succeed({ user_id: showId('user', userId), role });
    },
  });

  app.delete(PATHS.member, {
    onRequest,
    config: { role: 'owner' },
    schema: { hide: true, params, response: removed },
    handler: async (request) => {
      const userId = memberIdOf(request);
      await changeTeam(request, (scope, by) => removeMember(scope, by, userId));
      return succeed({ deleted: true });
    },
  });

  app.delete(PATHS.membersMe, {
    onRequest,
    config: { role: 'viewer', worksWhenClosed: true },
    schema: { hide: true, response: removed },
    handler: async (request) => {
      await changeTeam(request, (scope, by) => removeMember(scope, by, by));
      return succeed({ deleted: true });
    },
  });
}

/** Teams belong to the live account, even while the user is viewing test leads. */
function signedInOf({ signedIn }: FastifyRequest): { accountId: string; userId: string } {
  if (signedIn?.accountId == null) throw new Error('route without an admission hook');
  return { accountId: signedIn.accountId, userId: signedIn.user.id };
}

function memberIdOf({ params: { id } }: ById): string {
  const userId = readId('user', id);
  if (userId === null) throw new DomainError('not_found', 'no such member');
  return userId;
}
