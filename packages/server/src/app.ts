// Builds the HTTP application without starting to listen.

import {
  registerAjvFormats,
  type TypeBoxTypeProvider,
  TypeBoxValidatorCompiler,
} from '@fastify/type-provider-typebox';
import { MAX_BODY_BYTES } from '@leadline/contract/limits';
import fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import type { LeadAssessor } from './assessment/lead-assessor.ts';
import { DomainError } from './base/domain-error.ts';
import type { Logger } from './base/log.ts';
import type { Metrics } from './base/metrics.ts';
import type { CellStores } from './cells/cell-stores.ts';
import type { Courier } from './cells/courier.ts';
import type { ComputePool } from './compute/compute-pool.ts';
import type { AccountDatabase } from './db/account-scope.ts';
import { findExpelled, type Gate } from './http/admit.ts';
import { serveDashboard } from './http/dashboard.ts';
import { describeRoutes, serveDocs } from './http/docs.ts';
import { handleError } from './http/errors.ts';
import { limitBodyTime } from './http/limit-body-time.ts';
import { limitMainThread } from './http/limit-main-thread.ts';
import { limitMemory, MAX_SILENCE_MS } from './http/limit-memory.ts';
import { limitPipelining } from './http/limit-pipelining.ts';
import { logIntake } from './http/log-intake.ts';
import { observeRequests, readRequestId } from './http/observe-requests.ts';
import { paceFailures } from './http/pace-failures.ts';
import { answerBrokenHttp, answerWhatNodeWould } from './http/raw-http.ts';
import { acceptBodies } from './http/read-body.ts';
import { addAccount } from './http/routes/account.ts';
import { addAccountSecurity } from './http/routes/account-security.ts';
import { addAlertRoutes } from './http/routes/alerts.ts';
import { addAllowedOrigins } from './http/routes/allowed-origins.ts';
import { addAuth } from './http/routes/auth/add-auth.ts';
import { addBatch } from './http/routes/batch.ts';
import { addEmbed } from './http/routes/embed.ts';
import { addExplain } from './http/routes/explain.ts';
import { addHealth, type HealthOfCells } from './http/routes/health.ts';
import { addImports } from './http/routes/imports.ts';
import { addInsights } from './http/routes/insights.ts';
import { addIntake } from './http/routes/intake.ts';
import { addKeys } from './http/routes/keys.ts';
import { addLeadList } from './http/routes/lead-list.ts';
import { addLeads } from './http/routes/leads.ts';
import { addLive } from './http/routes/live.ts';
import { addMembers } from './http/routes/members.ts';
import { addModel } from './http/routes/model.ts';
import { addPeople } from './http/routes/people.ts';
import { addProfile } from './http/routes/profile.ts';
import { addReceived } from './http/routes/received.ts';
import { addRouting } from './http/routes/routing.ts';
import { addSession, type SessionParts } from './http/routes/session.ts';
import { addSettings } from './http/routes/settings.ts';
import { addSetup } from './http/routes/setup.ts';
import { addUsage } from './http/routes/usage.ts';
import { addUser } from './http/routes/user.ts';
import { addViews } from './http/routes/views.ts';
import { addWebhooks, type WebhookParts } from './http/routes/webhooks.ts';
import { addWork } from './http/routes/work.ts';
import { describeInvalid } from './http/schema.ts';
import { type Turns, takeTurns } from './http/take-turns.ts';
import { traceRequests } from './http/trace-requests.ts';
import { rejectUnknownRoutes } from './http/unknown-routes.ts';
import { waitForCourier } from './http/wait-for-courier.ts';
import { warnOfUntrustedProxy } from './http/warn-of-proxy.ts';
import type { KeySeal } from './keys/seal-key.ts';
import type { LeadWriting } from './leads/lead-writers.ts';
import type { BatchParts } from './leads/score-batch.ts';
import type { ScoringModels } from './models/scoring-models.ts';
import type { RequestLog } from './request-log/request-log.ts';
import type { ScoringSettings } from './settings/scoring-settings.ts';
import type { Tracing } from './tracing/tracing.ts';

