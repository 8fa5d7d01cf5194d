// Joining and leaving teams, and changing roles. better-auth lists members and invitations; see auth/team.ts.

import {
  DeleteResult,
  InvitationList,
  InvitationSummary,
  MemberBody,
  MemberDuties,
  MemberRemovalQuery,
  MemberResult,
} from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { acceptInvitation } from '../../../accounts/team/accept-invitation.ts';
import { removeMember, setRole } from '../../../accounts/team/change-member.ts';
import { findInvitation, listInvitations } from '../../../accounts/team/find-invitation.ts';
import { uncountAttempt } from '../../../auth/security/attempts.ts';
import { hasMalformedId, readFields } from '../../../auth/users/check-fields.ts';
import { DomainError } from '../../../platform/base/domain-error.ts';
import { readId, showId } from '../../../platform/base/ids.ts';
import {
  type AccountScope,
  actingAs,
  enterAccount,
  scopeWithin,
} from '../../../platform/db/account-scope.ts';
import { inTransaction } from '../../../platform/db/installation.ts';
import { readMemberDuties } from '../../../work/routing/read-member-duties.ts';
import { admitBySession, admitUser, openSessions, userOf } from '../../admission/admit.ts';
import { SMALL_BODY } from '../../bodies/body-limits.ts';
import { succeed } from '../../framework/responses.ts';
import { type ById, errorsOf, idParam, skipValidation } from '../../framework/schema.ts';
import type { App } from '../../framework/typed-app.ts';
import { countersOf, rejectTooMany } from '../auth/attempt-counters.ts';
import type { PartsOf } from '../route-parts.ts';

const params = idParam({ id: 'user' });

export function addMembers(app: App, { gate, db: accounts }: PartsOf<'gate' | 'db'>): void {
  const onRequest = admitBySession(gate);
  const db = () => openSessions(gate).db;
  /** `by` is the user who makes the change. */
  const changeTeam = (
    request: FastifyRequest,
    change: (scope: AccountScope, by: string) => Promise<void>,
  ): Promise<void> => {
    const { accountId, userId } = signedInOf(request);
    return inTransaction(db(), (transaction) =>
      change(scopeWithin(transaction, actingAs(`user_${userId}`, accountId)), userId),
    );
  };
  const removed = { 200: DeleteResult, ...errorsOf(400, 401, 403, 404, 409, 429, 503) };

  app.post(PATHS.acceptInvitation, {
    onRequest: admitUser(gate),
    bodyLimit: SMALL_BODY,
    validatorCompiler: skipValidation,
    schema: { hide: true },
    handler: async (request, reply) => {
      const signedIn = userOf(request);
      const { invitationId } = readFields(request.body) ?? {};
      if (typeof invitationId !== 'string' || hasMalformedId({ invitationId }))
        throw new DomainError('not_found', 'no such invitation');
      await acceptInvitation(db(), signedIn, invitationId);
      return reply.header('Cache-Control', 'no-store').send({ success: true, data: { joined: true } });
    },
  });

  app.get(PATHS.invitations, {
    onRequest: admitUser(gate),
    schema: { hide: true, response: { 200: InvitationList, ...errorsOf(401, 403, 429, 501, 503) } },
    handler: async (request, reply) => {
      const { user } = userOf(request);
      reply.header('Cache-Control', 'no-store');
      return succeed(user.isEmailVerified ? await listInvitations(db(), user.email) : []);
    },
  });

  app.get(PATHS.invitation, {
    schema: {
      hide: true,
      params: Type.Object({ id: Type.String({ description: 'From the link.' }) }),
      response: { 200: InvitationSummary, ...errorsOf(404, 429, 501, 503) },
    },
    handler: async (request, reply) => {
      const sessions = openSessions(gate);
      const { id } = request.params;
      // Counts what isn't found, so that nobody can try out many IDs.
      const counters = countersOf(request, 'invitation', 'nobody', {}, null);
      await rejectTooMany(sessions, counters.inOrder);
      const invitation = hasMalformedId({ id }) ? null : await findInvitation(sessions.db, id);
      if (invitation === null) throw new DomainError('not_found', 'no such invitation');
      for (const attempt of counters.network) await uncountAttempt(sessions.db, attempt);
      reply.header('Cache-Control', 'no-store');
      return succeed(invitation);
    },
  });

  app.get(PATHS.memberDuties, {
    onRequest,
    config: { role: 'owner' },
    schema: {
      hide: true,
      params,
      response: { 200: MemberDuties, ...errorsOf(401, 403, 404, 429, 503) },
    },
    handler: async (request) => {
      const { accountId, userId: by } = signedInOf(request);
      const caller = actingAs(`user_${by}`, accountId);
      const userId = memberIdOf(request);
      return succeed(await enterAccount(accounts, caller, (scope) => readMemberDuties(scope, userId)));
    },
  });

  app.patch(PATHS.member, {
    bodyLimit: SMALL_BODY,
    onRequest,
    config: { role: 'owner' },
    schema: {
      hide: true,
      params,
      body: MemberBody,
      response: { 200: MemberResult, ...errorsOf(400, 401, 403, 404, 409, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      const { role, hand_over_to } = request.body;
      const userId = memberIdOf(request);
      const heir = heirOf(hand_over_to);
      await changeTeam(request, (scope, by) => setRole(scope, by, userId, role, heir));
      return succeed({ user_id: showId('user', userId), role });
    },
  });

  app.delete(PATHS.member, {
    bodyLimit: SMALL_BODY,
    onRequest,
    config: { role: 'owner' },
    schema: { hide: true, params, querystring: MemberRemovalQuery, response: removed },
    handler: async (request) => {
      const userId = memberIdOf(request);
      const heir = heirOf(request.query.hand_over_to);
      await changeTeam(request, (scope, by) => removeMember(scope, by, userId, heir));
      return succeed({ deleted: true });
    },
  });

  app.delete(PATHS.membersMe, {
    bodyLimit: SMALL_BODY,
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

function heirOf(given: string | undefined): string | null {
  if (given === undefined) return null;
  const userId = readId('user', given);
  if (userId === null)
    throw new DomainError('invalid_input', 'hand_over_to is not the ID of a user', { field: 'hand_over_to' });
  return userId;
}
