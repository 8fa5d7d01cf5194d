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
import { DomainError } from '../../base/domain-error.ts';
import { readId, showId } from '../../base/ids.ts';
import type { ComputePool } from '../../compute/compute-pool.ts';
import { type AccountDatabase, enterAccount } from '../../db/account-scope.ts';
import { deleteLead } from '../../erasure/delete-lead.ts';
import { REPLAY_LEAD } from '../../leads/compute-tasks.ts';
import { findLead } from '../../leads/get-lead.ts';
import { isLarge } from '../../leads/is-large.ts';
import { replayLead } from '../../leads/replay-lead.ts';
import { readModelName } from '../../models/model-version.ts';
import type { ScoringModels } from '../../models/scoring-models.ts';
import { requireStorage } from '../../quota/storage.ts';
import type { ScoringSettings } from '../../settings/scoring-settings.ts';
import { DEFAULT_VERSION, readVersionName } from '../../settings/settings-version.ts';
import { getLeadDetail } from '../../work/get-lead-detail.ts';
import { recordOutcome } from '../../work/record-outcome.ts';
import { recordOutcomes } from '../../work/record-outcomes.ts';
import { admitCaller, callerOf, type Gate } from '../admit.ts';
import { succeed } from '../responses.ts';
import { type ById, checkText, errorsOf, idParam, readMoment } from '../schema.ts';
import { accessInTurns, type Turns } from '../take-turns.ts';
import type { App } from '../typed-app.ts';

const params = idParam({ id: 'lead' });
const tags = ['Leads'];

export interface LeadParts {
  readonly db: AccountDatabase;
  readonly turns: Turns;
  readonly compute: ComputePool;
  readonly settings: ScoringSettings;
  readonly models: ScoringModels;
}

export function addLeads(app: App, gate: Gate, { db, turns, compute, settings, models }: LeadParts): void {
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
      const { outcome, at, amount = null, reason = null } = request.body;
      checkText('reason', reason ?? '');
      const leadId = leadIdOf(request);
      const moment = at === undefined ? new Date() : readMoment('at', at);
      const caller = callerOf(request);
      const recorded = await enterAccount(db, caller, async (scope) => {
        if (reason !== null) await requireStorage(scope, caller.storageLimit);
        return recordOutcome(scope, leadId, { outcome, at: moment, amount, reason });
      });
      return succeed(orNotFound(recorded));
    },
  });

  app.post(PATHS.outcomes, {
    onRequest,
    schema: {
      operationId: 'recordOutcomes',
      summary: 'Record the same outcome for many leads',
      description:
        'Unknown leads are skipped and returned in `unknown`. The rest are recorded all or none, with one event for each lead.',
      tags,
      body: OutcomesBody,
      response: { 200: OutcomesResult, ...errorsOf(400, 401, 402, 409, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      const { lead_ids, outcome, reason = null } = request.body;
      checkText('reason', reason ?? '');
      const recorded = { outcome, at: new Date(), amount: null, reason };
      const caller = callerOf(request);
      const result = await enterAccount(db, caller, async (scope) => {
        if (reason !== null) await requireStorage(scope, caller.storageLimit);
        return recordOutcomes(scope, lead_ids, recorded);
      });
      return succeed(result);
    },
  });

  app.post(PATHS.leadReplay, {
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
      const found = await accessInTurns(db, turns, caller).enter((scope) => findLead(scope, leadId));
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

/** Also used if the lead belongs to another account, so that callers can't learn that it exists. */
const noSuchLead = (): DomainError => new DomainError('not_found', 'no such lead');

function orNotFound<T>(found: T | null): T {
  if (found === null) throw noSuchLead();
  return found;
}

function leadIdOf({ params }: ById): string {
  return orNotFound(readId('lead', params.id));
}
