// Outgoing webhooks, under the caller's key.

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
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../../base/domain-error.ts';
import { readId } from '../../base/ids.ts';
import type { Database } from '../../db/database.ts';
import { listDeliveries, redeliver, sendTest } from '../../webhooks/manage-deliveries.ts';
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
  listEndpoints,
  MAX_ENDPOINTS,
  rotateSecret,
} from '../../webhooks/manage-endpoints.ts';
import { checkTarget, type TargetPolicy } from '../../webhooks/safe-agent.ts';
import type { Seal } from '../../webhooks/seal.ts';
import { actorOf, admitCaller, callerOf, type Gate } from '../admit.ts';
import { bodyMayBeMissing, checkText, errorsOf, idParam, optionalBody } from '../schema.ts';

interface OneEndpoint {
  readonly Params: { readonly id: string };
}

interface OneDelivery {
  readonly Params: { readonly id: string; readonly event: string };
}

export interface WebhookParts {
  readonly db: Database;
  /** Null: the operator has set no key to encrypt secrets with. */
  readonly seal: Seal | null;
  readonly policy: TargetPolicy;
}

const tags = ['Webhooks'];
const params = idParam({ id: 'hook' });
/** An endpoint's address may be a secret in itself. */
const config = { role: 'owner' } as const;

