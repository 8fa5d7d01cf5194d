// Builds the HTTP application without starting to listen.

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import type { KeySeal } from '../accounts/keys/seal-key.ts';
import { countSpamShares } from '../accounts/quota/spam-limit.ts';
import { findExpelled, type Gate } from '../http/admission/admit.ts';
import { requireBodyLimits } from '../http/bodies/body-limits.ts';
import { acceptBodies } from '../http/bodies/read-body.ts';
import { handleError } from '../http/framework/errors.ts';
import { answerBrokenHttp, answerInsteadOfNode } from '../http/framework/raw-http.ts';
import { describeInvalid } from '../http/framework/schema.ts';
import { compileSerializer } from '../http/framework/serialize.ts';
import { compileValidator } from '../http/framework/validate.ts';
import { observeRequests, readRequestId } from '../http/hooks/observe-requests.ts';
import { traceRequests } from '../http/hooks/trace-requests.ts';
import { type Courier, waitForCourier } from '../http/hooks/wait-for-courier.ts';
import { warnOfUntrustedProxy } from '../http/hooks/warn-of-proxy.ts';
import { logIntake } from '../http/intake/log-intake.ts';
import { limitBodyTime } from '../http/limits/limit-body-time.ts';
import { limitMainThread, MainThreadShares } from '../http/limits/limit-main-thread.ts';
import { limitMemory, MAX_SILENCE_MS } from '../http/limits/limit-memory.ts';
import { limitPipelining } from '../http/limits/limit-pipelining.ts';
import { paceFailures } from '../http/limits/pace-failures.ts';
import { type Turns, takeTurns } from '../http/limits/take-turns.ts';
import { describeRoutes, serveDocs } from '../http/openapi/docs.ts';
import { serveDashboard } from '../http/pages/dashboard.ts';
import { serveDocsSite } from '../http/pages/docs-site.ts';
import { rejectUnknownRoutes } from '../http/pages/unknown-routes.ts';
import { addAccount } from '../http/routes/account/account.ts';
import { addAccountSecurity } from '../http/routes/account/account-security.ts';
import { addMembers } from '../http/routes/account/members.ts';
import { addSession, type SessionParts } from '../http/routes/account/session.ts';
import { addSetup } from '../http/routes/account/setup.ts';
import { addUsage } from '../http/routes/account/usage.ts';
import { addUser } from '../http/routes/account/user.ts';
import { addAuth } from '../http/routes/auth/add-auth.ts';
import { addHealth, type HealthParts } from '../http/routes/health.ts';
import { addBatch } from '../http/routes/leads/batch.ts';
import { addContact } from '../http/routes/leads/contact.ts';
import { addEmbed } from '../http/routes/leads/embed.ts';
import { addExplain } from '../http/routes/leads/explain.ts';
import { addImports } from '../http/routes/leads/imports.ts';
import { addInsights } from '../http/routes/leads/insights.ts';
import { addIntake } from '../http/routes/leads/intake.ts';
import { addLeadList } from '../http/routes/leads/lead-list.ts';
import { addLeads } from '../http/routes/leads/leads.ts';
import { addLive } from '../http/routes/leads/live.ts';
import { addPeople } from '../http/routes/leads/people.ts';
import { addReceived } from '../http/routes/leads/received.ts';
import { addViews } from '../http/routes/leads/views.ts';
import { addWork } from '../http/routes/leads/work.ts';
import { addMcp } from '../http/routes/mcp.ts';
import { addAlertRoutes } from '../http/routes/settings/alerts.ts';
import { addAllowedOrigins } from '../http/routes/settings/allowed-origins.ts';
import { addCrm, type CrmParts } from '../http/routes/settings/crm.ts';
import { addKeys } from '../http/routes/settings/keys.ts';
import { addModel } from '../http/routes/settings/model.ts';
import { addProfile } from '../http/routes/settings/profile.ts';
import { addRouting } from '../http/routes/settings/routing.ts';
import { addSettings } from '../http/routes/settings/settings.ts';
import { addWebhooks, type WebhookParts } from '../http/routes/settings/webhooks.ts';
import type { LeadWriting } from '../leads/intake/lead-writer.ts';
import type { BatchParts } from '../leads/intake/score-batch.ts';
import type { OnSpam } from '../leads/intake/take-lead.ts';
import type { RequestLog } from '../leads/request-log/request-log.ts';
import { DomainError } from '../platform/base/domain-error.ts';
import type { Logger } from '../platform/base/log.ts';
import type { Metrics } from '../platform/base/metrics.ts';
import type { ComputePool } from '../platform/compute/compute-pool.ts';
import type { AccountDatabase } from '../platform/db/account-scope.ts';
import type { LeadStore } from '../platform/disk/store-health.ts';
import type { Tracing } from '../platform/tracing/tracing.ts';
import type { LeadAssessor } from '../scoring/assessment/lead-assessor.ts';
import type { ScoringModels, ScoringSettings } from '../scoring/published-versions.ts';

