// Work on leads: status, snooze, assignee, notes and feedback; and the team they can be assigned to.

import {
  BulkWorkBody,
  BulkWorkResult,
  FeedbackBody,
  LeadDetail,
  TeamResult,
  WorkBody,
  WorkResult,
} from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { findAssignee, findCurrentAssignee, listTeam } from '../../accounts/team.ts';
import { DomainError } from '../../base/domain-error.ts';
import { readId } from '../../base/ids.ts';
import { type AccountDatabase, type AccountScope, enterAccount } from '../../db/account-scope.ts';
import { requireStorage } from '../../quota/storage.ts';
import { type Change, changeLead, changeLeads } from '../../work/change-leads.ts';
import { getLeadDetail } from '../../work/get-lead-detail.ts';
import { giveFeedback } from '../../work/give-feedback.ts';
import { admitCaller, callerOf, type Gate } from '../admit.ts';
import { succeed } from '../responses.ts';
import { checkText, errorsOf, idParam, readMoment } from '../schema.ts';
import type { App } from '../typed-app.ts';

const params = idParam({ id: 'lead' });
const tags = ['Leads'];

export function addWork(app: App, gate: Gate, db: AccountDatabase): void {
  const onRequest = admitCaller(gate);

  app.patch(PATHS.lead, {
    onRequest,
    schema: {
      operationId: 'changeLead',
      summary: 'Change the status, assignee or snooze of a lead, or add a note',
      tags,
      params,
      body: WorkBody,
      response: { 200: WorkResult, ...errorsOf(400, 401, 402, 404, 409, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      const caller = callerOf(request);
      const leadId = readId('lead', request.params.id);
      const changed = await enterAccount(db, caller, async (scope) => {
        await requireStorage(scope, caller.storageLimit);
        const change = await readChange(scope, request.body);
        return leadId === null ? null : changeLead(scope, leadId, change);
      });
      return succeed(orNotFound(changed));
    },
  });

  app.patch(PATHS.leads, {
    onRequest,
    schema: {
      operationId: 'changeLeads',
      summary: 'Make the same change to many leads',
      description: 'Unknown leads are skipped and returned in `unknown`. The rest are changed all or none.',
      tags,
      body: BulkWorkBody,
      response: { 200: BulkWorkResult, ...errorsOf(400, 401, 402, 409, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      const caller = callerOf(request);
      const { lead_ids, ...body } = request.body;
      const result = await enterAccount(db, caller, async (scope) => {
        await requireStorage(scope, caller.storageLimit);
        return changeLeads(scope, lead_ids, await readChange(scope, body));
      });
      return succeed(result);
    },
  });

  app.post(PATHS.leadFeedback, {
    onRequest,
    schema: {
      operationId: 'giveFeedback',
      summary: 'Say that a score is wrong',
      description:
        'Kept in the timeline, to learn from. The score stays as it is. `not_spam` puts a lead that was graded Spam on the to-do list; `spam` takes it off again.',
      tags,
      params,
      body: FeedbackBody,
      response: { 200: LeadDetail, ...errorsOf(400, 401, 402, 404, 409, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      checkText('reason', request.body.reason ?? '');
      const caller = callerOf(request);
      const leadId = readId('lead', request.params.id);
      const detail = await enterAccount(db, caller, async (scope) => {
        await requireStorage(scope, caller.storageLimit);
        if (leadId === null || !(await giveFeedback(scope, leadId, request.body))) return null;
        return getLeadDetail(scope, leadId);
      });
      return succeed(orNotFound(detail));
    },
  });

  app.get(PATHS.team, {
    onRequest,
    config: { keyAccess: 'read' },
    schema: {
      operationId: 'listTeam',
      summary: 'List the people of the account; leads can be assigned to all but viewers',
      tags,
      response: { 200: TeamResult, ...errorsOf(401, 429, 503) },
    },
    handler: async (request) => succeed(await enterAccount(db, callerOf(request), listTeam)),
  });
}

async function readChange(scope: AccountScope, body: WorkBody): Promise<Change> {
  const { status, amount, snoozed_until, assignee, note, expected } = body;
  checkText('note', note ?? '');
  if (amount !== undefined && amount !== null && status !== 'won')
    throw new DomainError('invalid_input', 'only won leads have an amount', { field: 'amount' });
  const snoozedUntil =
    snoozed_until === undefined || snoozed_until === null
      ? snoozed_until
      : readMoment('snoozed_until', snoozed_until);
  return {
    ...present({ status, amount, note, snoozedUntil, assignee: await findAssignee(scope, assignee) }),
    ...(expected === undefined
      ? {}
      : {
          expected: present({
            status: expected.status,
            assignee: await findCurrentAssignee(scope, expected.assignee),
          }),
        }),
  };
}

/** Without the keys whose value is undefined. */
const present = <T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

function orNotFound<T>(found: T | null): T {
  if (found === null) throw new DomainError('not_found', 'no such lead');
  return found;
}
