// The API process: wires everything together, listens, and finishes open requests before it shuts down.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createSetupToken, setupLink } from './accounts/setup-token.ts';
import { buildApp } from './app.ts';
import { startLeadAssessor } from './assessment/start-lead-assessor.ts';
import { makeAuthSecrets } from './auth/auth-secrets.ts';
import { openMailer } from './auth/mailer.ts';
import { ProviderClient } from './auth/sso/provider-client.ts';
import { startSessions } from './auth/start-sessions.ts';
import { FairQueue } from './base/fair-queue.ts';
import { describeError, openLog } from './base/log.ts';
import { Metrics, type WorkerHealth } from './base/metrics.ts';
import { makeSecretKeys } from './base/secret-keys.ts';
import { ComputePool } from './compute/compute-pool.ts';
import type { ApiConfig } from './config.ts';
import { openDatabase } from './db/database.ts';
import { DiskSpace } from './db/disk-space.ts';
import { warnOfExcessRoles } from './db/excess-roles.ts';
import { openInstallation } from './db/installation.ts';
import { holdConnections, openPool } from './db/pool.ts';
import { WriteProbe } from './db/probe-write.ts';
import { requireCurrentSchema } from './db/schema-version.ts';
import { StoreHealth } from './db/store-health.ts';
import { ownHosts } from './http/own-page.ts';
import { RateLimiter } from './http/rate-limiter.ts';
import { MAX_RUNNING_INSIGHTS } from './http/routes/insights.ts';
import { UnknownKeys } from './http/unknown-keys.ts';
import { KeyRing } from './keys/key-ring.ts';
import { makeKeySeal } from './keys/seal-key.ts';
import { LeadWriter } from './leads/lead-writer.ts';
import { makePartitions } from './maintenance/run-maintenance.ts';
import { ScoringModels } from './models/scoring-models.ts';
import { RequestLog } from './request-log/request-log.ts';
import { ScoringSettings } from './settings/scoring-settings.ts';
import { startTracing } from './tracing/start-tracing.ts';
import { makeSeal } from './webhooks/seal.ts';

export interface RunningApi {
  readonly url: string;
  readonly metricsUrl: string | null;
  /** A link that lets the first person sign up. Null if somebody already has, or nobody can sign in. */
  createSetupLink(): Promise<string | null>;
  /** Finishes accepted requests, then stops. */
  stop(): Promise<void>;
}

const READ_CONNECTIONS = 6;
/** Leaves a connection for the request log and health checks. After a live event, all open tabs of a team reload, so
 * many requests can wait; each takes milliseconds. */
const READ_TURNS = { maxRunning: READ_CONNECTIONS - 1, maxRunningPerAccount: 3, maxWaitingPerAccount: 100 };
/** Each insights query uses two connections. */
const INSIGHTS_CONNECTIONS = 2 * MAX_RUNNING_INSIGHTS;
const WRITE_CONNECTIONS = 2;
/** Leads of other accounts share the batch, so it must not wait long for one that is locked. */
const MAX_LOCK_WAIT_MS = 100;
const BATCH_CONNECTIONS = 2;
const BATCH_WRITE_TURNS = {
  maxRunning: BATCH_CONNECTIONS,
  maxRunningPerAccount: 1,
  maxWaitingPerAccount: 10,
};
/** These may wait for an account's allowance of CPU time, so accounts must not wait for each other here. */
const BATCH_TURNS = { ...BATCH_WRITE_TURNS, maxRunning: Number.POSITIVE_INFINITY };
const COMPUTATION_TURNS = { ...READ_TURNS, maxRunning: Number.POSITIVE_INFINITY };
const AUTH_CONNECTIONS = 3;
/** Reserved for API keys, health checks and maintenance, so that a flood of reads can't starve them. */
const MAINTENANCE_CONNECTIONS = 2;
/** How long a shutdown waits for computations. */
const MAX_COMPUTING_MS = 3_000;

