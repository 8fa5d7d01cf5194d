// The API process: wires everything together, listens, and finishes open requests before it shuts down.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { makeKeySeal } from '../accounts/keys/seal-key.ts';
import { createSetupToken, hasUsers, setupLink } from '../accounts/lifecycle/setup-token.ts';
import { makeAuthSecrets } from '../auth/cookies/auth-secrets.ts';
import { startSessions } from '../auth/sessions/start-sessions.ts';
import { ProviderClient } from '../auth/sso/provider-client.ts';
import { makeSsoSeal } from '../auth/sso/sso-checks.ts';
import { openCells } from '../cells/open-cells.ts';
import { BATCH_WRITE_TURNS, READ_TURNS } from '../cells/routing/api-cell.ts';
import { makeCrmSeal } from '../crm/vendors/seal.ts';
import { ownHosts } from '../http/admission/own-page.ts';
import { MAX_RUNNING_INSIGHTS } from '../http/routes/leads/insights.ts';
import { makeWebhookSeal } from '../notifications/webhooks/seal.ts';
import { FairQueue } from '../platform/base/fair-queue.ts';
import { describeError, openLog } from '../platform/base/log.ts';
import { Metrics, type WorkerHealth } from '../platform/base/metrics.ts';
import { makeSecretKeys } from '../platform/base/secret-keys.ts';
import { WindowCounter } from '../platform/base/window-counter.ts';
import { ComputePool } from '../platform/compute/compute-pool.ts';
import { openInstallation } from '../platform/db/installation.ts';
import { openPool } from '../platform/db/pool.ts';
import { openMailer } from '../platform/email/mailer.ts';
import { warnOfExcessRoles } from '../platform/schema/excess-roles.ts';
import { requireDirectoryLogin, requireSignInLogin } from '../platform/schema/require-login.ts';
import { startTracing } from '../platform/tracing/start-tracing.ts';
import { startLeadAssessor } from '../scoring/assessment/start-lead-assessor.ts';
import { keepScoringModels, keepScoringSettings } from '../scoring/published-versions.ts';
import { buildApp } from './app.ts';
import type { ApiConfig } from './config/config.ts';

export interface RunningApi {
  readonly url: string;
  readonly metricsUrl: string | null;
  /** Whether nobody has signed up yet, and somebody could. */
  needsSetup(): Promise<boolean>;
  /** A link that lets the first person sign up. Null if somebody already has, or nobody can sign in. */
  createSetupLink(): Promise<string | null>;
  /** Finishes accepted requests, then stops. */
  stop(): Promise<void>;
}

/** Each insights query uses two connections. */
const INSIGHTS_CONNECTIONS = 2 * MAX_RUNNING_INSIGHTS;
/** These may wait for an account's allowance of CPU time, so accounts must not wait for each other here. */
const BATCH_TURNS = { ...BATCH_WRITE_TURNS, maxRunning: Number.POSITIVE_INFINITY };
const COMPUTATION_TURNS = { ...READ_TURNS, maxRunning: Number.POSITIVE_INFINITY };
const AUTH_CONNECTIONS = 3;
/** How long a shutdown waits for computations. */
const MAX_COMPUTING_MS = 3_000;

