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
import { recordExport } from '../../accounts/export-account.ts';
import { findTestAccount } from '../../accounts/find-test-account.ts';
import { cancelDeletion, scheduleDeletion } from '../../accounts/schedule-deletion.ts';
import { writeAccountExport } from '../../accounts/write-account-export.ts';
import { confirmIdentity } from '../../auth/confirm-identity.ts';
import { isExportTicket, makeExportTicket } from '../../auth/export-ticket.ts';
import type { Mailer } from '../../auth/mailer.ts';
import type { SignedIn } from '../../auth/sessions.ts';
import { DomainError } from '../../base/domain-error.ts';
import { describeError, type Logger } from '../../base/log.ts';
import type { AccountCaller, AccountDatabase } from '../../db/account-scope.ts';
import { OpenExports } from '../../people/open-exports.ts';
import { admitBySession, type Gate, openSessions } from '../admit.ts';
import { sendStream, succeed } from '../responses.ts';
import { errorsOf } from '../schema.ts';
import { accessInTurns, inTurn, type Turns } from '../take-turns.ts';
import type { App } from '../typed-app.ts';
import { countersOf, rejectTooMany } from './auth/attempt-counters.ts';
import { mailDeletion } from './mail-deletion.ts';

export interface AccountParts {
  readonly db: AccountDatabase;
  readonly turns: Turns;
  readonly accountDeletionDays: number;
  readonly mailer: Mailer;
  readonly logger: Logger;
}

const config = { role: 'owner', worksWhenClosed: true } as const;

export function addAccount(
  app: App,
  gate: Gate,
  { db, turns, accountDeletionDays, mailer, logger }: AccountParts,
): void {
  const onRequest = admitBySession(gate);
  const open = new OpenExports({ perAccount: 1 });

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
      const leave = open.enter(caller.accountId);
      if (leave === null)
        throw new DomainError('rate_limited', 'another export is in progress; wait until it is finished', {
          retryAfterSeconds: 30,
        });
      try {
        const owner = { ...caller, liveAccountId: caller.accountId };
        const live = accessInTurns(db, turns, owner);
        const testId = await inTurn(turns, owner, () => findTestAccount(db, caller.accountId));
        const test = testId === null ? null : accessInTurns(db, turns, { ...owner, accountId: testId });
        await recordExport(live);
        const content = writeAccountExport({ teamDb: openSessions(gate).db, live, test }).once(
          'close',
          leave,
        );
        const day = new Date().toISOString().slice(0, 10);
        reply.header('Content-Disposition', `attachment; filename="leadline-export-${day}.ndjson"`);
        return sendStream(reply.type('application/x-ndjson; charset=utf-8'), content);
      } catch (error) {
        leave();
        throw error;
      }
    },
  });

  app.post(PATHS.accountExport, {
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
  return { accountId, actor: `user_${user.id}` };
}
