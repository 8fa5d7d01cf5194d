// Personal data requests, retention and the audit log.

import {
  AuditPage,
  AuditQuery,
  EraseBody,
  EraseResult,
  PersonExport,
  PersonQuery,
  Retention,
  RetentionResult,
} from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import type { FastifyRequest } from 'fastify';
import { type AuditFilter, listAudit, nameEntries } from '../../../accounts/audit/list-audit.ts';
import { mergeEntries } from '../../../accounts/audit/merge-entries.ts';
import { findTestAccount } from '../../../accounts/lifecycle/find-test-account.ts';
import { type Caller, isTestAccount } from '../../../accounts/profile/caller.ts';
import { listMemberEvents } from '../../../auth/security/list-security-events.ts';
import { erasePerson } from '../../../people/erase-person.ts';
import { findToExport, type PersonToExport } from '../../../people/export-person.ts';
import type { PersonToFind } from '../../../people/find-person.ts';
import { getRetention, setRetention } from '../../../people/manage-retention.ts';
import { TextSearch } from '../../../people/text-search.ts';
import { writeExport } from '../../../people/write-export.ts';
import { DomainError } from '../../../platform/base/domain-error.ts';
import { readId } from '../../../platform/base/ids.ts';
import { OpenCount } from '../../../platform/base/open-count.ts';
import { WindowCounter } from '../../../platform/base/window-counter.ts';
import { type AccountDatabase, enterAccount } from '../../../platform/db/account-scope.ts';
import { admitCaller, callerOf } from '../../admission/admit.ts';
import { SMALL_BODY } from '../../bodies/body-limits.ts';
import { sendStream, succeed } from '../../framework/responses.ts';
import { checkText, errorsOf, readMoment } from '../../framework/schema.ts';
import type { App } from '../../framework/typed-app.ts';
import { accessInTurns, inTurn, type Turns } from '../../limits/take-turns.ts';
import type { PartsOf } from '../route-parts.ts';

const tags = ['Privacy'];
const owner = { role: 'owner' } as const;
/** Each searches everything the account has stored and adds to the audit log. */
const MAX_LOOKUPS_PER_MINUTE = 60;