export interface AppParts {
  readonly db: AccountDatabase;
  /** A separate pool, so that slow insights queries don't block other requests. */
  readonly insightsDb: AccountDatabase;
  readonly databases: HealthParts['databases'];
  readonly courier: Courier;
  readonly store: LeadStore;
  readonly writer: LeadWriting;
  readonly inBatchPoolOf: BatchParts['inPoolOf'];
  readonly webhooks: Pick<WebhookParts, 'seal' | 'policy'>;
  readonly crmSeal: CrmParts['crmSeal'];
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
  databases,
  courier,
  store,
  writer,
  inBatchPoolOf,
  webhooks,
  crmSeal,
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
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(compileSerializer);
  app.setErrorHandler(handleError);
  app.decorateRequest('failure', null);
  app.decorateRequest('caller', null);
  app.decorateRequest('signedIn', null);
  app.decorateRequest('rejectedAccount', null);
  app.decorateRequest('keyActor', null);
  app.decorateRequest('sendingKey', null);
  app.decorateRequest('allowedOrigins', null);
  // What a request passes, in this order, whatever the order of the calls below:
  //   socket        pipelining, time for the headers (Node)
  //   onRequest     of all routes: time for the body, log and metrics, Host; of the route: key or session, rate, access
  //   preParsing    CPU allowance of the account, or of the network without one, memory in flight
  //   body          read within the route's limit, parsed and validated, charged likewise
  //   handler       in http/routes; waits for the account's turn, except for single leads, which the lead writer queues
  //   onSend        pause before answers to failures, to a Buffer, memory of the answer
  const shares = new MainThreadShares(compute.mainThread);
  requireBodyLimits(app);
  answerInsteadOfNode(app.server);
  limitPipelining(app.server);
  paceFailures(app);
  acceptBodies(app, shares);
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
  limitMainThread(app, shares);
  limitMemory(app);
  takeTurns(app, turns);
  waitForCourier(app, courier);
  const setPage = rejectUnknownRoutes(app);
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  await describeRoutes(app);
  const onSpam: OnSpam = (result) => metrics.spamLeads.inc({ result });
  const spamShares = countSpamShares();
  const { mailer } = signingUp;
  const parts = {
    gate,
    db,
    store,
    turns,
    compute,
    assessor,
    settings,
    models,
    logger,
    mailer,
    accountDeletionDays,
    onSpam,
  };
  addIntake(routes, { ...parts, writer, tracing, spamShares, logging: logIntake(app, received) });
  addEmbed(routes);
  addExplain(routes, { ...parts, shares });
  addBatch(routes, { ...parts, inPoolOf: inBatchPoolOf, writeTurns: turns.batchWrites });
  addLeadList(routes, parts);
  addLeads(routes, parts);
  addWork(routes, parts);
  addContact(routes, parts);
  addViews(routes, parts);
  addProfile(routes, parts);
  addAlertRoutes(routes, parts);
  addRouting(routes, parts);
  addModel(routes, parts);
  addSettings(routes, parts);
  addLive(routes, { ...parts, findExpelled: findExpelled(gate) });
  addInsights(routes, { ...parts, db: insightsDb });
  addImports(routes, parts);
  addWebhooks(routes, { ...parts, ...webhooks });
  addCrm(routes, { ...parts, crmSeal, policy: webhooks.policy });
  addPeople(routes, parts);
  addSetup(routes, parts);
  addUsage(routes, parts);
  addReceived(routes, parts);
  addMcp(routes, parts);
  addAuth(routes, { ...parts, ...signingUp });
  addSession(routes, { ...parts, ...signingUp });
  addAccountSecurity(routes, parts);
  addAllowedOrigins(routes, parts);
  addAccount(routes, parts);
  addUser(routes, parts);
  addKeys(routes, { ...parts, keySeal });
  addMembers(routes, parts);
  addHealth(routes, { ...parts, databases, isDraining });
  await serveDocs(app, gate.hosts.publicUrl);
  await serveDocsSite(app, dashboardFolder);
  setPage(await serveDashboard(app, dashboardFolder, gate.hosts));
  await app.ready();
  return app;
}
