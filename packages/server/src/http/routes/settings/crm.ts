// The connection to a CRM.

import {
  CrmBody,
  CrmChanges,
  CrmResult,
  CrmRunBody,
  CrmRunList,
  CrmRunResult,
  DeleteResult,
} from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { type Caller, isTestAccount } from '../../../accounts/profile/caller.ts';
import {
  askForRun,
  changeCrm,
  connectCrm,
  disconnectCrm,
  getRun,
  listRuns,
  readCrm,
} from '../../../crm/manage-connection.ts';
import type { CrmSeal } from '../../../crm/vendors/seal.ts';
import { VENDORS } from '../../../crm/vendors/vendors.ts';
import { checkTarget, type TargetPolicy } from '../../../notifications/webhooks/safe-agent.ts';
import { DomainError } from '../../../platform/base/domain-error.ts';
import { readId } from '../../../platform/base/ids.ts';
import { type AccountCaller, enterAccount } from '../../../platform/db/account-scope.ts';
import { admitCaller, callerOf } from '../../admission/admit.ts';
import { MEDIUM_BODY, SMALL_BODY } from '../../bodies/body-limits.ts';
import { succeed } from '../../framework/responses.ts';
import { checkText, errorsOf, idParam } from '../../framework/schema.ts';
import type { App } from '../../framework/typed-app.ts';
import type { PartsOf } from '../route-parts.ts';

export interface CrmParts extends PartsOf<'gate' | 'db'> {
  /** Null if SECRET_KEY is not set. */
  readonly crmSeal: CrmSeal | null;
  readonly policy: TargetPolicy;
}

/** The test account has no CRM. */
function liveAccountOf(caller: Caller): AccountCaller {
  const { liveAccountId, actor, limitedTo } = caller;
  if (isTestAccount(caller) && actor.startsWith('key_'))
    throw new DomainError('forbidden', 'test leads are never sent to a CRM; use a live key');
  return { accountId: liveAccountId, actor, limitedTo };
}

const tags = ['CRM'];
const config = { role: 'owner' } as const;

export function addCrm(app: App, { gate, db, crmSeal, policy }: CrmParts): void {
  const onRequest = admitCaller(gate);
  const open = (): CrmSeal => {
    if (crmSeal !== null) return crmSeal;
    throw new DomainError('not_available', 'SECRET_KEY is not set on this installation');
  };

  app.get(PATHS.crm, {
    onRequest,
    config,
    schema: {
      operationId: 'getCrm',
      summary: 'Get the connection to a CRM; null if there is none',
      tags,
      response: { 200: CrmResult, ...errorsOf(401, 429, 501, 503) },
    },
    handler: async (request) => {
      const seal = open();
      return succeed(
        await enterAccount(db, liveAccountOf(callerOf(request)), (scope) => readCrm(scope, seal)),
      );
    },
  });

  app.put(PATHS.crm, {
    bodyLimit: SMALL_BODY,
    onRequest,
    config,
    schema: {
      operationId: 'connectCrm',
      summary: 'Connect a CRM, or replace the login',
      description:
        'A `connect` run signs in and reads the fields of the CRM; see its result among the runs. To connect another CRM, ' +
        'disconnect this one first. Test leads are never sent to a CRM, so test keys can’t use these calls.',
      tags,
      body: CrmBody,
      response: { 200: CrmResult, ...errorsOf(400, 401, 409, 413, 415, 429, 501, 503) },
    },
    handler: async (request) => {
      const seal = open();
      const { vendor, database, login, api_key, refresh_token } = request.body;
      const { name, requires, defaultUrl } = VENDORS[vendor];
      const missing = requires.find((field) => request.body[field] === undefined);
      if (missing !== undefined)
        throw new DomainError('invalid_input', `${name} requires ${missing}`, { field: missing });
      for (const [field, text] of Object.entries({ database, login, api_key, refresh_token }))
        if (text !== undefined) checkText(field, text);
      const problem = checkTarget(request.body.url ?? defaultUrl ?? '', policy);
      if (problem !== null) throw new DomainError('blocked_url', problem, { field: 'url' });
      const connected = await enterAccount(db, liveAccountOf(callerOf(request)), (scope) =>
        connectCrm(scope, seal, request.body),
      );
      if (connected === null)
        throw new DomainError('conflict', 'another CRM is connected; disconnect it first');
      return succeed(connected);
    },
  });

  app.patch(PATHS.crm, {
    bodyLimit: MEDIUM_BODY,
    onRequest,
    config,
    schema: {
      operationId: 'changeCrm',
      summary: 'Change what is synced, or pause it',
      tags,
      body: CrmChanges,
      response: { 200: CrmResult, ...errorsOf(400, 401, 404, 413, 415, 429, 501, 503) },
    },
    handler: async (request) => {
      const seal = open();
      const changed = await enterAccount(db, liveAccountOf(callerOf(request)), (scope) =>
        changeCrm(scope, seal, request.body),
      );
      return succeed(orNotFound(changed));
    },
  });

  app.delete(PATHS.crm, {
    bodyLimit: SMALL_BODY,
    onRequest,
    config,
    schema: {
      operationId: 'disconnectCrm',
      summary: 'Disconnect the CRM: deletes the login and the log, and nothing in the CRM',
      tags,
      response: { 200: DeleteResult, ...errorsOf(400, 401, 404, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      if (!(await enterAccount(db, liveAccountOf(callerOf(request)), disconnectCrm))) throw notConnected();
      return succeed({ deleted: true });
    },
  });

  app.get(PATHS.crmRuns, {
    onRequest,
    config,
    schema: {
      operationId: 'listCrmRuns',
      summary: 'List the last 50 runs, newest first',
      tags,
      response: { 200: CrmRunList, ...errorsOf(401, 429, 503) },
    },
    handler: async (request) => succeed(await enterAccount(db, liveAccountOf(callerOf(request)), listRuns)),
  });

  app.post(PATHS.crmRuns, {
    bodyLimit: SMALL_BODY,
    onRequest,
    config,
    schema: {
      operationId: 'startCrmRun',
      summary: 'Sync now, or preview what a sync would do',
      tags,
      body: CrmRunBody,
      response: { 200: CrmRunResult, ...errorsOf(400, 401, 404, 409, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      const run = await enterAccount(db, liveAccountOf(callerOf(request)), (scope) =>
        askForRun(scope, request.body.kind),
      );
      return succeed(orNotFound(run));
    },
  });

  app.get(PATHS.crmRun, {
    onRequest,
    config,
    schema: {
      operationId: 'getCrmRun',
      summary: 'Get a run',
      tags,
      params: idParam({ id: 'run' }),
      response: { 200: CrmRunResult, ...errorsOf(401, 404, 429, 503) },
    },
    handler: async (request) => {
      const id = readId('run', request.params.id);
      const run =
        id === null
          ? null
          : await enterAccount(db, liveAccountOf(callerOf(request)), (scope) => getRun(scope, id));
      if (run === null) throw new DomainError('not_found', 'no such run');
      return succeed(run);
    },
  });
}

const notConnected = (): DomainError => new DomainError('not_found', 'no CRM is connected');

function orNotFound<T>(found: T | null): T {
  if (found === null) throw notConnected();
  return found;
}
