// Builds the HTTP application out of its parts; it listens nowhere yet.

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { registerAjvFormats, TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import { ERRORS } from '@leadline/contract';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Database } from './db/database.ts';
import type { Gate } from './http/admit.ts';
import { describeRoutes, serveDocs } from './http/docs.ts';
import { ApiError, answerBrokenHttp, errorBody, handleError } from './http/errors.ts';
import { acceptBodies, MOST_BODY_BYTES } from './http/read-body.ts';
import { addExplain } from './http/routes/explain.ts';
import { addHealth } from './http/routes/health.ts';
import { addIntake } from './http/routes/intake.ts';
import { addLeads } from './http/routes/leads.ts';
import { addUsage } from './http/routes/usage.ts';
import { describeInvalid } from './http/schema.ts';
import type { LeadWriter } from './leads/lead-writer.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';

export interface AppParts {
  readonly db: Database;
  readonly writer: LeadWriter;
  readonly gate: Gate;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly isDraining: () => boolean;
}

/** A caller may name its request, so that both sides find it in their logs. */
const REQUEST_ID = /^[\w.:-]{1,128}$/;

export async function buildApp({
  db,
  writer,
  gate,
  logger,
  metrics,
  isDraining,
}: AppParts): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MOST_BODY_BYTES,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    // Ours says so itself, in the shape of every other error.
    return503OnClosing: false,
    schemaErrorFormatter: describeInvalid,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true },
    genReqId: readRequestId,
    clientErrorHandler: answerBrokenHttp,
    frameworkErrors: (error, request, reply) => {
      handleError(error, request, reply as Parameters<typeof handleError>[2]);
    },
  });
  answerExpectations(app);
  registerAjvFormats();
  app.setValidatorCompiler(TypeBoxValidatorCompiler);
  app.setErrorHandler(handleError);
  app.decorateRequest('caller', null);
  acceptBodies(app);

  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id);
    if (isDraining()) reply.header('Connection', 'close');
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const seconds = reply.elapsedTime / 1000;
    metrics.requestSeconds.observe({ method: request.method, route, status: reply.statusCode }, seconds);
    logger.info({
      request: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      account: request.caller?.accountId,
      key: request.caller?.keyId,
    });
  });

  const methods = collectMethods(app);
  await describeRoutes(app);
  addIntake(app, gate, writer);
  addExplain(app, gate);
  addLeads(app, gate, db);
  addUsage(app, gate, db);
  addHealth(app, db, isDraining);
  await serveDocs(app);
  app.setNotFoundHandler((request, reply) => {
    const allowed = methods(request.url);
    if (allowed.length === 0) throw new ApiError('not found', 'there is nothing at this address');
    reply.header('Allow', allowed.join(', '));
    throw new ApiError('method not allowed', `this address takes ${allowed.join(', ')}`);
  });
  await app.ready();
  return app;
}

function readRequestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

/** Which methods an address takes, from the routes themselves. */
function collectMethods(app: FastifyInstance): (url: string) => string[] {
  const routes: { readonly pattern: RegExp; readonly method: string }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    const pattern = new RegExp(`^${url.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}/?$`);
    for (const each of [method].flat()) routes.push({ pattern, method: each });
  });
  return (url) => {
    const path = (url.split('?')[0] as string).replace(/\/{2,}/g, '/');
    return [
      ...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)),
    ].toSorted();
  };
}

/** Node would answer an unknown Expect header by itself, without a body. */
function answerExpectations(app: FastifyInstance): void {
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(ERRORS['expectation failed'], { 'Content-Type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify(errorBody('expectation failed', 'only "100-continue" is understood')));
  });
}
