// Lists, counts and exports stored leads.

import {
  type CountsQuery,
  CountsQuery as CountsQuerySchema,
  LeadCounts,
  LeadExportQuery,
  LeadPage,
  ListQuery,
} from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { countLeads } from '../../../leads/list/count-leads.ts';
import { DEFAULT_PAGE } from '../../../leads/list/find-page.ts';
import { checkSort, type LeadFilter, readFilter } from '../../../leads/list/lead-filter.ts';
import { readCursor } from '../../../leads/list/list-cursor.ts';
import { listLeads } from '../../../leads/list/list-leads.ts';
import type { RunCharged } from '../../../leads/list/read-listed.ts';
import { recordLeadsExport } from '../../../leads/list/record-leads-export.ts';
import { writeLeadsExport } from '../../../leads/list/write-leads-export.ts';
import { DomainError } from '../../../platform/base/domain-error.ts';
import { OpenCount } from '../../../platform/base/open-count.ts';
import { enterAccount } from '../../../platform/db/account-scope.ts';
import { admitCaller, callerOf } from '../../admission/admit.ts';
import { sendStream, succeed } from '../../framework/responses.ts';
import { checkText, errorsOf, readMoment } from '../../framework/schema.ts';
import type { App } from '../../framework/typed-app.ts';
import { accessInTurns } from '../../limits/take-turns.ts';
import type { PartsOf } from '../route-parts.ts';

const tags = ['Leads'];

export function addLeadList(
  app: App,
  { gate, db, turns, compute: { mainThread } }: PartsOf<'gate' | 'db' | 'turns' | 'compute'>,
): void {
  const onRequest = admitCaller(gate);
  const exports = new OpenCount({
    perAccount: 2,
    message: 'too many exports in progress for this account',
    retryAfterSeconds: 5,
  });

  app.get(PATHS.leads, {
    onRequest,
    config: { keyAccess: 'read' },
    schema: {
      operationId: 'listLeads',
      summary: 'List leads by time, priority or score',
      tags,
      querystring: ListQuery,
      response: { 200: LeadPage, ...errorsOf(400, 401, 429, 503) },
    },
    preValidation: prepareQuery,
    handler: async (request) => {
      const { limit = DEFAULT_PAGE, cursor, sort = 'newest', ...rest } = request.query;
      const filter = filterOf(request, rest);
      checkSort(sort, filter);
      const after = cursor === undefined ? null : readCursor(sort, cursor);
      if (cursor !== undefined && after === null) throw new DomainError('invalid_cursor', 'unknown cursor');
      const caller = callerOf(request);
      mainThread.requireAllowance(caller.liveAccountId);
      const runCharged: RunCharged = (work) => mainThread.run(caller.liveAccountId, work);
      return enterAccount(db, caller, (scope) =>
        listLeads(scope, filter, { sort, limit, after }, runCharged),
      );
    },
  });

  app.get(PATHS.leadCounts, {
    onRequest,
    config: { keyAccess: 'read' },
    schema: {
      operationId: 'countLeads',
      summary: 'Count leads by tab and by the values of each filter',
      tags,
      querystring: CountsQuerySchema,
      response: { 200: LeadCounts, ...errorsOf(400, 401, 429, 503) },
    },
    preValidation: prepareQuery,
    handler: async (request) => {
      const filter = filterOf(request, request.query);
      return succeed(await enterAccount(db, callerOf(request), (scope) => countLeads(scope, filter)));
    },
  });

  app.get(PATHS.leadExport, {
    onRequest,
    config: { keyAccess: 'read', turns: 'none', exportsLeads: true },
    schema: {
      operationId: 'exportLeads',
      summary: 'Download leads as a CSV file',
      description:
        'Cells that a spreadsheet would run as a formula begin with an apostrophe. Leads that arrive meanwhile may be missing. ' +
        'Each download is in the audit log.',
      tags,
      querystring: LeadExportQuery,
      response: {
        200: { description: 'The leads.', content: { 'text/csv': { schema: { type: 'string' } } } },
        ...errorsOf(400, 401, 429, 503),
      },
    },
    preValidation: prepareQuery,
    handler: async (request, reply) => {
      const { sort = 'newest', ...rest } = request.query;
      const filter = filterOf(request, rest);
      checkSort(sort, filter);
      const caller = callerOf(request);
      mainThread.requireAllowance(caller.liveAccountId);
      const content = await exports.stream(caller.liveAccountId, async () => {
        const account = accessInTurns(db, turns, caller);
        await account.enter((scope) => recordLeadsExport(scope, filter));
        return writeLeadsExport(account, filter, sort, {
          runCharged: (work) => mainThread.run(caller.liveAccountId, work),
          wait: () => mainThread.waitForAllowance(caller.liveAccountId),
        });
      });
      const day = new Date().toISOString().slice(0, 10);
      reply.header('Content-Disposition', `attachment; filename="leads-${day}.csv"`);
      return sendStream(reply.type('text/csv; charset=utf-8'), content);
    },
  });
}

function filterOf(request: FastifyRequest, { from, to, ...rest }: CountsQuery): LeadFilter {
  checkText('q', rest.q ?? '');
  for (const source of rest.source ?? []) checkText('source', source);
  return readFilter(
    {
      ...rest,
      ...(from === undefined ? {} : { from: readMoment('from', from) }),
      ...(to === undefined ? {} : { to: readMoment('to', to) }),
    },
    callerOf(request).actor,
  );
}

/** An empty value for a number would be read as 0; an empty source stands for none. A source that isn't repeated is a
 * list too. */
function prepareQuery(request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void {
  const query = request.query as Record<string, unknown>;
  if (typeof query.source === 'string') query.source = [query.source];
  const empty = Object.entries(query).find(
    ([name, value]) => name !== 'source' && (value === '' || (Array.isArray(value) && value.includes(''))),
  );
  done(empty === undefined ? undefined : new DomainError('invalid_input', `${empty[0]} is empty`));
}
