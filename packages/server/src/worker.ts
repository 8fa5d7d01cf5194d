// The worker process: relays events, delivers webhooks, emails alerts, and runs imports and maintenance.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { deleteDueAccounts, EVERY_MINUTE } from './accounts/delete-accounts.ts';
import { AlertSender } from './alerts/alert-sender.ts';
import { openMailer } from './auth/mailer.ts';
import { describeError, openLog } from './base/log.ts';
import { WorkerMetrics } from './base/metrics.ts';
import { OneAtATime } from './base/one-at-a-time.ts';
import { makeSecretKeys } from './base/secret-keys.ts';
import { ComputePool } from './compute/compute-pool.ts';
import type { WorkerConfig } from './config.ts';
import { DiskSpace } from './db/disk-space.ts';
import { openInstallation } from './db/installation.ts';
import { openPool } from './db/pool.ts';
import { WriteProbe } from './db/probe-write.ts';
import { requireCurrentSchema } from './db/schema-version.ts';
import { StoreHealth } from './db/store-health.ts';
import { startWeeklyLooks } from './drift-looks/start-looks.ts';
import { ImportThreads } from './imports/import-threads.ts';
import { takeTurn } from './imports/take-turn.ts';
import {
  DEAD_LETTERS,
  DELETE_ACCOUNTS,
  DELIVER,
  IMPORT_TURNS,
  MAINTENANCE,
  MODEL_TURNS,
  openBoss,
  refreshStatistics,
  SETTINGS_TURNS,
} from './jobs/queues.ts';
import {
  isAnotherAccountWaiting,
  ONE_PER_ACCOUNT,
  queueMissedTurns,
  queueTurns,
  type Turn,
} from './jobs/turns.ts';
import { SearchIndexer } from './leads/search-indexer.ts';
import { HOURLY, runMaintenance } from './maintenance/run-maintenance.ts';
import { Relay } from './outbox/relay.ts';
import { runSettingsJobs } from './rescoring/run-jobs.ts';
import { startTracing } from './tracing/start-tracing.ts';
import { runTrainings } from './training/run-training.ts';
import { startNightlyTrainings } from './training/start-training.ts';
import { DeliveryPump } from './webhooks/delivery-pump.ts';
import { openSafeAgent } from './webhooks/safe-agent.ts';
import { makeSeal } from './webhooks/seal.ts';

export { lowerPriority } from './compute/lower-priority.ts';

export interface RunningWorker {
  readonly metricsUrl: string | null;
  /** Finishes current deliveries, pauses imports, then stops. */
  stop(): Promise<void>;
}

const CONNECTIONS = 7;
/** Longer than any statement should take. After this, we assume the database connection is lost. */
const MAX_STATEMENT_MS = 120_000;
const CONCURRENT_IMPORTS = 2;
/** They share a thread, on which accounts take turns, so a long one doesn't hold up others. */
const CONCURRENT_RESCORES = 2;
/** Each takes up to 400 MB. */
const CONCURRENT_TRAININGS = 1;
/** Enough to score 50,000 leads twice without a pause. Then half of the thread. */
const RESCORING_ALLOWANCE = { burstMs: 60_000, msPerSecond: 500 };
/** How long an import waits while the disk is full. */
const FULL_PAUSE_MS = 5_000;
/** After this many new jobs, the query planner's statistics are out of date. */
const STALE_AFTER_JOBS = 2_000;
/** Refreshing the statistics costs as much as running a thousand jobs, so we limit how often we do it. */
const ANALYZE_INTERVAL_MS = 30_000;

