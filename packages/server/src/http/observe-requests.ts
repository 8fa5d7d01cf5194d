// Gives every request an ID, records it in the metrics, and logs it if it fails.

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Logger } from '../base/log.ts';
import type { Metrics } from '../base/metrics.ts';

/** Callers can set the ID so that they can match their logs with ours. It must not contain an API key. */
const REQUEST_ID = /^(?!.*ll_(?:live|test|intake)_)[\w.:-]{1,128}$/;

export function readRequestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

export function observeRequests(app: FastifyInstance, logger: Logger, metrics: Metrics): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    metrics.observeRequest(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    // Successful requests are in the metrics; logging them too would cost a tenth of our throughput.
    const level = reply.statusCode < 400 ? 'debug' : 'info';
    logger[level]({
      request: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      account: request.caller?.accountId,
      caller: request.caller?.actor,
    });
    done();
  });
}
