// Stored leads, under the caller's key.

import {
  DeleteResult,
  LeadDetail,
  LeadPage,
  ListQuery,
  OutcomeBody,
  OutcomeResult,
  OutcomesBody,
  OutcomesResult,
  ReplayResult,
} from '@leadline/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { DomainError } from '../../base/domain-error.ts';
import { readId, showId } from '../../base/ids.ts';
import type { Database } from '../../db/database.ts';
import { deleteLead } from '../../erasure/delete-lead.ts';
import { getLeadDetail } from '../../leads/get-lead.ts';
import { listLeads } from '../../leads/list-leads.ts';
import { recordOutcome } from '../../leads/record-outcome.ts';
import { recordOutcomes } from '../../leads/record-outcomes.ts';
import { replayLead } from '../../leads/replay-lead.ts';
import { actorOf, admitCaller, callerOf, type Gate } from '../admit.ts';
import { checkText, errorsOf, idParam, readMoment } from '../schema.ts';

interface OneLead {
  readonly Params: { readonly id: string };
}

const params = idParam({ id: 'lead' });
const tags = ['Leads'];

export function addLeads(app: FastifyInstance, gate: Gate, db: Database): void {
  const onRequest = admitCaller(gate);

  app.get<{ Querystring: ListQuery }>('/api/leads', {
    onRequest,
    schema: {
      operationId: 'listLeads',
      summary: 'List leads, newest first or by whom to call first',
      tags,
      querystring: ListQuery,
      response: { 200: LeadPage, ...errorsOf(400, 401, 429, 503) },
    },
    preValidation: refuseEmpty,
    handler: async (request) => {
      const { limit = 50, from, to, ...rest } = request.query;
      checkText('q', rest.q ?? '');
      checkText('source', rest.source ?? '');
      if (rest.sort === 'priority' && (rest.outcome ?? 'open') !== 'open')
        throw new DomainError('invalid_input', 'sort=priority only works for open leads');
      const page = await listLeads(db, callerOf(request).accountId, {
        ...rest,
        limit,
        ...(from === undefined ? {} : { from: readMoment('from', from) }),
        ...(to === undefined ? {} : { to: readMoment('to', to) }),
      });
      if (page === null) throw new DomainError('invalid_cursor', 'unknown cursor');
      return page;
    },
  });

  app.get<OneLead>('/api/leads/:id', {
    onRequest,
    schema: {
      operationId: 'getLead',
      summary: 'One lead: what was sent, its result, ledger, versions and history',
      tags,
      params,
      response: { 200: LeadDetail, ...errorsOf(401, 404, 429, 503) },
    },
    handler: async (request): Promise<LeadDetail> => ({
      success: true,
      data: orNotFound(await getLeadDetail(db, callerOf(request).accountId, leadIdOf(request))),
    }),
  });

  app.post<OneLead & { Body: OutcomeBody }>('/api/leads/:id/outcome', {
    onRequest,
    schema: {
      operationId: 'recordOutcome',
      summary: 'Record that a lead was won or lost, or open it again',
      tags,
      params,
      body: OutcomeBody,
      response: { 200: OutcomeResult, ...errorsOf(400, 401, 404, 413, 415, 429, 503) },
    },
    handler: async (request): Promise<OutcomeResult> => {
      const { outcome, at, amount = null, reason = null } = request.body;
      checkText('reason', reason ?? '');
      const { accountId, actor } = callerOf(request);
      const recorded = await recordOutcome(db, accountId, leadIdOf(request), {
        outcome,
        at: at === undefined ? new Date() : readMoment('at', at),
        amount,
        reason,
        recordedBy: actor,
      });
      return { success: true, data: orNotFound(recorded) };
    },
  });

  app.post<{ Body: OutcomesBody }>('/api/leads/outcomes', {
    onRequest,
    schema: {
      operationId: 'recordOutcomes',
      summary: 'Record one outcome of many leads',
      description: 'Of all that the account has, or of none; each is told of as if it were the only one.',
      tags,
      body: OutcomesBody,
      response: { 200: OutcomesResult, ...errorsOf(400, 401, 413, 415, 429, 503) },
    },
    handler: async (request): Promise<OutcomesResult> => {
      const { lead_ids, outcome, reason = null } = request.body;
      checkText('reason', reason ?? '');
      const { accountId, actor } = callerOf(request);
      const recorded = { outcome, at: new Date(), amount: null, reason, recordedBy: actor };
      return { success: true, data: await recordOutcomes(db, accountId, lead_ids, recorded) };
    },
  });

  app.post<OneLead>('/api/leads/:id/replay', {
    onRequest,
    config: { role: 'viewer' }, // it changes nothing
    schema: {
      operationId: 'replayLead',
      summary: 'Score a stored lead again and compare',
      tags,
      params,
      response: { 200: ReplayResult, ...errorsOf(400, 401, 404, 413, 415, 429, 503) },
    },
    handler: async (request): Promise<ReplayResult> => ({
      success: true,
      data: orNotFound(await replayLead(db, callerOf(request).accountId, leadIdOf(request))),
    }),
  });

  app.delete<OneLead>('/api/leads/:id', {
    onRequest,
    config: { role: 'owner' },
    schema: {
      operationId: 'deleteLead',
      summary: 'Delete a lead',
      description: 'The allowance it took is not given back.',
      tags,
      params,
      response: { 200: DeleteResult, ...errorsOf(400, 401, 404, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      const leadId = leadIdOf(request);
      if (!(await deleteLead(db, callerOf(request).accountId, actorOf(request), leadId))) throw noSuchLead();
      return { success: true, data: { lead_id: showId('lead', leadId), deleted: true } };
    },
  });
}

/** Another account's lead is as unknown as one that never was. */
const noSuchLead = (): DomainError => new DomainError('not_found', 'no such lead');

function orNotFound<T>(found: T | null): T {
  if (found === null) throw noSuchLead();
  return found;
}

function leadIdOf({ params }: FastifyRequest<OneLead>): string {
  return orNotFound(readId('lead', params.id));
}

/** An empty number would be taken for 0. */
function refuseEmpty({ query }: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void {
  const empty = Object.entries(query as Record<string, unknown>).find(([, value]) => value === '');
  done(empty === undefined ? undefined : new DomainError('invalid_input', `${empty[0]} is empty`));
}
