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
import { type ApiCell, BATCH_CONNECTIONS, openApiCell, READ_CONNECTIONS } from './cells/api-cell.ts';
import { CellDatabases, inCellOf } from './cells/cell-databases.ts';
import { CellStores } from './cells/cell-stores.ts';
import { CellTurns } from './cells/cell-turns.ts';
import { Cells } from './cells/cells.ts';
import { Courier } from './cells/courier.ts';
import { ComputePool } from './compute/compute-pool.ts';
import type { ApiConfig } from './config.ts';
import { type CellPlace, cellUrl, MAIN_CELL } from './db/cell-address.ts';
import { warnOfExcessRoles } from './db/excess-roles.ts';
import { openInstallation } from './db/installation.ts';
import { openPool } from './db/pool.ts';
import { requireCurrentDirectory } from './db/schema-version.ts';
import { ownHosts } from './http/own-page.ts';
import { RateLimiter } from './http/rate-limiter.ts';
import { MAX_RUNNING_INSIGHTS } from './http/routes/insights.ts';
import { UnknownKeys } from './http/unknown-keys.ts';
import { KeyRings } from './keys/key-rings.ts';
import { makeKeySeal } from './keys/seal-key.ts';
import { LeadWriters } from './leads/lead-writers.ts';
import { ScoringModels } from './models/scoring-models.ts';
import { RequestLogs } from './request-log/request-logs.ts';
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

/** Leaves a connection for the request log and health checks. After a live event, all open tabs of a team reload, so
 * many requests can wait; each takes milliseconds. */
const READ_TURNS = { maxRunning: READ_CONNECTIONS - 1, maxRunningPerAccount: 3, maxWaitingPerAccount: 100 };
/** Each insights query uses two connections. */
const INSIGHTS_CONNECTIONS = 2 * MAX_RUNNING_INSIGHTS;
const BATCH_WRITE_TURNS = {
  maxRunning: BATCH_CONNECTIONS,
  maxRunningPerAccount: 1,
  maxWaitingPerAccount: 10,
};
/** These may wait for an account's allowance of CPU time, so accounts must not wait for each other here. */
const BATCH_TURNS = { ...BATCH_WRITE_TURNS, maxRunning: Number.POSITIVE_INFINITY };
const COMPUTATION_TURNS = { ...READ_TURNS, maxRunning: Number.POSITIVE_INFINITY };
const AUTH_CONNECTIONS = 3;
/** How long a shutdown waits for computations. */
const MAX_COMPUTING_MS = 3_000;

/** `worker` is the one that runs in the same process, if any; it shows up in the metrics. */
export async function startApi(config: ApiConfig, worker: WorkerHealth | null = null): Promise<RunningApi> {
  const { logger, close: closeLog } = openLog(config.logLevel);
  const tracing = await startTracing(config.tracing, 'leadline-api', logger);
  const onError = (error: Error): void => logger.warn(describeError(error), 'database connection lost');
  await requireCurrentDirectory(config.databaseUrl, 'leadline_api', logger);
  const authDatabaseUrl = config.authDatabaseUrl ?? config.databaseUrl;
  const authPool = openPool(authDatabaseUrl, {
    size: AUTH_CONNECTIONS,
    role: 'leadline_auth',
    statementTimeoutMs: 5_000,
    answerTimeoutMs: 6_000,
    onError,
  });
  const authDb = openInstallation(authPool);
  const metrics = new Metrics(config.release);
  if (worker !== null) metrics.watchWorker(worker);
  const compute = new ComputePool(metrics.compute, {
    onError: (error) => logger.error(describeError(error), 'compute thread failed'),
  });
  const open = (place: CellPlace): ApiCell =>
    openApiCell({
      name: place.name,
      databaseUrl: cellUrl(config.databaseUrl, place),
      authDatabaseUrl: cellUrl(authDatabaseUrl, place),
      disk: place.address === null ? config.disk : { ...config.disk, dataDiskPath: null },
      insightsConnections: INSIGHTS_CONNECTIONS,
      directory: place.address === null ? null : main.maintenanceDb,
      compute,
      metrics,
      logger,
      onElsewhere: (cell, leads) => void writers.handOver(cell.writer, leads),
      postpone: (requests) => void logs.postpone(requests),
    });
  const main = open({ name: MAIN_CELL, address: null });
  if (config.authDatabaseUrl !== null) {
    await Promise.all([
      warnOfExcessRoles('DATABASE_URL', main.readPool, 'leadline_api', logger),
      warnOfExcessRoles('AUTH_DATABASE_URL', authPool, 'leadline_auth', logger),
    ]);
  }
  const cells = new Cells<ApiCell>({
    main,
    directory: main.maintenanceDb,
    open: (place) => {
      const cell = open(place);
      void cell.prepare();
      return cell;
    },
    onError: (error) => logger.warn(describeError(error), 'failed to read the list of cells'),
  });
  const writers = new LeadWriters(cells);
  const logs = new RequestLogs(cells, (requests) => metrics.receivedDropped.inc(requests));
  const courier = new Courier({
    directory: main.courierDb,
    poolOf: (name) => cells.named(name)?.courierPool ?? null,
    areSeveral: () => cells.areSeveral,
    logger,
  });
  const keys = new KeyRings({
    cells,
    directory: main.lookupDb,
    deliver: (liveAccountId) => courier.deliver(liveAccountId),
  });
  const db = new CellDatabases(cells, (cell) => cell.db);
  const maintenanceDb = new CellDatabases(cells, (cell) => cell.maintenanceDb);
  await main.prepare();
  await cells
    .refresh()
    .catch((error: unknown) => logger.warn(describeError(error), 'failed to read the list of cells'));
  const assessor = await startLeadAssessor(
    config.ai,
    { accounts: db, all: () => cells.all.map((cell) => cell.db) },
    metrics,
    logger,
  );
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
          accounts: db,
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
    insightsDb: new CellDatabases(cells, (cell) => cell.insightsDb),
    cells,
    courier,
    store: new CellStores(cells),
    writer: writers,
    inBatchPoolOf: (accountId, work) => inCellOf(cells, accountId, ({ batchPool }) => work(batchPool)),
    webhooks: {
      seal: secretKeys === null ? null : makeSeal(secretKeys),
      policy: { allowPrivate: config.allowPrivateTargets },
    },
    keySeal: secretKeys === null ? null : makeKeySeal(secretKeys),
    turns: {
      reads: new CellTurns(cells, READ_TURNS),
      batchWrites: new CellTurns(cells, BATCH_WRITE_TURNS),
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
    received: logs,
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
    await writers.drain();
    clearTimeout(stopComputing);
    await courier.close();
    await cells.close();
    await compute.close();
    await assessor.close();
    await providerClient.close();
    metricsServer?.close();
    await tracing.stop();
    await authDb.destroy();
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