export function addWebhooks(app: FastifyInstance, gate: Gate, { db, seal, policy }: WebhookParts): void {
  const onRequest = admitCaller(gate);
  const open = (): Seal => {
    if (seal !== null) return seal;
    throw new DomainError('not_available', 'SECRET_KEY is not set on this installation');
  };
  const check = ({ url, description = '' }: EndpointChanges): void => {
    checkText('description', description);
    const refused = url === undefined ? null : checkTarget(url, policy);
    if (refused !== null) throw new DomainError('blocked_url', refused, { field: 'url' });
  };

  app.post<{ Body: EndpointBody }>('/api/webhooks', {
    onRequest,
    config,
    schema: {
      operationId: 'createWebhook',
      summary: 'Add an endpoint that is told of events',
      description:
        'Deliveries are signed by Standard Webhooks. One that fails is tried again after 5 s, 5 min, 30 min, 2 h, ' +
        '5 h, 10 h and 10 h, under the same id. An endpoint that answers 410, or fails for five days, is switched off.',
      tags,
      body: EndpointBody,
      response: { 200: NewEndpointResult, ...errorsOf(400, 401, 409, 413, 415, 429, 501, 503) },
    },
    handler: async (request) => {
      check(request.body);
      const made = await createEndpoint(
        db,
        open(),
        callerOf(request).accountId,
        actorOf(request),
        request.body,
      );
      if (made === null)
        throw new DomainError('limit_reached', `an account can have up to ${MAX_ENDPOINTS} webhooks`);
      return { success: true, data: made };
    },
  });

  app.get('/api/webhooks', {
    onRequest,
    config,
    schema: {
      operationId: 'listWebhooks',
      summary: 'List endpoints',
      tags,
      response: { 200: EndpointList, ...errorsOf(401, 429, 501, 503) },
    },
    handler: async (request) => ({
      success: true,
      data: await listEndpoints(db, open(), callerOf(request).accountId),
    }),
  });

  app.get<OneEndpoint>('/api/webhooks/:id', {
    onRequest,
    config,
    schema: {
      operationId: 'getWebhook',
      summary: 'One endpoint',
      tags,
      params,
      response: { 200: EndpointResult, ...errorsOf(401, 404, 429, 501, 503) },
    },
    handler: async (request) => ({
      success: true,
      data: orNotFound(await getEndpoint(db, open(), callerOf(request).accountId, endpointIdOf(request))),
    }),
  });

  app.patch<OneEndpoint & { Body: EndpointChanges }>('/api/webhooks/:id', {
    onRequest,
    config,
    schema: {
      operationId: 'changeWebhook',
      summary: 'Change an endpoint, or switch it off or on again',
      tags,
      params,
      body: EndpointChanges,
      response: { 200: EndpointResult, ...errorsOf(400, 401, 404, 413, 415, 429, 501, 503) },
    },
    handler: async (request) => {
      check(request.body);
      const { accountId } = callerOf(request);
      const changed = await changeEndpoint(
        db,
        open(),
        accountId,
        actorOf(request),
        endpointIdOf(request),
        request.body,
      );
      return { success: true, data: orNotFound(changed) };
    },
  });

  app.delete<OneEndpoint>('/api/webhooks/:id', {
    onRequest,
    config,
    schema: {
      operationId: 'deleteWebhook',
      summary: 'Delete an endpoint and its deliveries',
      tags,
      params,
      response: { 200: DeleteResult, ...errorsOf(400, 401, 404, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      const { accountId } = callerOf(request);
      if (!(await deleteEndpoint(db, accountId, actorOf(request), endpointIdOf(request)))) throw notFound();
      return { success: true, data: { deleted: true } };
    },
  });

  app.post<OneEndpoint & { Body: RotateBody | undefined }>('/api/webhooks/:id/rotate-secret', {
    onRequest,
    config,
    schema: {
      operationId: 'rotateWebhookSecret',
      summary: 'Make a new secret; the former one goes on signing for a while',
      tags,
      params,
      body: optionalBody(RotateBody),
      response: { 200: NewEndpointResult, ...errorsOf(400, 401, 404, 413, 415, 429, 501, 503) },
    },
    preValidation: bodyMayBeMissing,
    handler: async (request) => {
      const rotated = await rotateSecret(
        db,
        open(),
        callerOf(request).accountId,
        actorOf(request),
        endpointIdOf(request),
        request.body?.grace_hours ?? 24,
      );
      return { success: true, data: orNotFound(rotated) };
    },
  });

  app.post<OneEndpoint>('/api/webhooks/:id/test', {
    onRequest,
    config,
    schema: {
      operationId: 'testWebhook',
      summary: 'Send a test event; see its delivery in the list',
      tags,
      params,
      response: { 200: TestSent, ...errorsOf(400, 401, 404, 409, 413, 415, 429, 503) },
    },
    handler: async (request) => ({
      success: true,
      data: orRefuse(await sendTest(db, callerOf(request).accountId, endpointIdOf(request))),
    }),
  });

  app.get<OneEndpoint & { Querystring: DeliveryQuery }>('/api/webhooks/:id/deliveries', {
    onRequest,
    config,
    schema: {
      operationId: 'listDeliveries',
      summary: 'What became of deliveries, newest first; kept for 30 days',
      tags,
      params,
      querystring: DeliveryQuery,
      response: { 200: DeliveryPage, ...errorsOf(400, 401, 404, 429, 503) },
    },
    handler: async (request) => {
      const { cursor: text } = request.query;
      const cursor = text === undefined ? null : readId('evt', text);
      if (text !== undefined && cursor === null) throw new DomainError('invalid_cursor', 'unknown cursor');
      const { accountId } = callerOf(request);
      return orNotFound(await listDeliveries(db, accountId, endpointIdOf(request), request.query, cursor));
    },
  });

  app.post<OneEndpoint>('/api/webhooks/:id/redeliver', {
    onRequest,
    config,
    schema: {
      operationId: 'redeliverFailed',
      summary: 'Deliver again everything that failed',
      description: 'At most 10,000 deliveries at a time, oldest first; `queued` says how many.',
      tags,
      params,
      response: { 200: QueuedResult, ...errorsOf(400, 401, 404, 409, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      const queued = await redeliver(db, callerOf(request).accountId, endpointIdOf(request), 'all failed');
      return { success: true, data: { queued: orRefuse(queued) } };
    },
  });

  app.post<OneDelivery>('/api/webhooks/:id/deliveries/:event/redeliver', {
    onRequest,
    config,
    schema: {
      operationId: 'redeliver',
      summary: 'Deliver an event again, under the same id',
      description: '`queued` is 0 for one that is on its way already, or that is not known.',
      tags,
      params: idParam({ id: 'hook', event: 'evt' }),
      response: { 200: QueuedResult, ...errorsOf(400, 401, 404, 409, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      const eventId = orNotFound(readId('evt', request.params.event));
      const { accountId } = callerOf(request);
      const queued = orRefuse(await redeliver(db, accountId, endpointIdOf(request), { eventId }));
      return { success: true, data: { queued } };
    },
  });
}

const notFound = (): DomainError => new DomainError('not_found', 'no such webhook');

function orNotFound<T>(found: T | null): T {
  if (found === null) throw notFound();
  return found;
}

function orRefuse<T>(found: T | 'off' | null): T {
  if (found === 'off')
    throw new DomainError('webhook_disabled', 'this webhook is switched off; switch it on first');
  return orNotFound(found);
}

const endpointIdOf = ({ params: { id } }: FastifyRequest<OneEndpoint>): string =>
  orNotFound(readId('hook', id));
