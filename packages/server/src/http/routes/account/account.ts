// Exporting and deleting the account, for owners who are signed in. An API key can do neither.

import {
  AccountDeletionBody,
  AccountDeletionResult,
  AccountExportBody,
  AccountExportQuery,
  AccountExportResult,
} from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import type { FastifyRequest } from 'fastify';
import { recordExport } from '../../../accounts/lifecycle/export-account.ts';
import { findTestAccount } from '../../../accounts/lifecycle/find-test-account.ts';
import { cancelDeletion, scheduleDeletion } from '../../../accounts/lifecycle/schedule-deletion.ts';
import { writeAccountExport } from '../../../accounts/lifecycle/write-account-export.ts';
import { isExportTicket, makeExportTicket } from '../../../auth/sessions/export-ticket.ts';
import type { SignedIn } from '../../../auth/sessions/sessions.ts';
import { confirmIdentity } from '../../../auth/users/confirm-identity.ts';
import { DomainError } from '../../../platform/base/domain-error.ts';
import { describeError } from '../../../platform/base/log.ts';
import { OpenCount } from '../../../platform/base/open-count.ts';
import { type AccountCaller, actingAs } from '../../../platform/db/account-scope.ts';
import { admitBySession, type Gate, openSessions } from '../../admission/admit.ts';
import { SMALL_BODY } from '../../bodies/body-limits.ts';
import { sendStream, succeed } from '../../framework/responses.ts';
import { errorsOf } from '../../framework/schema.ts';
import type { App } from '../../framework/typed-app.ts';
import { accessInTurns, inTurn } from '../../limits/take-turns.ts';
import { countersOf, rejectTooMany } from '../auth/attempt-counters.ts';
import type { PartsOf } from '../route-parts.ts';
import { mailDeletion } from './mail-deletion.ts';

export type AccountParts = PartsOf<'gate' | 'db' | 'turns' | 'accountDeletionDays' | 'mailer' | 'logger'>;

const config = { role: 'owner', worksWhenClosed: true } as const;

export function addAccount(
  app: App,
  { gate, db, turns, accountDeletionDays, mailer, logger }: AccountParts,
): void {
  const onRequest = admitBySession(gate);
  const exports = new OpenCount({
    perAccount: 1,
    message: 'another export is in progress; wait until it is finished',
    retryAfterSeconds: 30,
  });

  app.get(PATHS.accountExport, {
    onRequest,
    config: { ...config, turns: 'none' },
    schema: { hide: true, querystring: AccountExportQuery },
    handler: async (request, reply) => {
      const caller = ownerOf(request);
      const { account = `acct_${caller.accountId}` } = request.query;
      if (account !== `acct_${caller.accountId}`)
        throw new DomainError(
          'account_switched',
          'you switched accounts in another window; reload this page',
        );
      const holder = { sessionId: signedInOf(request).sessionId, accountId: caller.accountId };
      if (!isExportTicket(secretsOf(gate), holder, request.query.ticket, new Date()))
        throw new DomainError('session_too_old', 'confirm your password again to export all data');
      const content = await exports.stream(caller.accountId, async () => {
        const owner = { ...caller, liveAccountId: caller.accountId };
        const live = accessInTurns(db, turns, owner);
        const testId = await inTurn(turns, owner, () => findTestAccount(db, caller.accountId));
        const test = testId === null ? null : accessInTurns(db, turns, { ...owner, accountId: testId });
        await recordExport(live);
        return writeAccountExport({ teamDb: openSessions(gate).db, live, test });
      });
      const day = new Date().toISOString().slice(0, 10);
      reply.header('Content-Disposition', `attachment; filename="leadline-export-${day}.ndjson"`);
      return sendStream(reply.type('application/x-ndjson; charset=utf-8'), content);
    },
  });

  app.post(PATHS.accountExport, {
    bodyLimit: SMALL_BODY,
    onRequest,
    config,
    schema: {
      hide: true,
      body: AccountExportBody,
      response: { 200: AccountExportResult, ...errorsOf(400, 401, 403, 409, 429, 501, 503) },
    },
    handler: async (request) => {
      const sessions = openSessions(gate);
      const signedIn = signedInOf(request);
      const { accountId } = ownerOf(request);
      await rejectTooMany(sessions, countersOf(request, 'account-export', 'user', {}, signedIn).own);
      await confirmIdentity(sessions.db, signedIn, request.body.password);
      const holder = { sessionId: signedIn.sessionId, accountId };
      return succeed({ ticket: makeExportTicket(secretsOf(gate), holder, new Date()) });
    },
  });

  app.post(PATHS.accountDeletion, {
    bodyLimit: SMALL_BODY,
    onRequest,
    config,
    schema: {
      hide: true,
      body: AccountDeletionBody,
      response: { 200: AccountDeletionResult, ...errorsOf(400, 401, 403, 404, 409, 429, 501, 503) },
    },
    handler: async (request) => {
      const sessions = openSessions(gate);
      const signedIn = signedInOf(request);
      const caller = ownerOf(request);
      await rejectTooMany(sessions, countersOf(request, 'account-deletion', 'user', {}, signedIn).own);
      const accounts = await sessions.listMemberships(signedIn.user.id);
      const name = accounts.find(({ account_id }) => account_id === `acct_${caller.accountId}`)?.name;
      if (request.body.name.trim() !== name?.trim())
        throw new DomainError('invalid_input', 'name must be the name of this account', { field: 'name' });
      await confirmIdentity(sessions.db, signedIn, request.body.password);
      const deleteAt = await scheduleDeletion(sessions.db, caller, accountDeletionDays);
      mailDeletion(sessions.db, mailer, { accountId: caller.accountId, name, deleteAt }).catch(
        (error: unknown) => logger.warn(describeError(error), 'failed to mail about a deletion'),
      );
      return succeed({ delete_at: deleteAt.toISOString() });
    },
  });

  app.delete(PATHS.accountDeletion, {
    bodyLimit: SMALL_BODY,
    onRequest,
    config,
    schema: {
      hide: true,
      response: { 200: AccountDeletionResult, ...errorsOf(401, 403, 409, 429, 501, 503) },
    },
    handler: async (request) => {
      await cancelDeletion(openSessions(gate).db, ownerOf(request));
      return succeed({ delete_at: null });
    },
  });
}

const secretsOf = (gate: Gate) => openSessions(gate).auth.options.secrets;

function signedInOf({ signedIn }: FastifyRequest): SignedIn {
  if (signedIn === null) throw new Error('route without an admission hook');
  return signedIn;
}

/** The live account, even while the user is viewing test leads. */
function ownerOf(request: FastifyRequest): AccountCaller {
  const { accountId, user } = signedInOf(request);
  if (accountId === null) throw new Error('route without an admission hook');
  return actingAs(`user_${user.id}`, accountId);
}
