// The sites whose pages may use the account's intake URLs, for owners who are signed in.

import { AllowedOrigins, AllowedOriginsResult } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import type { FastifyRequest } from 'fastify';
import { listAllowedOrigins, setAllowedOrigins } from '../../../accounts/profile/allowed-origins.ts';
import { type AccountScope, actingAs, scopeWithin } from '../../../platform/db/account-scope.ts';
import { inTransaction } from '../../../platform/db/installation.ts';
import { actorOf, admitBySession, callerOf, openSessions } from '../../admission/admit.ts';
import { MEDIUM_BODY } from '../../bodies/body-limits.ts';
import { succeed } from '../../framework/responses.ts';
import { errorsOf } from '../../framework/schema.ts';
import type { App } from '../../framework/typed-app.ts';
import type { PartsOf } from '../route-parts.ts';

export function addAllowedOrigins(app: App, { gate }: PartsOf<'gate'>): void {
  const onRequest = admitBySession(gate);
  const config = { role: 'owner' } as const;
  /** The setting belongs to the live account, even while the user is viewing test leads. */
  const inLiveAccount = <T>(request: FastifyRequest, work: (scope: AccountScope) => Promise<T>): Promise<T> =>
    inTransaction(openSessions(gate).db, (transaction) =>
      work(scopeWithin(transaction, actingAs(actorOf(request), callerOf(request).liveAccountId))),
    );

  app.get(PATHS.accountOrigins, {
    onRequest,
    config,
    schema: { hide: true, response: { 200: AllowedOriginsResult, ...errorsOf(401, 403, 429, 503) } },
    handler: async (request) => succeed({ origins: await inLiveAccount(request, listAllowedOrigins) }),
  });

  app.put(PATHS.accountOrigins, {
    bodyLimit: MEDIUM_BODY,
    onRequest,
    config,
    schema: {
      hide: true,
      body: AllowedOrigins,
      response: { 200: AllowedOriginsResult, ...errorsOf(400, 401, 403, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      const { origins } = request.body;
      return succeed({
        origins: await inLiveAccount(request, (scope) => setAllowedOrigins(scope, origins)),
      });
    },
  });
}
