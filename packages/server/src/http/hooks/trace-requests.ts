// A span for every request, if spans are collected.

import type { FastifyInstance } from 'fastify';
import { NO_TRACING, type RequestSpan, type Tracing } from '../../platform/tracing/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    span: RequestSpan | null;
  }
}

export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  if (tracing === NO_TRACING) return;
  app.decorateRequest('span', null);
  app.addHook('onRequest', (request, _reply, done) => {
    request.span = tracing.startRequest(request.headers);
    done();
  });
  // Not earlier: Node reads the body outside of what surrounds the hooks before it.
  app.addHook('preHandler', ({ span }, _reply, done) => {
    if (span === null) done();
    else span.enter(done);
  });
  app.addHook('onResponse', ({ span, method, routeOptions, caller }, reply, done) => {
    const route = routeOptions.url ?? 'unknown';
    span?.end(`${method} ${route}`, reply.statusCode, {
      'http.request.method': method,
      'http.route': route,
      ...(caller === null ? {} : { 'leadline.account': caller.accountId }),
    });
    done();
  });
}
