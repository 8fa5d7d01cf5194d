// Outgoing webhooks.

import {
  DeleteResult,
  DeliveryPage,
  DeliveryQuery,
  EndpointBody,
  EndpointChanges,
  EndpointList,
  EndpointResult,
  NewEndpointResult,
  QueuedResult,
  RotateBody,
  TestSent,
} from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { checkTarget, type TargetPolicy } from '../../../notifications/webhooks/check-target.ts';
import { listDeliveries, redeliver, sendTest } from '../../../notifications/webhooks/manage-deliveries.ts';
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
  listEndpoints,
  MAX_ENDPOINTS,
  rotateSecret,
} from '../../../notifications/webhooks/manage-endpoints.ts';
import type { Seal } from '../../../notifications/webhooks/seal.ts';
import { DomainError } from '../../../platform/base/domain-error.ts';
import { readId } from '../../../platform/base/ids.ts';
import { enterAccount } from '../../../platform/db/account-scope.ts';
import { admitCaller, callerOf } from '../../admission/admit.ts';
import { MEDIUM_BODY, SMALL_BODY } from '../../bodies/body-limits.ts';
import { succeed } from '../../framework/responses.ts';
import {
  allowMissingBody,
  type ById,
  checkText,
  errorsOf,
  idParam,
  optionalBody,
} from '../../framework/schema.ts';
import type { App } from '../../framework/typed-app.ts';
import type { PartsOf } from '../route-parts.ts';

export interface WebhookParts extends PartsOf<'gate' | 'db'> {
  /** Null if SECRET_KEY is not set, since we then have no key to encrypt secrets with. */
  readonly seal: Seal | null;
  readonly policy: TargetPolicy;
}

const tags = ['Webhooks'];
const params = idParam({ id: 'hook' });
/** Owners only, because an endpoint's URL may itself be a secret. */
const config = { role: 'owner' } as const;