export async function startWorker(config: WorkerConfig): Promise<RunningWorker> {
  const { logger, close: closeLog } = openLog(config.logLevel);
  const tracing = await startTracing(config.tracing, 'leadline-worker', logger);
  await requireCurrentSchema(config.databaseUrl, 'leadline_worker', logger);
  const pool = openPool(config.databaseUrl, {
    size: CONNECTIONS,
    role: 'leadline_worker',
    answerTimeoutMs: MAX_STATEMENT_MS,
    onError: (error) => logger.warn(describeError(error), 'database connection lost'),
  });
  const db = openInstallation(pool);
  const boss = openBoss(pool, { runs: true });
  boss.on('error', (error) => logger.warn(describeError(error), 'job queue error'));
  await boss.start();

  const metrics = new WorkerMetrics(async () =>
    (
      await boss.getQueues([DELIVER, IMPORT_TURNS, SETTINGS_TURNS, MODEL_TURNS, MAINTENANCE, DEAD_LETTERS])
    ).map(({ name, readyCount, activeCount }) => ({ name, ready: readyCount, active: activeCount })),
  );
  const policy = { allowPrivate: config.allowPrivateTargets };
  const agent = openSafeAgent(policy);
  const pump =
    config.secretKey === null
      ? null
      : new DeliveryPump({
          db,
          boss,
          seal: makeSeal(makeSecretKeys(config.secretKey, config.otherSecretKeys)),
          agent,
          policy,
          logger,
          onAttempt: (isDelivered, seconds) => {
            metrics.deliverySeconds.observe({ delivered: String(isDelivered) }, seconds);
            tracing.record('deliver webhook', seconds, { 'leadline.delivered': isDelivered });
          },
        });
  let jobsSinceAnalyze = 0;
  let analyzedAt = Number.NEGATIVE_INFINITY;
  const relay = new Relay(db, boss, logger, {
    onMoved: (jobs) => {
      pump?.poke();
      jobsSinceAnalyze += jobs;
      const now = performance.now();
      if (jobsSinceAnalyze < STALE_AFTER_JOBS || now - analyzedAt < ANALYZE_INTERVAL_MS) return;
      jobsSinceAnalyze = 0;
      analyzedAt = now;
      refreshStatistics(pool, boss).catch((error: unknown) =>
        logger.warn(describeError(error), 'failed to refresh queue statistics'),
      );
    },
  });

  const mailer = openMailer(config.mail, { keepsConnection: true });
  const alertSender =
    mailer.way === 'none' || config.publicUrl === null
      ? null
      : new AlertSender({
          db,
          mailer,
          publicUrl: config.publicUrl,
          logger,
          onEmail: (kind, result) => metrics.alertEmails.inc({ kind, result }),
        });

  const searchIndexer = new SearchIndexer(db, logger);
  const stopping = new AbortController();
  const store = new StoreHealth(new DiskSpace(pool, config.disk), new WriteProbe(pool), {
    onChange: (problem) =>
      problem === null
        ? logger.warn('imports continue')
        : logger.error({ reason: problem.reason }, 'imports wait until the database can store leads'),
  });
  const importThreads = new ImportThreads();
  const importTurns = new OneAtATime();
  const settingsTurns = new OneAtATime();
  await queueMissedTurns(pool, boss);
  await boss.work<Turn>(
    IMPORT_TURNS,
    { localConcurrency: CONCURRENT_IMPORTS, pollingIntervalSeconds: 0.5, ...ONE_PER_ACCOUNT },
    async ([job]) => {
      if (job === undefined) return;
      const { account } = job.data;
      if (store.problem?.isFull) {
        await sleep(FULL_PAUSE_MS, undefined, { signal: stopping.signal });
        await queueTurns(boss, IMPORT_TURNS, [account]);
        return;
      }
      const turn = (): Promise<boolean> =>
        takeTurn(pool, account, {
          signal: AbortSignal.any([job.signal, stopping.signal]),
          isAwaited: async () => store.problem?.isFull || isAnotherAccountWaiting(pool, account),
          onRows: (stored, refused) => {
            metrics.importedRows.inc({ verdict: 'stored' }, stored);
            metrics.importedRows.inc({ verdict: 'refused' }, refused);
          },
          onFailure: (error) => logger.error(describeError(error), 'import failed'),
          prepare: (slice) => importThreads.prepare(slice),
        });
      const needsMore = await importTurns.run(account, () =>
        tracing.trace('import', turn, { 'leadline.account': account }),
      );
      if (needsMore) await queueTurns(boss, IMPORT_TURNS, [account]);
    },
  );
  const compute = new ComputePool(metrics.compute, {
    threads: 1,
    allowance: RESCORING_ALLOWANCE,
    onError: (error) => logger.error(describeError(error), 'compute thread failed'),
  });
  await boss.work<Turn>(
    SETTINGS_TURNS,
    { localConcurrency: CONCURRENT_RESCORES, pollingIntervalSeconds: 0.5, ...ONE_PER_ACCOUNT },
    async ([job]) => {
      if (job === undefined) return;
      const { account } = job.data;
      const run = (): Promise<void> =>
        runSettingsJobs(account, {
          db,
          compute,
          signal: AbortSignal.any([job.signal, stopping.signal]),
          onFailure: (error) => logger.error(describeError(error), 'backtest or rescore failed'),
        });
      await settingsTurns.run(account, () =>
        tracing.trace('backtest or rescore', run, { 'leadline.account': account }),
      );
    },
  );
  await boss.work<Turn>(
    MODEL_TURNS,
    { localConcurrency: CONCURRENT_TRAININGS, pollingIntervalSeconds: 0.5, ...ONE_PER_ACCOUNT },
    async ([job]) => {
      if (job === undefined) return;
      const { account } = job.data;
      const run = (): Promise<void> =>
        runTrainings(account, {
          db,
          signal: AbortSignal.any([job.signal, stopping.signal]),
          onFailure: (error) => logger.error(describeError(error), 'training or look for drift failed'),
        });
      await tracing.trace('train model', run, { 'leadline.account': account });
    },
  );
  await boss.work(MAINTENANCE, { pollingIntervalSeconds: 5 }, async ([job]) => {
    if (job === undefined) return;
    await queueMissedTurns(pool, boss);
    await queueTurns(boss, MODEL_TURNS, [
      ...(await startNightlyTrainings(db, new Date())),
      ...(await startWeeklyLooks(db, new Date())),
    ]);
    await tracing.trace('maintenance', () =>
      runMaintenance(db, new Date(), AbortSignal.any([job.signal, stopping.signal])),
    );
  });
  await boss.work(DELETE_ACCOUNTS, { pollingIntervalSeconds: 5 }, async ([job]) => {
    if (job !== undefined)
      await deleteDueAccounts(db, logger, AbortSignal.any([job.signal, stopping.signal]));
  });
  await boss.schedule(DELETE_ACCOUNTS, EVERY_MINUTE);
  await boss.send(DELETE_ACCOUNTS);
  await boss.schedule(MAINTENANCE, HOURLY);
  await boss.send(MAINTENANCE); // don't wait for the first scheduled run

  const metricsServer =
    config.metricsPort === null ? null : metrics.serve(config.metricsHost, config.metricsPort);
  if (metricsServer !== null) await once(metricsServer, 'listening');
  logger.info('worker started');
  return {
    metricsUrl:
      metricsServer === null
        ? null
        : `http://${config.metricsHost}:${(metricsServer.address() as AddressInfo).port}/metrics`,
    stop: async () => {
      stopping.abort();
      await store.close();
      await relay.stop();
      await searchIndexer.stop();
      await pump?.stop();
      await alertSender?.stop();
      await compute.close(); // a job may be waiting for its account's allowance
      await boss.stop({ close: false });
      await importThreads.close();
      await agent.destroy(); // attempts that are still waiting
      metricsServer?.close();
      await tracing.stop();
      await db.destroy();
      logger.info('worker stopped');
      closeLog();
    },
  };
}
