// A user's own security events, the name of an account, and what it demands of its members.

import {
  AccountBody,
  AccountNameResult,
  AccountSecurity,
  AccountSecurityResult,
  ActivityPage,
  ActivityQuery,
} from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import type { FastifyRequest } from 'fastify';
import { changeSecurity, readSecurity } from '../../../accounts/profile/account-security.ts';
import { renameAccount } from '../../../accounts/profile/rename-account.ts';
import { listOwnEvents } from '../../../auth/security/list-security-events.ts';
import { DomainError } from '../../../platform/base/domain-error.ts';
import { readId } from '../../../platform/base/ids.ts';
import { type AccountScope, actingAs, scopeWithin } from '../../../platform/db/account-scope.ts';
import { inTransaction } from '../../../platform/db/installation.ts';
import { actorOf, admitBySession, admitUser, callerOf, openSessions, userOf } from '../../admission/admit.ts';
import { SMALL_BODY } from '../../bodies/body-limits.ts';
import { succeed } from '../../framework/responses.ts';
import { checkText, errorsOf } from '../../framework/schema.ts';
import type { App } from '../../framework/typed-app.ts';
import type { PartsOf } from '../route-parts.ts';

export function addAccountSecurity(app: App, { gate }: PartsOf<'gate'>): void {
  const onRequest = admitBySession(gate);
  /** The setting belongs to the live account, even while the user is viewing test leads. */
  const inLiveAccount = <T>(request: FastifyRequest, work: (scope: AccountScope) => Promise<T>): Promise<T> =>
    inTransaction(openSessions(gate).db, (transaction) =>
      work(scopeWithin(transaction, actingAs(actorOf(request), callerOf(request).liveAccountId))),
    );

  app.get(PATHS.activity, {
    onRequest: admitUser(gate),
    schema: {
      hide: true,
      querystring: ActivityQuery,
      response: { 200: ActivityPage, ...errorsOf(400, 401, 403, 503) },
    },
    handler: async (request, reply) => {
      const { user } = userOf(request);
      const { cursor: text, limit = 20 } = request.query;
      const cursor = text === undefined ? null : readId('audit', text);
      if (text !== undefined && cursor === null) throw new DomainError('invalid_cursor', 'unknown cursor');
      reply.header('Cache-Control', 'no-store');
      return listOwnEvents(openSessions(gate).db, user.id, limit, cursor);
    },
  });

  app.put(PATHS.accountName, {
    bodyLimit: SMALL_BODY,
    onRequest,
    config: { role: 'owner' },
    schema: {
      hide: true,
      body: AccountBody,
      response: { 200: AccountNameResult, ...errorsOf(400, 401, 403, 429, 503) },
    },
    handler: async (request) => {
      const name = request.body.name.trim();
      checkText('name', name);
      await inLiveAccount(request, (scope) => renameAccount(scope, name));
      return succeed({ name });
    },
  });

  app.get(PATHS.accountSecurity, {
    onRequest,
    config: { role: 'owner' },
    schema: { hide: true, response: { 200: AccountSecurityResult, ...errorsOf(401, 403, 429, 503) } },
    handler: async (request) => succeed(await inLiveAccount(request, readSecurity)),
  });

  app.put(PATHS.accountSecurity, {
    bodyLimit: SMALL_BODY,
    onRequest,
    config: { role: 'owner' },
    schema: {
      hide: true,
      body: AccountSecurity,
      response: { 200: AccountSecurityResult, ...errorsOf(400, 401, 403, 429, 503) },
    },
    handler: async (request) => {
      const changes = request.body;
      if (changes.requires_two_factor && request.signedIn?.hasSecondFactor !== true)
        throw new DomainError(
          'two_factor_required',
          'turn on two-factor sign-in for yourself, and sign in with it, before you require it from others',
        );
      return succeed(
        await inLiveAccount(request, async (scope) => {
          await changeSecurity(scope, changes);
          return readSecurity(scope);
        }),
      );
    },
  });
}