/** `worker` is the one that runs in the same process, if any; it shows up in the metrics. */
export async function startApi(config: ApiConfig, worker: WorkerHealth | null = null): Promise<RunningApi> {
  const { logger, close: closeLog } = openLog(config.logLevel);
  const tracing = await startTracing(config.tracing, 'leadline-api', logger);
  const onError = (error: Error): void => logger.warn(describeError(error), 'database connection lost');
  await requireCurrentSchema(config.databaseUrl, 'leadline_api', logger);
  const readPool = openPool(config.databaseUrl, {
    size: READ_CONNECTIONS,
    role: 'leadline_api',
    statementTimeoutMs: 5_000,
    answerTimeoutMs: 6_000,
    onError,
  });
  const insightsPool = openPool(config.databaseUrl, {
    size: INSIGHTS_CONNECTIONS,
    role: 'leadline_api',
    // For a year with a million leads, one statement took 8 s at a load average of 20 (docs/benchmarks.md).
    statementTimeoutMs: 15_000,
    answerTimeoutMs: 16_000,
    onError,
  });
  const writePool = openPool(config.databaseUrl, {
    size: WRITE_CONNECTIONS,
    role: 'leadline_api',
    answerTimeoutMs: 10_000,
    isReserved: true,
    lockTimeoutMs: MAX_LOCK_WAIT_MS,
    onError,
  });
  const lockedPool = openPool(config.databaseUrl, {
    size: 1, // see LeadWriter
    role: 'leadline_api',
    answerTimeoutMs: 10_000,
    onError,
  });
  const maintenancePool = openPool(config.databaseUrl, {
    size: MAINTENANCE_CONNECTIONS,
    role: 'leadline_api',
    answerTimeoutMs: 60_000,
    isReserved: true,
    onError,
  });
  const lookupPool = openPool(config.databaseUrl, {
    size: 1, // see KeyLookups
    role: 'leadline_api',
    statementTimeoutMs: 5_000,
    answerTimeoutMs: 6_000,
    onError,
  });
  const batchPool = openPool(config.databaseUrl, {
    size: BATCH_CONNECTIONS,
    role: 'leadline_api',
    answerTimeoutMs: 30_000,
    onError,
  });
  const authPool = openPool(config.authDatabaseUrl ?? config.databaseUrl, {
    size: AUTH_CONNECTIONS,
    role: 'leadline_auth',
    statementTimeoutMs: 5_000,
    answerTimeoutMs: 6_000,
    onError,
  });
  if (config.authDatabaseUrl !== null) {
    await Promise.all([
      warnOfExcessRoles('DATABASE_URL', readPool, 'leadline_api', logger),
      warnOfExcessRoles('AUTH_DATABASE_URL', authPool, 'leadline_auth', logger),
    ]);
  }
  const db = openDatabase(readPool);
  const insightsDb = openDatabase(insightsPool);
  const authDb = openInstallation(authPool);
  const maintenanceDb = openDatabase(maintenancePool);
  const lookupDb = openDatabase(lookupPool);
  const metrics: Metrics = new Metrics(
    () => writer.waiting,
    () => space.freeBytes,
  );
  if (worker !== null) metrics.watchWorker(worker);
  const space = new DiskSpace(maintenancePool, config.disk);
  const store = new StoreHealth(space, new WriteProbe(maintenancePool), {
    onChange: (problem) => {
      metrics.storeReady.set(problem === null ? 1 : 0);
      if (problem === null) logger.warn('leads can be stored again');
      else logger.error({ reason: problem.reason }, 'leads cannot be stored');
    },
  });
  const compute = new ComputePool(metrics.compute, {
    onError: (error) => logger.error(describeError(error), 'compute thread failed'),
  });
  const writer = new LeadWriter(writePool, {
    concurrency: WRITE_CONNECTIONS,
    lockedPool,
    onBatch: (leads, seconds) => {
      metrics.batchLeads.observe(leads);
      metrics.batchSeconds.observe(seconds);
    },
    onRetry: (error) => {
      metrics.writeRetries.inc();
      store.noteFailure(error);
      logger.warn(describeError(error), 'failed to write a batch of leads; retrying');
    },
  });
  const keys = new KeyRing(
    maintenanceDb,
    (error) => logger.warn(describeError(error), 'failed to refresh API keys'),
    lookupDb,
  );
  await Promise.all([holdConnections(writePool), holdConnections(maintenancePool)]);
  // The worker also creates partitions, but the API has to work without a worker.
  await makePartitions(maintenanceDb).catch((error: unknown) =>
    logger.error(describeError(error), 'failed to create partitions'),
  );
  const assessor = await startLeadAssessor(config.ai, db, metrics, logger);
  const received = new RequestLog(db, compute, {
    onError: (error) => logger.warn(describeError(error), 'failed to write the request log'),
    onDropped: (requests) => metrics.receivedDropped.inc(requests),
  });
  const ownHost = config.host === '127.0.0.1' ? config.host : 'localhost';
  const publicUrl = config.publicUrl ?? `http://${ownHost}:${config.port}`;
  const mailer = openMailer(config.mail);
  const secretKeys =
    config.secretKey === null ? null : makeSecretKeys(config.secretKey, config.otherSecretKeys);
  const providerClient = new ProviderClient();
  const sso = config.sso === null ? null : { config: config.sso, client: providerClient };
  const sessions =
    secretKeys === null
      ? null
      : await startSessions({
          db: authDb,
          secrets: makeAuthSecrets(secretKeys),
          publicUrl,
          mailer,
          verifiesOnSignUp: mailer.way === 'sent' && config.signUp === 'open',
          logger,
          sso,
        });
  let draining = false;
  const app = await buildApp({
    db,
    insightsDb,
    healthDb: maintenanceDb,
    store,
    writer,
    batchPool,
    webhooks: {
      seal: secretKeys === null ? null : makeSeal(secretKeys),
      policy: { allowPrivate: config.allowPrivateTargets },
    },
    keySeal: secretKeys === null ? null : makeKeySeal(secretKeys),
    turns: {
      reads: new FairQueue(READ_TURNS),
      batchWrites: new FairQueue(BATCH_WRITE_TURNS),
      batches: new FairQueue(BATCH_TURNS),
      computations: new FairQueue(COMPUTATION_TURNS),
    },
    gate: {
      keys,
      rates: new RateLimiter(),
      unknownKeys: new UnknownKeys(),
      sessions,
      hosts: ownHosts(publicUrl),
    },
    logger,
    metrics,
    tracing,
    assessor,
    compute,
    settings: new ScoringSettings(maintenanceDb),
    models: new ScoringModels(maintenanceDb),
    received,
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
    await writer.drain();
    await received.close();
    clearTimeout(stopComputing);
    await compute.close();
    await keys.close();
    await store.close();
    await assessor.close();
    await providerClient.close();
    metricsServer?.close();
    await tracing.stop();
    await Promise.all([
      ...[db, insightsDb, authDb, maintenanceDb, lookupDb].map((database) => database.destroy()),
      ...[writePool, lockedPool, batchPool].map((pool) => pool.end()),
    ]);
    logger.info('stopped');
    closeLog();
  };
  let url: string;
  try {
    if (metricsServer !== null) await once(metricsServer, 'listening');
    url = await app.listen({ host: config.host, port: config.port });
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
    createSetupLink: async () => {
      const token = sessions === null ? null : await createSetupToken(authDb);
      return token === null ? null : setupLink(config.publicUrl ?? url, token);
    },
    stop,
  };
}