/** `worker` is the one that runs in the same process, if any; it shows up in the metrics. */
export async function startApi(config: ApiConfig, worker: WorkerHealth | null = null): Promise<RunningApi> {
  const log = openLog(config.logLevel);
  const { logger } = log;
  const tracing = await startTracing(config.tracing, 'leadline-api', logger);
  const onError = (error: Error): void => logger.warn(describeError(error), 'database connection lost');
  const authDatabaseUrl = config.authDatabaseUrl ?? config.databaseUrl;
  const onDown = (error: unknown): void =>
    logger.warn(describeError(error), 'the database does not answer; not ready until it does');
  const directory = await requireDirectoryLogin(
    { variable: 'DATABASE_URL', url: config.databaseUrl, role: 'leadline_api' },
    onDown,
  );
  await requireSignInLogin(
    {
      variable: config.authDatabaseUrl === null ? 'DATABASE_URL' : 'AUTH_DATABASE_URL',
      url: authDatabaseUrl,
      role: 'leadline_auth',
    },
    { directory, plan: config.signUpPlan, onDown },
  );
  const authPool = openPool(authDatabaseUrl, {
    size: AUTH_CONNECTIONS,
    role: 'leadline_auth',
    statementTimeoutMs: 5_000,
    answerTimeoutMs: 6_000,
    onError,
  });
  const authDb = openInstallation(authPool);
  const metrics = new Metrics(config.release);
  metrics.watchLog(log);
  if (worker !== null) metrics.watchWorker(worker);
  const compute = new ComputePool(metrics.compute, {
    onError: (error) => logger.error(describeError(error), 'compute thread failed'),
  });
  const cells = await openCells({
    databaseUrl: config.databaseUrl,
    authDatabaseUrl,
    disk: config.disk,
    insightsConnections: INSIGHTS_CONNECTIONS,
    compute,
    metrics,
    logger,
  });
  const { db, maintenanceDb } = cells;
  if (config.authDatabaseUrl !== null) {
    await Promise.all([
      warnOfExcessRoles('DATABASE_URL', cells.directoryPool, 'leadline_api', logger),
      warnOfExcessRoles('AUTH_DATABASE_URL', authPool, 'leadline_auth', logger),
    ]);
  }
  const assessor = await startLeadAssessor(
    config.ai,
    { db, readTotal: cells.readAiSpending },
    metrics,
    logger,
  );
  const ownHost = config.host === '127.0.0.1' ? config.host : 'localhost';
  const publicUrl = config.publicUrl ?? `http://${ownHost}:${config.port}`;
  const mailer = openMailer(config.mail, {
    onWritten: (file) => logger.warn({ file }, 'email is not set up, so an email was written to a file'),
  });
  const secretKeys =
    config.secretKey === null ? null : makeSecretKeys(config.secretKey, config.otherSecretKeys);
  const providerClient = new ProviderClient();
  const sso = config.sso === null ? null : { config: config.sso, client: providerClient };
  const sessions =
    secretKeys === null
      ? null
      : startSessions({
          db: authDb,
          accounts: db,
          secrets: makeAuthSecrets(secretKeys),
          publicUrl,
          mailer,
          verifiesOnSignUp: mailer.way === 'sent' && config.signUp === 'open',
          logger,
          sso,
          ssoSeal: makeSsoSeal(secretKeys),
        });
  let draining = false;
  const app = await buildApp({
    db,
    insightsDb: cells.insightsDb,
    databases: cells.all,
    courier: cells.courier,
    store: cells.store,
    writer: cells.writer,
    inBatchPoolOf: cells.inBatchPoolOf,
    webhooks: {
      seal: secretKeys === null ? null : makeWebhookSeal(secretKeys),
      policy: { allowPrivate: config.allowPrivateTargets },
    },
    crmSeal: secretKeys === null ? null : makeCrmSeal(secretKeys),
    keySeal: secretKeys === null ? null : makeKeySeal(secretKeys),
    turns: {
      reads: cells.readTurns,
      batchWrites: cells.batchWriteTurns,
      batches: new FairQueue(BATCH_TURNS),
      computations: new FairQueue(COMPUTATION_TURNS),
    },
    gate: {
      keys: cells.keys,
      requests: new WindowCounter(),
      unknownKeys: new WindowCounter(),
      sessions,
      hosts: ownHosts(publicUrl),
    },
    logger,
    metrics,
    tracing,
    assessor,
    compute,
    settings: keepScoringSettings(maintenanceDb),
    models: keepScoringModels(maintenanceDb),
    received: cells.received,
    isDraining: () => draining,
    signingUp: { signUp: config.signUp, signUpPlan: config.signUpPlan, mailer, sso: config.sso },
    accountDeletionDays: config.accountDeletionDays,
    dashboardFolder: config.dashboardFolder,
    trustedProxies: config.trustedProxies,
  });
  const metricsServer =
    config.metricsPort === null ? null : metrics.serve(config.metricsHost, config.metricsPort);
  const stop = async (): Promise<void> => {
    draining = true;
    // Otherwise, connections that become idle during shutdown would stay open.
    const closing = setInterval(() => app.server.closeIdleConnections(), 50);
    // A computation that takes longer must not delay the shutdown.
    const stopComputing = setTimeout(() => void compute.close(), MAX_COMPUTING_MS);
    await app.close();
    clearInterval(closing);
    await cells.drain();
    clearTimeout(stopComputing);
    await cells.close();
    await compute.close();
    await assessor.close();
    await providerClient.close();
    metricsServer?.close();
    await tracing.stop();
    await authDb.destroy();
    logger.info('stopped');
    await log.close();
  };
  let url: string;
  try {
    if (metricsServer !== null) await once(metricsServer, 'listening');
    url = await app.listen({ host: config.host, port: config.port }).catch((error: NodeJS.ErrnoException) => {
      // For the message that it can't listen there.
      throw error.code === 'ENOTFOUND' ? Object.assign(error, { setting: 'HOST' }) : error;
    });
  } catch (error) {
    await stop(); // close connections first: the caller may stop the database next
    throw error;
  }
  logger.info({ url }, 'listening');
  return {
    url,
    metricsUrl:
      metricsServer === null
        ? null
        : `http://${config.metricsHost}:${(metricsServer.address() as AddressInfo).port}/metrics`,
    needsSetup: async () => sessions !== null && !(await hasUsers(authDb)),
    createSetupLink: async () => {
      const token = sessions === null ? null : await createSetupToken(authDb);
      return token === null ? null : setupLink(config.publicUrl ?? url, token);
    },
    stop,
  };
}
