// What the signed-in member wants to be alerted about. Only they can see and change it.

import { AlertChoices, AlertChoicesResult, TestEmailResult } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import type { FastifyRequest } from 'fastify';
import { readAlertChoices, saveAlertChoices } from '../../alerts/choices.ts';
import { queueTestEmail } from '../../alerts/test-email.ts';
import type { Mailer } from '../../auth/mailer.ts';
import { requireVerifiedEmail } from '../../auth/verify-email.ts';
import { DomainError } from '../../base/domain-error.ts';
import { type AccountDatabase, type AccountScope, enterAccount } from '../../db/account-scope.ts';
import { admitBySession, callerOf, type Gate } from '../admit.ts';
import { succeed } from '../responses.ts';
import { errorsOf } from '../schema.ts';
import type { App } from '../typed-app.ts';

interface AlertParts {
  readonly db: AccountDatabase;
  readonly mailer: Mailer;
}

export function addAlertRoutes(app: App, gate: Gate, { db, mailer }: AlertParts): void {
  const onRequest = admitBySession(gate);
  /** In the live account, whose leads the alerts are about. */
  const enterOwn = <T>(
    request: FastifyRequest,
    work: (scope: AccountScope, userId: string) => Promise<T>,
  ): Promise<T> => {
    const { liveAccountId: accountId, actor } = callerOf(request);
    return enterAccount(db, { accountId, actor }, (scope) => work(scope, signedIn(request).user.id));
  };

  app.get(PATHS.alerts, {
    onRequest,
    schema: { hide: true, response: { 200: AlertChoicesResult, ...errorsOf(401, 403, 429, 501, 503) } },
    handler: async (request) => succeed(await enterOwn(request, readAlertChoices)),
  });

  app.put(PATHS.alerts, {
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
