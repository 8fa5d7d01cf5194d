// POST /api/webhook.php and its legacy twin POST /api/score.php.

import { LeadBody, ScoringResult } from '@leadline/contract';
import { readLead } from '@leadline/engine';
import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { isKey } from '../../keys/key-format.ts';
import type { RequestMarks } from '../../leads/identify-request.ts';
import type { LeadWriter } from '../../leads/lead-writer.ts';
import { scoreLead } from '../../leads/score-lead.ts';
import { toAnswer } from '../../leads/stored-result.ts';
import { firstDayAfter } from '../../quota/month.ts';
import { admitByHeader, callerOf, type Gate } from '../admit.ts';
import { ApiError } from '../errors.ts';
import { errorsOf, takesAnything } from '../schema.ts';

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

export function addIntake(app: FastifyInstance, gate: Gate, writer: LeadWriter): void {
  const take = async (request: FastifyRequest, isLegacy: boolean): Promise<ScoringResult> => {
    const read = readLead(withoutKeys(request.body));
    if (!read.ok) throw new ApiError('invalid input', read.error);
    const caller = callerOf(request);
    const scored = await scoreLead(writer, caller, read.lead, readMarks(request, isLegacy));
    switch (scored.kind) {
      case 'scored':
        return toAnswer(scored.leadId, scored.result);
      case 'over limit':
        throw overLimit(caller.plan, caller.monthlyLimit ?? 0, new Date());
      case 'in flight':
        throw new ApiError('request in flight', 'a request with this Idempotency-Key is being processed', 1);
      case 'key reused':
        throw new ApiError('idempotency key reused', 'this Idempotency-Key came with another body before');
    }
  };
  const common = {
    onRequest: admitByHeader(gate),
    validatorCompiler: takesAnything,
  };
  const headers = {
    type: 'object',
    properties: {
      'idempotency-key': {
        type: 'string',
        maxLength: 255,
        description: 'Requests with one key are one request, for 24 hours.',
      },
    },
  };
  const responses = { 200: ScoringResult, ...errorsOf(400, 401, 402, 409, 413, 415, 422, 429, 503) };
  app.post('/api/webhook.php', {
    ...common,
    schema: {
      operationId: 'scoreLead',
      summary: 'Score a lead and store it',
      description:
        'Repeat leads of one person (same e-mail address or phone number) are linked. A request that comes ' +
        'again (same `Idempotency-Key`, else the same delivery id of the sender, else the same body within five ' +
        'minutes) gets the same answer and stores nothing.',
      tags: ['Scoring'],
      consumes: BODY_TYPES,
      headers,
      body: LeadBody,
      response: responses,
    },
    handler: (request) => take(request, false),
  });
  app.post('/api/score.php', {
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
      response: responses,
    },
    handler: (request) => take(request, true),
  });
}

function discourage(_request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
  reply.headers({
    Deprecation: DEPRECATED_SINCE,
    Sunset: SUNSET,
    Link: '</api/webhook.php>; rel="successor-version"',
  });
  done();
}

/** A key sent along in the body, as explain allows, must not be stored with the lead. */
function withoutKeys(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const fields = withoutSecrets(body) as Record<string, unknown>;
  const custom = fields.custom_fields;
  if (typeof custom !== 'object' || custom === null) return fields;
  const clean = withoutSecrets(custom);
  return clean === custom ? fields : { ...fields, custom_fields: clean };
}

function withoutSecrets(fields: object): object {
  const isSecret = (value: unknown): boolean =>
    typeof value === 'string' && value.includes('ll_') && isKey(value.trim());
  return Object.values(fields).some(isSecret)
    ? Object.fromEntries(Object.entries(fields).filter(([, value]) => !isSecret(value)))
    : fields;
}

function readMarks({ headers }: FastifyRequest, isLegacy: boolean): RequestMarks {
  const key = headers['idempotency-key'];
  if (key !== undefined && (typeof key !== 'string' || !/^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(key))) {
    throw new ApiError('invalid input', 'Idempotency-Key holds 1 to 255 printable ASCII characters');
  }
  const delivery = DELIVERY_HEADERS.find((name) => typeof headers[name] === 'string' && headers[name] !== '');
  return {
    idempotencyKey: key ?? null,
    deliveryId: delivery === undefined ? null : `${delivery} ${headers[delivery]}`,
    isLegacy,
  };
}

function overLimit(plan: string, limit: number, now: Date): ApiError {
  const resetsAt = firstDayAfter(now);
  return new ApiError(
    'plan limit reached',
    `the ${plan} plan holds ${limit} leads a month; it resets at ${resetsAt.toISOString()}`,
    Math.ceil((resetsAt.getTime() - now.getTime()) / 1000),
  );
}
