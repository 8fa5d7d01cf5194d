// Work on leads: status, snooze, next activity, assignee, notes and feedback; and the team they can be assigned to.

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
import { requireStorage } from '../../../accounts/quota/storage.ts';
import { findAssignee, listTeam } from '../../../accounts/team/team.ts';
import { DomainError } from '../../../platform/base/domain-error.ts';
import { readId } from '../../../platform/base/ids.ts';
import { type AccountScope, enterAccount } from '../../../platform/db/account-scope.ts';
import { type Change, changeLead, changeLeads } from '../../../work/change-leads.ts';
import { getLeadDetail } from '../../../work/get-lead-detail.ts';
import { giveFeedback } from '../../../work/give-feedback.ts';
import { admitCaller, callerOf } from '../../admission/admit.ts';
import { MEDIUM_BODY } from '../../bodies/body-limits.ts';
import { succeed } from '../../framework/responses.ts';
import { checkText, errorsOf, idParam, readMoment } from '../../framework/schema.ts';
import type { App } from '../../framework/typed-app.ts';
import { describeOverLimit } from '../../intake/intake-rules.ts';
import type { PartsOf } from '../route-parts.ts';

const params = idParam({ id: 'lead' });
const tags = ['Leads'];

export function addWork(app: App, { gate, db }: PartsOf<'gate' | 'db'>): void {
  const onRequest = admitCaller(gate);

  app.patch(PATHS.lead, {
    bodyLimit: MEDIUM_BODY,
    onRequest,
    schema: {
      operationId: 'changeLead',
      summary: 'Change the status, assignee, snooze or next activity of a lead, or add a note',
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
        return leadId === null ? null : changeLead(scope, leadId, change, request.body.revision);
      });
      return succeed(orNotFound(changed));
    },
  });

  app.patch(PATHS.leads, {
    bodyLimit: MEDIUM_BODY,
    onRequest,
    schema: {
      operationId: 'changeLeads',
      summary: 'Make the same change to many leads',
      description:
        'Unknown leads are skipped and returned in `unknown`, and leads that are no longer at the revision you sent in ' +
        '`conflicts`. The rest are changed all or none.',
      tags,
      body: BulkWorkBody,
      response: { 200: BulkWorkResult, ...errorsOf(400, 401, 402, 409, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      const caller = callerOf(request);
      const { lead_ids: leadIds, revisions = {}, ...body } = request.body;
      const result = await enterAccount(db, caller, async (scope) => {
        await requireStorage(scope, caller.storageLimit);
        return changeLeads(scope, { leadIds, revisions }, await readChange(scope, body));
      });
      return succeed(result);
    },
  });

  app.post(PATHS.leadFeedback, {
    bodyLimit: MEDIUM_BODY,
    onRequest,
    schema: {
      operationId: 'giveFeedback',
      summary: 'Say that a score is wrong',
      description:
        'Kept in the timeline, to learn from. The score stays as it is. `not_spam` puts a lead that was graded Spam on the to-do list, and it counts toward the plan from then on; `spam` takes it off ' +
        'the list again.',
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
        if (leadId === null) return null;
        const given = await giveFeedback(scope, leadId, request.body, caller);
        if (given === 'over limit') throw describeOverLimit('over limit', caller, new Date());
        return given === 'given' ? getLeadDetail(scope, leadId) : null;
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

async function readChange(scope: AccountScope, body: Omit<WorkBody, 'revision'>): Promise<Change> {
  const { status, amount, snoozed_until, assignee, next_activity, done, note } = body;
  checkText('note', note ?? '');
  if (amount !== undefined && amount !== null && status !== 'won')
    throw new DomainError('invalid_input', 'only won leads have an amount', { field: 'amount' });
  if (done?.result !== undefined && done.kind !== 'call')
    throw new DomainError('invalid_input', 'only calls have a result', { field: 'done.result' });
  const next = next_activity && {
    kind: next_activity.kind,
    at: readMoment('next_activity.at', next_activity.at),
  };
  const snoozedUntil =
    snoozed_until === undefined || snoozed_until === null
      ? snoozed_until
      : readMoment('snoozed_until', snoozed_until);
  return present({
    status,
    amount,
    note,
    snoozedUntil,
    next,
    done: done && { kind: done.kind, result: done.result ?? null },
    assignee: await findAssignee(scope, assignee),
  });
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