export function addPeople(
  app: App,
  { gate, db, turns, compute }: PartsOf<'gate' | 'db' | 'turns' | 'compute'>,
): void {
  const onRequest = admitCaller(gate);
  const lookups = new WindowCounter();
  const tooMany = {
    message: 'too many exports or erasures in progress for this account',
    retryAfterSeconds: 2,
  };
  const exporting = new OpenCount({ perAccount: 3, ...tooMany });
  const erasing = new OpenCount({ perAccount: 1, ...tooMany });
  const admitLookup = ({ liveAccountId }: Caller): void =>
    lookups.admit(
      liveAccountId,
      MAX_LOOKUPS_PER_MINUTE,
      `the limit is ${MAX_LOOKUPS_PER_MINUTE} exports and erasures per minute`,
    );

  app.get(PATHS.people, {
    onRequest,
    config: { ...owner, turns: 'none' },
    schema: {
      operationId: 'exportPerson',
      summary: 'Export everything stored about a person',
      description:
        'With `email`: leads with that email, and leads of the same person without an email. Leads with a different email ' +
        'are left out even if they share a phone number, because they may belong to someone else. With `phone`: leads ' +
        'with that number, in international format or as it was sent.',
      tags,
      querystring: PersonQuery,
      response: { 200: PersonExport, ...errorsOf(400, 401, 429, 503) },
    },
    handler: async (request, reply) => {
      const who = readWho(request.query);
      const caller = callerOf(request);
      admitLookup(caller);
      const content = await exporting.stream(caller.liveAccountId, async () => {
        const people: PersonToExport[] = [];
        const search = new TextSearch(compute, caller.liveAccountId);
        for (const one of await callersOf(db, turns, request))
          people.push(await findToExport(accessInTurns(db, turns, one), search, who));
        return writeExport(people);
      });
      return sendStream(reply.type('application/json; charset=utf-8'), content);
    },
  });

  app.post(PATHS.erasePerson, {
    bodyLimit: SMALL_BODY,
    onRequest,
    config: { ...owner, turns: 'none' },
    schema: {
      operationId: 'erasePerson',
      summary: 'Erase a person',
      description:
        'Deletes their leads, outcomes, deliveries, logged requests and rejected import rows, and returns how many of each. ' +
        "This can't be undone. Files that were uploaded but never started are discarded. Returns 409 (`import_in_progress`) " +
        'while a file is being uploaded or imported, because it may contain the person.',
      tags,
      body: EraseBody,
      response: { 200: EraseResult, ...errorsOf(400, 401, 409, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      const who = readWho(request.body);
      const caller = callerOf(request);
      admitLookup(caller);
      const erasure = erasing.open(caller.liveAccountId);
      const search = new TextSearch(compute, caller.liveAccountId);
      const erased = await callersOf(db, turns, request)
        .then((callers) => callers.map((one) => accessInTurns(db, turns, one)))
        .then((accounts) => erasePerson(accounts, search, who))
        .finally(erasure.close);
      if (erased.kind === 'imports open') {
        throw new DomainError(
          'import_in_progress',
          `${erased.importIds.join(', ')} may still add this person; let it finish or cancel it first`,
          { importIds: erased.importIds },
        );
      }
      return succeed(erased.counts);
    },
  });

  app.get(PATHS.retention, {
    onRequest,
    config: { keyAccess: 'read' },
    schema: {
      operationId: 'getRetention',
      summary: 'Get how long leads are kept',
      tags,
      response: { 200: RetentionResult, ...errorsOf(401, 429, 503) },
    },
    handler: async (request) => {
      const caller = callerOf(request);
      return succeed(await enterAccount(db, caller, (scope) => getRetention(scope, isTestAccount(caller))));
    },
  });

  app.put(PATHS.retention, {
    bodyLimit: SMALL_BODY,
    onRequest,
    config: owner,
    schema: {
      operationId: 'setRetention',
      summary: 'Change how long leads are kept',
      description: "Older leads are deleted within about an hour. This can't be undone.",
      tags,
      body: Retention,
      response: { 200: RetentionResult, ...errorsOf(400, 401, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      const caller = callerOf(request);
      const retention = await enterAccount(db, caller, async (scope) => {
        await setRetention(scope, request.body);
        return getRetention(scope, isTestAccount(caller));
      });
      return succeed(retention);
    },
  });

  app.get(PATHS.audit, {
    onRequest,
    config: owner,
    schema: {
      operationId: 'listAudit',
      summary: 'List the audit log, newest first',
      tags,
      querystring: AuditQuery,
      response: { 200: AuditPage, ...errorsOf(400, 401, 429, 503) },
    },
    handler: async (request) => {
      const { cursor: text } = request.query;
      const cursor = text === undefined ? null : readId('audit', text);
      if (text !== undefined && cursor === null) throw new DomainError('invalid_cursor', 'unknown cursor');
      const { limit = 50, category, actor, from, to } = request.query;
      const filter: AuditFilter = {
        limit,
        ...(category === undefined ? {} : { category }),
        ...(actor === undefined ? {} : { actor }),
        from: from === undefined ? null : readMoment('from', from),
        to: to === undefined ? null : readMoment('to', to),
        cursor,
      };
      const caller = callerOf(request);
      const events =
        category !== 'security' || gate.sessions === null
          ? []
          : await listMemberEvents(gate.sessions.db, caller.liveAccountId, filter);
      return enterAccount(db, caller, async (scope) => {
        const found = mergeEntries(await listAudit(scope, filter), events);
        const data = await nameEntries(scope, found.slice(0, limit));
        const next = found.length > limit ? (data.at(-1)?.entry_id ?? null) : null;
        return { success: true as const, data, next_cursor: next };
      });
    },
  });
}

/** Signed-in users search both live and test leads, since the dashboard shows both. An API key only covers its own
 * account. */
async function callersOf(db: AccountDatabase, turns: Turns, request: FastifyRequest): Promise<Caller[]> {
  const caller = callerOf(request);
  const testAccount =
    request.signedIn === null
      ? null
      : await inTurn(turns, caller, () => findTestAccount(db, caller.accountId));
  return testAccount === null ? [caller] : [caller, { ...caller, accountId: testAccount }];
}

function readWho({ email, phone }: PersonToFind): PersonToFind {
  checkText('email', email ?? '');
  checkText('phone', phone ?? '');
  if ((email === undefined) === (phone === undefined))
    throw new DomainError('invalid_input', 'send either email or phone');
  if (email !== undefined && !email.includes('@'))
    throw new DomainError('invalid_input', 'email is not a valid email address');
  if (phone !== undefined && phone.replace(/\D/g, '').length < 4)
    throw new DomainError('invalid_input', 'phone is not a valid phone number');
  return { email, phone };
}
