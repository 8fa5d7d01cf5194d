// What the signed-in member wants to be alerted about. Only they can see and change it.

import { AlertChoices, AlertChoicesResult, TestEmailResult } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import type { FastifyRequest } from 'fastify';
import { requireVerifiedEmail } from '../../../auth/users/verify-email.ts';
import { readAlertChoices, saveAlertChoices } from '../../../notifications/alerts/choices.ts';
import { queueTestEmail } from '../../../notifications/alerts/test-email.ts';
import { DomainError } from '../../../platform/base/domain-error.ts';
import { type AccountScope, actingAs, enterAccount } from '../../../platform/db/account-scope.ts';
import { admitBySession, callerOf } from '../../admission/admit.ts';
import { SMALL_BODY } from '../../bodies/body-limits.ts';
import { succeed } from '../../framework/responses.ts';
import { errorsOf } from '../../framework/schema.ts';
import type { App } from '../../framework/typed-app.ts';
import type { PartsOf } from '../route-parts.ts';

export function addAlertRoutes(app: App, { gate, db, mailer }: PartsOf<'gate' | 'db' | 'mailer'>): void {
  const onRequest = admitBySession(gate);
  /** In the live account, whose leads the alerts are about. */
  const enterOwn = <T>(
    request: FastifyRequest,
    work: (scope: AccountScope, userId: string) => Promise<T>,
  ): Promise<T> => {
    const { liveAccountId, actor } = callerOf(request);
    // Nothing here is about leads, and what the account watches for is made of everybody's choices.
    return enterAccount(db, actingAs(actor, liveAccountId), (scope) =>
      work(scope, signedIn(request).user.id),
    );
  };

  app.get(PATHS.alerts, {
    onRequest,
    schema: { hide: true, response: { 200: AlertChoicesResult, ...errorsOf(401, 403, 429, 501, 503) } },
    handler: async (request) => succeed(await enterOwn(request, readAlertChoices)),
  });

  app.put(PATHS.alerts, {
    bodyLimit: SMALL_BODY,
    onRequest,
    config: { role: 'viewer' },
    schema: {
      hide: true,
      body: AlertChoices,
      response: { 200: AlertChoicesResult, ...errorsOf(400, 401, 403, 409, 413, 415, 429, 501, 503) },
    },
    handler: async (request) =>
      succeed(
        await enterOwn(request, (scope, userId) => saveAlertChoices(scope, userId, request.body, new Date())),
      ),
  });

  app.post(PATHS.testAlert, {
    bodyLimit: SMALL_BODY,
    onRequest,
    config: { role: 'viewer' },
    schema: {
      hide: true,
      response: { 200: TestEmailResult, ...errorsOf(400, 401, 403, 413, 415, 429, 501, 503) },
    },
    handler: async (request) => {
      if (mailer.way === 'none')
        throw new DomainError('not_available', 'email is not set up on this installation');
      requireVerifiedEmail(mailer, signedIn(request), 'have alerts sent to it');
      await enterOwn(request, (scope, userId) => queueTestEmail(scope, userId, new Date()));
      return succeed({ queued: true as const });
    },
  });
}

function signedIn({ signedIn: found }: FastifyRequest) {
  if (found === null) throw new Error('route without a session');
  return found;
}
