// POST /api/webhook.php, the legacy POST /api/score.php, intake URLs, and leads entered in the dashboard.

import { LeadBody, ScoringResult } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { REDIRECT_FIELD, RESPONSE_FIELD, unwrap } from '@leadline/engine';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { readLeadToStore } from '../../../leads/intake/read-lead-to-store.ts';
import { type ScoringParts, takeLead } from '../../../leads/intake/take-lead.ts';
import type { RequestMarks } from '../../../leads/record/identify-request.ts';
import { toAnswer } from '../../../leads/record/stored-result.ts';
import { DomainError } from '../../../platform/base/domain-error.ts';
import { admitByHeader, admitByPath, admitBySession, callerOf } from '../../admission/admit.ts';
import { LARGE_BODY } from '../../bodies/body-limits.ts';
import { isBrowserForm, sendThanks } from '../../framework/browser-pages.ts';
import { errorsOf, idempotencyHeader, interfaceErrorsOf, skipValidation } from '../../framework/schema.ts';
import type { App } from '../../framework/typed-app.ts';
import { findRedirect } from '../../intake/find-redirect.ts';
import { allowOrigins, answerPreflight, isFromOtherSite } from '../../intake/intake-cors.ts';
import { describeOverLimit, readIdempotencyKey, withoutKeys } from '../../intake/intake-rules.ts';
import type { IntakeLogging } from '../../intake/log-intake.ts';
import type { PartsOf } from '../route-parts.ts';

/** Headers that carry the sender's delivery ID, which stays the same across retries. */
const DELIVERY_HEADERS = [
  'webhook-id',
  'svix-id',
  'x-webhook-id',
  'x-webhook-delivery',
  'x-delivery-id',
  'x-event-id',
];
const BODY_TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
];
/** What a sender of spam may send a day comes back bit by bit. */
const SPAM_RETRY_SECONDS = 60 * 60;
/** When the legacy call was deprecated (RFC 9745) and when it may be removed (RFC 8594). */
const DEPRECATED_SINCE = `@${Date.UTC(2026, 0, 1) / 1000}`;
const SUNSET = new Date(Date.UTC(2028, 0, 1)).toUTCString();

export interface IntakeParts extends ScoringParts, PartsOf<'gate' | 'store'> {
  readonly logging: IntakeLogging;
}