export function addWebhooks(app: App, { gate, db, seal, policy }: WebhookParts): void {
  const onRequest = admitCaller(gate);
  const open = (): Seal => {
    if (seal !== null) return seal;
    throw new DomainError('not_available', 'SECRET_KEY is not set on this installation');
  };
  const check = ({ url, description = '' }: EndpointChanges): void => {
    checkText('description', description);
    const problem = url === undefined ? null : checkTarget(url, policy);
    if (problem !== null) throw new DomainError('blocked_url', problem, { field: 'url' });
  };

  app.post(PATHS.webhooks, {
    bodyLimit: MEDIUM_BODY,
    onRequest,
    config,
    schema: {
      operationId: 'createWebhook',
      summary: 'Add a webhook endpoint',
      description:
        'Deliveries are signed as in Standard Webhooks. A failed delivery is retried after 5 s, 5 min, 30 min, 2 h, ' +
        '5 h, 10 h and 10 h, with the same ID. An endpoint that returns 410, or fails for five days, is switched off.',
      tags,
      body: EndpointBody,
      response: { 200: NewEndpointResult, ...errorsOf(400, 401, 409, 413, 415, 429, 501, 503) },
    },
    handler: async (request) => {
      check(request.body);
      const seal = open();
      const created = await enterAccount(db, callerOf(request), (scope) =>
        createEndpoint(scope, seal, request.body),
      );
      if (created === null)
        throw new DomainError('limit_reached', `an account can have up to ${MAX_ENDPOINTS} webhooks`);
      return succeed(created);
    },
  });

  app.get(PATHS.webhooks, {
    onRequest,
    config,
    schema: {
      operationId: 'listWebhooks',
      summary: 'List webhook endpoints',
      tags,
      response: { 200: EndpointList, ...errorsOf(401, 429, 501, 503) },
    },
    handler: async (request) => {
      const seal = open();
      const endpoints = await enterAccount(db, callerOf(request), (scope) => listEndpoints(scope, seal));
      return succeed(endpoints);
    },
  });

  app.get(PATHS.webhookEndpoint, {
    onRequest,
    config,
    schema: {
      operationId: 'getWebhook',
      summary: 'Get a webhook endpoint',
      tags,
      params,
      response: { 200: EndpointResult, ...errorsOf(401, 404, 429, 501, 503) },
    },
    handler: async (request) => {
      const seal = open();
      const id = endpointIdOf(request);
      const found = await enterAccount(db, callerOf(request), (scope) => getEndpoint(scope, seal, id));
      return succeed(orNotFound(found));
    },
  });

  app.patch(PATHS.webhookEndpoint, {
    bodyLimit: MEDIUM_BODY,
    onRequest,
    config,
    schema: {
      operationId: 'changeWebhook',
      summary: 'Change a webhook endpoint, or switch it on or off',
      tags,
      params,
      body: EndpointChanges,
      response: { 200: EndpointResult, ...errorsOf(400, 401, 404, 413, 415, 429, 501, 503) },
    },
    handler: async (request) => {
      check(request.body);
      const seal = open();
      const id = endpointIdOf(request);
      const changed = await enterAccount(db, callerOf(request), (scope) =>
        changeEndpoint(scope, seal, id, request.body),
      );
      return succeed(orNotFound(changed));
    },
  });

  app.delete(PATHS.webhookEndpoint, {
    bodyLimit: SMALL_BODY,
    onRequest,
    config,
    schema: {
      operationId: 'deleteWebhook',
      summary: 'Delete a webhook endpoint and its deliveries',
      tags,
      params,
      response: { 200: DeleteResult, ...errorsOf(400, 401, 404, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      const id = endpointIdOf(request);
      const isDeleted = await enterAccount(db, callerOf(request), (scope) => deleteEndpoint(scope, id));
      if (!isDeleted) throw notFound();
      return succeed({ deleted: true });
    },
  });

  app.post(PATHS.webhookRotateSecret, {
    bodyLimit: SMALL_BODY,
    onRequest,
    config,
    schema: {
      operationId: 'rotateWebhookSecret',
      summary: 'Rotate the secret; the old one keeps signing for a grace period',
      tags,
      params,
      body: optionalBody(RotateBody),
      response: { 200: NewEndpointResult, ...errorsOf(400, 401, 404, 413, 415, 429, 501, 503) },
    },
    preValidation: allowMissingBody,
    handler: async (request) => {
      const seal = open();
      const id = endpointIdOf(request);
      const graceHours = request.body.grace_hours ?? 24;
      const rotated = await enterAccount(db, callerOf(request), (scope) =>
        rotateSecret(scope, seal, id, graceHours),
      );
      return succeed(orNotFound(rotated));
    },
  });

  app.post(PATHS.webhookTest, {
    bodyLimit: SMALL_BODY,
    onRequest,
    config,
    schema: {
      operationId: 'testWebhook',
      summary: 'Send a test event; see its delivery in the list',
      tags,
      params,
      response: { 200: TestSent, ...errorsOf(400, 401, 404, 409, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      const id = endpointIdOf(request);
      const sent = await enterAccount(db, callerOf(request), (scope) => sendTest(scope, id));
      return succeed(orReject(sent));
    },
  });

  app.get(PATHS.webhookDeliveries, {
    onRequest,
    config,
    schema: {
      operationId: 'listDeliveries',
      summary: 'List deliveries of the last 30 days, newest first',
      tags,
      params,
      querystring: DeliveryQuery,
      response: { 200: DeliveryPage, ...errorsOf(400, 401, 404, 429, 503) },
    },
    handler: async (request) => {
      const { cursor: text } = request.query;
      const cursor = text === undefined ? null : readId('evt', text);
      if (text !== undefined && cursor === null) throw new DomainError('invalid_cursor', 'unknown cursor');
      const id = endpointIdOf(request);
      const page = await enterAccount(db, callerOf(request), (scope) =>
        listDeliveries(scope, id, request.query, cursor),
      );
      return orNotFound(page);
    },
  });

  app.post(PATHS.webhookRedeliver, {
    bodyLimit: SMALL_BODY,
    onRequest,
    config,
    schema: {
      operationId: 'redeliverFailed',
      summary: 'Retry all failed deliveries',
      description: 'Up to 10,000 deliveries at a time, oldest first. `queued` is how many.',
      tags,
      params,
      response: { 200: QueuedResult, ...errorsOf(400, 401, 404, 409, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      const id = endpointIdOf(request);
      const queued = await enterAccount(db, callerOf(request), (scope) => redeliver(scope, id, 'all failed'));
      return succeed({ queued: orReject(queued) });
    },
  });

  app.post(PATHS.deliveryRedeliver, {
    bodyLimit: SMALL_BODY,
    onRequest,
    config,
    schema: {
      operationId: 'redeliver',
      summary: 'Deliver an event again, with the same ID',
      description: '`queued` is 0 if the event is unknown or already queued.',
      tags,
      params: idParam({ id: 'hook', event: 'evt' }),
      response: { 200: QueuedResult, ...errorsOf(400, 401, 404, 409, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      const eventId = orNotFound(readId('evt', request.params.event));
      const id = endpointIdOf(request);
      const queued = await enterAccount(db, callerOf(request), (scope) => redeliver(scope, id, { eventId }));
      return succeed({ queued: orReject(queued) });
    },
  });
}

const notFound = (): DomainError => new DomainError('not_found', 'no such webhook');

function orNotFound<T>(found: T | null): T {
  if (found === null) throw notFound();
  return found;
}

function orReject<T>(found: T | 'off' | null): T {
  if (found === 'off')
    throw new DomainError('webhook_disabled', 'this webhook is switched off; switch it on first');
  return orNotFound(found);
}

const endpointIdOf = ({ params: { id } }: ById): string => orNotFound(readId('hook', id));
