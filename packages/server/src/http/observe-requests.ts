// Every request gets an id and a place in the metrics; one that was refused or failed, a line in the log.

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Logger } from '../base/log.ts';
import type { Metrics } from '../base/metrics.ts';

/** A caller may name its request, so that both sides find it in their logs; not by its key. */
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
    // What went well is in the metrics; a line for each would cost a tenth of the work.
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
