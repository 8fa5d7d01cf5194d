// Stored leads.

import {
  DeleteResult,
  LeadDetail,
  OutcomeBody,
  OutcomeResult,
  OutcomesBody,
  OutcomesResult,
  ReplayResult,
} from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { requireStorage } from '../../../accounts/quota/storage.ts';
import { REPLAY_LEAD } from '../../../leads/intake/compute-tasks.ts';
import { isLarge } from '../../../leads/intake/lead-size.ts';
import { type FoundLead, findLead } from '../../../leads/record/get-lead.ts';
import { replayLead } from '../../../leads/record/replay-lead.ts';
import { deleteLead } from '../../../people/delete-lead.ts';
import { DomainError } from '../../../platform/base/domain-error.ts';
import { readId, showId } from '../../../platform/base/ids.ts';
import { type AccountScope, enterAccount } from '../../../platform/db/account-scope.ts';
import { readModelName } from '../../../scoring/models/model-version.ts';
import { DEFAULT_VERSION, readVersionName } from '../../../scoring/settings/settings-version.ts';
import { findActivities } from '../../../work/activities.ts';
import { leadAsScored } from '../../../work/correct-lead.ts';
import { getLeadDetail } from '../../../work/get-lead-detail.ts';
import { recordOutcome } from '../../../work/record-outcome.ts';
import { recordOutcomes } from '../../../work/record-outcomes.ts';
import { admitCaller, callerOf } from '../../admission/admit.ts';
import { MEDIUM_BODY, SMALL_BODY } from '../../bodies/body-limits.ts';
import { succeed } from '../../framework/responses.ts';
import { type ById, checkText, errorsOf, idParam, readMoment } from '../../framework/schema.ts';
import type { App } from '../../framework/typed-app.ts';
import { accessInTurns } from '../../limits/take-turns.ts';
import type { PartsOf } from '../route-parts.ts';

const params = idParam({ id: 'lead' });
const tags = ['Leads'];

export type LeadParts = PartsOf<'gate' | 'db' | 'turns' | 'compute' | 'settings' | 'models'>;

export function addLeads(app: App, { gate, db, turns, compute, settings, models }: LeadParts): void {
  const onRequest = admitCaller(gate);

  app.get(PATHS.lead, {
    onRequest,
    config: { keyAccess: 'read' },
    schema: {
      operationId: 'getLead',
      summary: 'Get a lead with its result, ledger, versions and timeline',
      tags,
      params,
      response: { 200: LeadDetail, ...errorsOf(401, 404, 429, 503) },
    },
    handler: async (request) => {
      const leadId = leadIdOf(request);
      const found = await enterAccount(db, callerOf(request), (scope) => getLeadDetail(scope, leadId));
      return succeed(orNotFound(found));
    },
  });

  app.post(PATHS.leadOutcome, {
    bodyLimit: MEDIUM_BODY,
    onRequest,
    schema: {
      operationId: 'recordOutcome',
      summary: 'Record that a lead was won or lost, or reopen it',
      tags,
      params,
      body: OutcomeBody,
      response: { 200: OutcomeResult, ...errorsOf(400, 401, 402, 404, 409, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      const { outcome, at, amount = null, reason = null, revision } = request.body;
      checkText('reason', reason ?? '');
      const leadId = leadIdOf(request);
      const moment = at === undefined ? new Date() : readMoment('at', at);
      const caller = callerOf(request);
      const recorded = await enterAccount(db, caller, async (scope) => {
        if (reason !== null) await requireStorage(scope, caller.storageLimit);
        return recordOutcome(scope, leadId, { outcome, at: moment, amount, reason }, revision);
      });
      return succeed(orNotFound(recorded));
    },
  });

  app.post(PATHS.outcomes, {
    bodyLimit: MEDIUM_BODY,
    onRequest,
    schema: {
      operationId: 'recordOutcomes',
      summary: 'Record the same outcome for many leads',
      description:
        'Unknown leads are skipped and returned in `unknown`, and leads that are no longer at the revision you sent in ' +
        '`conflicts`. The rest are recorded all or none, with one event for each lead.',
      tags,
      body: OutcomesBody,
      response: { 200: OutcomesResult, ...errorsOf(400, 401, 402, 409, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      const { lead_ids: leadIds, revisions = {}, outcome, reason = null } = request.body;
      checkText('reason', reason ?? '');
      const recorded = { outcome, at: new Date(), amount: null, reason };
      const caller = callerOf(request);
      const result = await enterAccount(db, caller, async (scope) => {
        if (reason !== null) await requireStorage(scope, caller.storageLimit);
        return recordOutcomes(scope, { leadIds, revisions }, recorded);
      });
      return succeed(result);
    },
  });

  app.post(PATHS.leadReplay, {
    bodyLimit: SMALL_BODY,
    onRequest,
    config: { role: 'viewer', keyAccess: 'read', turns: 'computations' }, // a POST, but it changes nothing
    schema: {
      operationId: 'replayLead',
      summary: 'Score a stored lead again and compare',
      tags,
      params,
      response: { 200: ReplayResult, ...errorsOf(400, 401, 404, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      const leadId = leadIdOf(request);
      const caller = callerOf(request);
      const found = await accessInTurns(db, turns, caller).enter((scope) => findLeadAsScored(scope, leadId));
      const lead = orNotFound(found);
      const { liveAccountId } = caller;
      // A lead scored by former defaults is compared with the current ones.
      const version = readVersionName(lead.result.settings_version) ?? DEFAULT_VERSION;
      const used = await settings.at(caller, version);
      const model = await models.at(caller, readModelName(lead.result.model_version));
      return succeed(
        isLarge(lead.lead)
          ? await compute.run(liveAccountId, REPLAY_LEAD, { found: lead, settings: used, model })
          : compute.mainThread.run(liveAccountId, () => replayLead(lead, used, model)),
      );
    },
  });

  app.delete(PATHS.lead, {
    bodyLimit: SMALL_BODY,
    onRequest,
    config: { role: 'owner' },
    schema: {
      operationId: 'deleteLead',
      summary: 'Delete a lead',
      description: 'The lead still counts toward the plan.',
      tags,
      params,
      response: { 200: DeleteResult, ...errorsOf(400, 401, 404, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      const leadId = leadIdOf(request);
      const isDeleted = await enterAccount(db, callerOf(request), (scope) => deleteLead(scope, leadId));
      if (!isDeleted) throw noSuchLead();
      return succeed({ lead_id: showId('lead', leadId), deleted: true });
    },
  });
}

async function findLeadAsScored(scope: AccountScope, leadId: string): Promise<FoundLead | null> {
  const found = await findLead(scope, leadId);
  return found && { ...found, lead: leadAsScored(found.lead, await findActivities(scope, leadId)) };
}

/** Also used if the lead belongs to another account, so that callers can't learn that it exists. */
const noSuchLead = (): DomainError => new DomainError('not_found', 'no such lead');

function orNotFound<T>(found: T | null): T {
  if (found === null) throw noSuchLead();
  return found;
}

function leadIdOf({ params }: ById): string {
  return orNotFound(readId('lead', params.id));
}