export interface AppParts {
  readonly db: AccountDatabase;
  /** A separate pool, so that slow insights queries don't block other requests. */
  readonly insightsDb: AccountDatabase;
  readonly cells: HealthOfCells;
  readonly courier: Pick<Courier, 'deliverPending'>;
  readonly store: Pick<CellStores, 'check' | 'requireSpace'>;
  readonly writer: LeadWriting;
  readonly inBatchPoolOf: BatchParts['inPoolOf'];
  readonly webhooks: Pick<WebhookParts, 'seal' | 'policy'>;
  /** Null if SECRET_KEY is not set. */
  readonly keySeal: KeySeal | null;
  readonly gate: Gate;
  readonly turns: Turns;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  readonly assessor: LeadAssessor;
  readonly compute: ComputePool;
  readonly settings: ScoringSettings;
  readonly models: ScoringModels;
  readonly received: Pick<RequestLog, 'add'>;
  readonly isDraining: () => boolean;
  readonly signingUp: Omit<SessionParts, 'accountDeletionDays'>;
  readonly accountDeletionDays: number;
  /** The folder that contains the built dashboard. */
  readonly dashboardFolder: string | null;
  /** Proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: string | null;
}

export async function buildApp({
  db,
  insightsDb,
  cells,
  courier,
  store,
  writer,
  inBatchPoolOf,
  webhooks,
  keySeal,
  gate,
  turns,
  logger,
  metrics,
  tracing,
  assessor,
  compute,
  settings,
  models,
  received,
  isDraining,
  signingUp,
  accountDeletionDays,
  dashboardFolder,
  trustedProxies,
}: AppParts): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: trustedProxies ?? false,
    connectionTimeout: MAX_SILENCE_MS, // see limitMemory
    requestTimeout: 0, // depends on the route; see limitBodyTime
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // We send the errors for these two cases ourselves, in our own format.
    return503OnClosing: false,
    http: { requireHostHeader: false },
    // An intake URL whose key is too long should get a 401, not a 404.
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 20_000 },
    schemaErrorFormatter: describeInvalid,
    genReqId: readRequestId,
    clientErrorHandler: answerBrokenHttp,
    frameworkErrors: (error, request, reply) => {
      reply.header('X-Request-Id', request.id);
      handleError(error, request, reply as FastifyReply);
    },
  });
  registerAjvFormats();
  app.setValidatorCompiler(TypeBoxValidatorCompiler);
  app.setErrorHandler(handleError);
  app.decorateRequest('failure', null);
  app.decorateRequest('caller', null);
  app.decorateRequest('signedIn', null);
  app.decorateRequest('rejectedAccount', null);
  app.decorateRequest('keyActor', null);
  app.decorateRequest('intakeKeyName', null);
  app.decorateRequest('allowedOrigins', null);
  // What a request passes, in this order, whatever the order of the calls below:
  //   socket        pipelining, time for the headers (Node)
  //   onRequest     of all routes: time for the body, log and metrics, Host; of the route: key or session, rate, access
  //   preParsing    CPU allowance of the account, memory in flight
  //   body          read and parsed, charged to the account
  //   handler       in http/routes; waits for the account's turn, except for single leads, which the lead writer queues
  //   onSend        pause before answers to failures, to a Buffer, memory of the answer
  answerWhatNodeWould(app.server);
  limitPipelining(app.server);
  paceFailures(app);
  acceptBodies(app, compute.mainThread);
  limitBodyTime(app);
  traceRequests(app, tracing);
  observeRequests(app, logger, metrics);
  warnOfUntrustedProxy(app, logger);
  app.addHook('onRequest', (request, reply, done) => {
    if (isDraining()) reply.header('Connection', 'close');
    const hasHost = request.headers.host !== undefined || request.raw.httpVersion === '1.0';
    done(hasHost ? undefined : new DomainError('invalid_http', 'the Host header is missing'));
  });
  // Send a Buffer: Node is slow when it writes headers together with a non-ASCII string, and limitMemory counts Buffers.
  app.addHook('onSend', (_request, _reply, payload, done) => {
    done(null, typeof payload === 'string' ? Buffer.from(payload) : payload);
  });
  limitMainThread(app, compute.mainThread);
  limitMemory(app);
  takeTurns(app, turns);
  waitForCourier(app, courier);
  const setPage = rejectUnknownRoutes(app);
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  await describeRoutes(app);
  const scoring = { writer, assessor, compute, settings, models, tracing };
  addIntake(routes, gate, store, scoring, logIntake(app, received));
  addEmbed(routes);
  addExplain(routes, gate, { assessor, compute, settings, models });
  addBatch(routes, gate, store, {
    inPoolOf: inBatchPoolOf,
    writeTurns: turns.batchWrites,
    assessor,
    compute,
    settings,
    models,
  });
  addLeadList(routes, gate, db, turns);
  addLeads(routes, gate, { db, turns, compute, settings, models });
  addWork(routes, gate, db);
  addViews(routes, gate, db);
  addProfile(routes, gate, db);
  addAlertRoutes(routes, gate, { db, mailer: signingUp.mailer });
  addRouting(routes, gate, db, turns, compute);
  addModel(routes, gate, db);
  addSettings(routes, gate, db);
  addLive(routes, gate, { db, logger, findExpelled: findExpelled(gate) });
  addInsights(routes, gate, insightsDb);
  addImports(routes, gate, store, db, turns, { compute, settings, models });
  addWebhooks(routes, gate, { db, ...webhooks });
  addPeople(routes, gate, db, turns, compute);
  addSetup(routes, gate, db);
  addUsage(routes, gate, db);
  addReceived(routes, gate, db);
  addAuth(routes, gate, { ...signingUp, logger });
  addSession(routes, gate, { ...signingUp, accountDeletionDays });
  addAccountSecurity(routes, gate);
  addAllowedOrigins(routes, gate);
  addAccount(routes, gate, { db, turns, accountDeletionDays, mailer: signingUp.mailer, logger });
  addUser(routes, gate);
  addKeys(routes, gate, keySeal);
  addMembers(routes, gate, db);
  addHealth(routes, cells, store, assessor, isDraining);
  await serveDocs(app, gate.hosts.publicUrl);
  setPage(await serveDashboard(app, dashboardFolder, gate.hosts));
  await app.ready();
  return app;
}
