// POST /api/webhook.php, its legacy twin POST /api/score.php, and the address with the key in it.

import { LeadBody, ScoringResult } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { readLead, unwrap } from '@leadline/engine';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { LeadAssessor } from '../../assessment/lead-assessor.ts';
import { DomainError } from '../../base/domain-error.ts';
import type { RequestMarks } from '../../leads/identify-request.ts';
import type { LeadWriter } from '../../leads/lead-writer.ts';
import { scoreLead } from '../../leads/score-lead.ts';
import { toAnswer } from '../../leads/stored-result.ts';
import { admitByHeader, admitByPath, admitBySession, callerOf, type Gate } from '../admit.ts';
import { overLimit, readIdempotencyKey, withoutKeys } from '../intake-rules.ts';
import type { IntakeLogging } from '../log-intake.ts';
import { errorsOf, idempotencyHeader, interfaceErrorsOf, skipValidation } from '../schema.ts';
import type { App } from '../typed-app.ts';

/** Headers by which senders name a delivery; it stays the same when they deliver again. */
const DELIVERY_HEADERS = [
  'webhook-id',
  'svix-id',
  'x-webhook-id',
  'x-webhook-delivery',
  'x-delivery-id',
  'x-event-id',
];
const BODY_TYPES = ['application/json', 'application/x-www-form-urlencoded', 'text/plain'];
/** RFC 9745: the moment since when the legacy call is discouraged; RFC 8594: when it may go. */
const DEPRECATED_SINCE = `@${Date.UTC(2026, 0, 1) / 1000}`;
const SUNSET = new Date(Date.UTC(2028, 0, 1)).toUTCString();

export function addIntake(
  app: App,
  gate: Gate,
  writer: LeadWriter,
  assessor: LeadAssessor,
  kept: IntakeLogging,
): void {
  const take = async (request: FastifyRequest, isLegacy: boolean): Promise<ScoringResult> => {
    const { fields, deliveryId } = unwrap(request.body);
    const read = readLead(withoutKeys(fields));
    if (!read.ok) throw new DomainError(read.code, read.error, { field: read.field });
    const caller = callerOf(request);
    const marks = readMarks(request, isLegacy, deliveryId);
    const scored = await scoreLead(writer, assessor, caller, read.lead, marks);
    switch (scored.kind) {
      case 'scored':
        return toAnswer(scored.leadId, scored.result);
      case 'over limit':
        throw overLimit(caller, new Date());
      case 'in flight':
        throw new DomainError(
          'request_in_flight',
          'a request with this Idempotency-Key is still being processed',
          { retryAfterSeconds: 1 },
        );
      case 'key reused':
        throw new DomainError(
          'idempotency_key_reused',
          'this Idempotency-Key was already used with a different body',
        );
    }
  };
  const common = {
    ...kept,
    onRequest: admitByHeader(gate),
    validatorCompiler: skipValidation,
  };
  const headers = idempotencyHeader;
  const failures = [400, 401, 402, 409, 413, 415, 422, 429, 503];
  const interfaceResponses = { 200: ScoringResult, ...interfaceErrorsOf(...failures) };
  const responses = { 200: ScoringResult, ...errorsOf(...failures) };
  app.post(PATHS.webhook, {
    ...common,
    schema: {
      operationId: 'scoreLead',
      summary: 'Score a lead and store it',
      description:
        'Repeat leads of one person (same email address or phone number) are linked. A request that comes ' +
        'again (same `Idempotency-Key`, else the same delivery id of the sender, else the same body within five ' +
        'minutes) gets the same answer and stores nothing.',
      tags: ['Scoring'],
      consumes: BODY_TYPES,
      headers,
      body: LeadBody,
      response: interfaceResponses,
    },
    handler: (request) => take(request, false),
  });
  app.post(PATHS.score, {
    ...common,
    onRequest: [discourage, common.onRequest],
    schema: {
      operationId: 'scoreLeadLegacy',
      summary: 'Score a lead and store it (legacy)',
      description: 'Stores each call as a lead of its own. New integrations use `/api/webhook.php`.',
      deprecated: true,
      tags: ['Scoring'],
      consumes: BODY_TYPES,
      headers,
      body: LeadBody,
      response: interfaceResponses,
    },
    handler: (request) => take(request, true),
  });
  app.post(PATHS.intake, {
    ...common,
    onRequest: admitByPath(gate),
    schema: {
      operationId: 'takeLead',
      summary: 'Score a lead and store it, for senders that can set no header',
      description:
        'As `/api/webhook.php`, but the key stands in the address. It is one made for this ' +
        '(`leadline key create --intake`): it can send leads and nothing else.',
      tags: ['Scoring'],
      security: [],
      consumes: BODY_TYPES,
      params: {
        type: 'object',
        properties: { token: { type: 'string', description: '`ll_intake_…`' } },
        required: ['token'],
      },
      headers,
      body: LeadBody,
      response: responses,
    },
    handler: (request) => take(request, false),
  });
  // What a form would send, by somebody who tries it out; never a live lead, so that none is made by a click.
  app.post(PATHS.testLead, {
    ...common,
    onRequest: [admitBySession(gate), onlyForTests],
    schema: { hide: true, body: LeadBody, response: responses },
    handler: (request) => take(request, false),
  });
}

function onlyForTests(
  { headers }: FastifyRequest,
  _reply: FastifyReply,
  done: HookHandlerDoneFunction,
): void {
  const isTest = headers['x-leadline-mode'] === 'test';
  done(isTest ? undefined : new DomainError('invalid_input', 'X-Leadline-Mode must be test'));
}

function discourage(_request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
  reply.headers({
    Deprecation: DEPRECATED_SINCE,
    Sunset: SUNSET,
    Link: '</api/webhook.php>; rel="successor-version"',
  });
  done();
}

function readMarks(request: FastifyRequest, isLegacy: boolean, bodyId: string | null): RequestMarks {
  const { headers } = request;
  const delivery = DELIVERY_HEADERS.find((name) => typeof headers[name] === 'string' && headers[name] !== '');
  return {
    idempotencyKey: readIdempotencyKey(request),
    deliveryId: delivery === undefined ? bodyId : `${delivery} ${headers[delivery]}`,
    isLegacy,
  };
}