export function addIntake(app: App, { gate, store, logging, ...parts }: IntakeParts): void {
  const accept = async (request: FastifyRequest, isLegacy: boolean): Promise<ScoringResult> => {
    const caller = callerOf(request);
    store.requireSpace(caller.accountId);
    const { read, deliveryId } = parts.compute.mainThread.run(caller.liveAccountId, () => {
      const { fields, deliveryId, tool } = unwrap(request.body);
      request.tool = tool;
      return { read: readLeadToStore(withoutKeys(fields)), deliveryId };
    });
    if (!read.ok) throw new DomainError(read.code, read.error, { field: read.field });
    const marks = readMarks(request, isLegacy, deliveryId);
    const key = request.sendingKey;
    const sender =
      key === null ? null : { keyName: key.name, publicAddress: key.isPublic ? request.ip : null };
    const scored = await takeLead(parts, caller, read.lead, marks, sender);
    switch (scored.kind) {
      case 'scored':
        return toAnswer(scored.leadId, scored.result);
      case 'too much spam':
        throw new DomainError(
          'rate_limited',
          'too many leads that look like spam; other leads are accepted',
          {
            retryAfterSeconds: SPAM_RETRY_SECONDS,
          },
        );
      case 'over limit':
      case 'over spam limit':
      case 'over storage':
        throw describeOverLimit(scored.kind, caller, new Date());
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
    ...logging,
    bodyLimit: LARGE_BODY,
    config: {
      ...logging.config,
      keyAccess: 'send' as const,
      turns: 'none' as const,
      acceptsMultipart: true as const,
    },
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
        'Leads with the same email or phone number are linked to one person. A repeated request gets the same response ' +
        'and stores nothing. A request is a repeat if it has the same `Idempotency-Key`; otherwise the same delivery ID ' +
        'of the sender and the same body; otherwise the same body within five minutes.',
      tags: ['Scoring'],
      consumes: BODY_TYPES,
      headers,
      body: LeadBody,
      response: interfaceResponses,
    },
    handler: (request) => accept(request, false),
  });
  app.post(PATHS.score, {
    ...common,
    onRequest: [deprecate, common.onRequest],
    schema: {
      operationId: 'scoreLeadLegacy',
      summary: 'Score a lead and store it (legacy)',
      description: 'Stores every call as a new lead. Use `/api/webhook.php` for new integrations.',
      deprecated: true,
      tags: ['Scoring'],
      consumes: BODY_TYPES,
      headers,
      body: LeadBody,
      response: interfaceResponses,
    },
    handler: (request) => accept(request, true),
  });
  const intake = {
    ...common,
    config: { ...common.config, answersWithPages: true as const },
    onRequest: admitByPath(gate),
    onSend: allowOrigins,
  };
  app.options(PATHS.intake, {
    config: { keyAccess: 'send', turns: 'none' },
    onRequest: intake.onRequest,
    onSend: allowOrigins,
    schema: { hide: true },
    handler: answerPreflight,
  });
  app.post(PATHS.intake, {
    ...intake,
    schema: {
      operationId: 'takeLead',
      summary: "Score a lead and store it, for senders that can't set headers",
      description:
        'Like `/api/webhook.php`, but with the key in the URL. The key must be an intake key ' +
        '(`leadline key create --scope intake`), which can only send leads. Its name becomes the source of leads that have ' +
        'none. Each intake key has idempotency keys of its own. A browser that posts a form gets a page, or ' +
        'a 303 to `_redirect` if it is on one of the account’s own sites. `_response=minimal` leaves out the score, and so ' +
        'does a page of another site, if the account has listed its sites.',
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
    handler: async (request, reply) => {
      const result = await accept(request, false);
      if (isBrowserForm(request)) {
        request.answer = result;
        const target = findRedirect(fieldOf(request.body, REDIRECT_FIELD), request.allowedOrigins ?? []);
        return target === null ? sendThanks(request, reply) : reply.redirect(target, 303);
      }
      const isMinimal = fieldOf(request.body, RESPONSE_FIELD) === 'minimal' || isFromOtherSite(request);
      if (!isMinimal) return result;
      request.answer = result;
      return reply.type('application/json; charset=utf-8').send(MINIMAL as never);
    },
  });
  // For leads entered by hand in the dashboard. They count toward the plan like any other.
  app.post(PATHS.leads, {
    ...common,
    onRequest: admitBySession(gate),
    schema: { hide: true, body: LeadBody, response: responses },
    handler: (request) => accept(request, false),
  });
  // Lets users try out a form in the dashboard. Test mode only, so that a click never creates a live lead.
  app.post(PATHS.testLead, {
    ...common,
    onRequest: [admitBySession(gate), requireTestMode],
    schema: { hide: true, body: LeadBody, response: responses },
    handler: (request) => accept(request, false),
  });
}

/** For visitors, who should not learn how they are scored. */
const MINIMAL = JSON.stringify({ success: true });

const fieldOf = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null && Object.hasOwn(body, name)
    ? (body as Readonly<Record<string, unknown>>)[name]
    : undefined;

function requireTestMode(
  { headers }: FastifyRequest,
  _reply: FastifyReply,
  done: HookHandlerDoneFunction,
): void {
  const isTest = headers['x-leadline-mode'] === 'test';
  done(isTest ? undefined : new DomainError('invalid_input', 'X-Leadline-Mode must be test'));
}

function deprecate(_request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
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
    intakeKeyId: request.sendingKey?.isPublic ? callerOf(request).actor : null,
    deliveryId: delivery === undefined ? bodyId : `${delivery} ${headers[delivery]}`,
    isLegacy,
  };
}
