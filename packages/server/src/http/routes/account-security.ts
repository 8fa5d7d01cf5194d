// A user's own security events, the name of an account, and whether it requires two-factor sign-in.

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
import { renameAccount } from '../../accounts/rename-account.ts';
import { readTwoFactor, requireTwoFactor } from '../../accounts/require-two-factor.ts';
import { listOwnEvents } from '../../auth/list-security-events.ts';
import { DomainError } from '../../base/domain-error.ts';
import { readId } from '../../base/ids.ts';
import { type AccountScope, scopeWithin } from '../../db/account-scope.ts';
import { inTransaction } from '../../db/installation.ts';
import { actorOf, admitBySession, callerOf, type Gate, getSignedIn, openSessions } from '../admit.ts';
import { succeed } from '../responses.ts';
import { checkText, errorsOf } from '../schema.ts';
import type { App } from '../typed-app.ts';

export function addAccountSecurity(app: App, gate: Gate): void {
  const onRequest = admitBySession(gate);
  /** The setting belongs to the live account, even while the user is viewing test leads. */
  const inLiveAccount = <T>(request: FastifyRequest, work: (scope: AccountScope) => Promise<T>): Promise<T> =>
    inTransaction(openSessions(gate).db, (transaction) =>
      work(scopeWithin(transaction, { accountId: callerOf(request).liveAccountId, actor: actorOf(request) })),
    );

  app.get(PATHS.activity, {
    schema: {
      hide: true,
      querystring: ActivityQuery,
      response: { 200: ActivityPage, ...errorsOf(400, 401, 403, 503) },
    },
    handler: async (request, reply) => {
      const { user } = await getSignedIn(gate, request, reply);
      const { cursor: text, limit = 20 } = request.query;
      const cursor = text === undefined ? null : readId('audit', text);
      if (text !== undefined && cursor === null) throw new DomainError('invalid_cursor', 'unknown cursor');
      reply.header('Cache-Control', 'no-store');
      return listOwnEvents(openSessions(gate).db, user.id, limit, cursor);
    },
  });

  app.put(PATHS.accountName, {
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
    handler: async (request) => succeed(await inLiveAccount(request, readTwoFactor)),
  });

  app.put(PATHS.accountSecurity, {
    onRequest,
    config: { role: 'owner' },
    schema: {
      hide: true,
      body: AccountSecurity,
      response: { 200: AccountSecurityResult, ...errorsOf(400, 401, 403, 429, 503) },
    },
    handler: async (request) => {
      const { requires_two_factor } = request.body;
      if (requires_two_factor && request.signedIn?.hasSecondFactor !== true)
        throw new DomainError(
          'two_factor_required',
          'turn on two-factor sign-in for yourself before you require it from others',
        );
      return succeed(
        await inLiveAccount(request, async (scope) => {
          await requireTwoFactor(scope, requires_two_factor);
          return readTwoFactor(scope);
        }),
      );
    },
  });
}
