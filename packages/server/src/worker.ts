// The worker of one cell: relays events, delivers webhooks, emails alerts, and runs imports and maintenance.

import { setTimeout as sleep } from 'node:timers/promises';
import { deleteDueAccounts, EVERY_MINUTE } from './accounts/delete-accounts.ts';
import { AlertSender } from './alerts/alert-sender.ts';
import { openMailer } from './auth/mailer.ts';
import { Closers } from './base/closers.ts';
import { describeError, type Logger } from './base/log.ts';
import { OneAtATime } from './base/one-at-a-time.ts';
import { makeSecretKeys } from './base/secret-keys.ts';
import type { WorkerMetrics } from './base/worker-metrics.ts';
import type { ComputePool, RunOptions } from './compute/compute-pool.ts';
import type { ComputeTask } from './compute/task.ts';
import type { WorkerConfig } from './config.ts';
import { MAIN_CELL } from './db/cell-address.ts';
import { DiskSpace } from './db/disk-space.ts';
import { type Installation, openInstallation } from './db/installation.ts';
import { openPool } from './db/pool.ts';
import { WriteProbe } from './db/probe-write.ts';
import { SchemaVersion } from './db/schema-version.ts';
import { StoreHealth } from './db/store-health.ts';
import { startWeeklyLooks } from './drift-looks/start-looks.ts';
import type { ImportThreads } from './imports/import-threads.ts';
import { takeTurn } from './imports/take-turn.ts';
import {
  DEAD_LETTERS,
  DELETE_ACCOUNTS,
  DELIVER,
  findLastSuccess,
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
import { MovesWatch } from './moves-watch.ts';
import { Relay } from './outbox/relay.ts';
import { runSettingsJobs } from './rescoring/run-jobs.ts';
import type { Tracing } from './tracing/tracing.ts';
import { runTrainings } from './training/run-training.ts';
import { startNightlyTrainings } from './training/start-training.ts';
import { DeliveryPump } from './webhooks/delivery-pump.ts';
import { openSafeAgent } from './webhooks/safe-agent.ts';
import { makeSeal } from './webhooks/seal.ts';

/** What all cells of a process share. */
export interface WorkerParts {
  readonly config: WorkerConfig;
  readonly tracing: Tracing;
  readonly metrics: WorkerMetrics;
  readonly compute: ComputePool;
  readonly importThreads: ImportThreads;
  /** Each takes up to 400 MB, so the process runs only one. */
  readonly trainings: OneAtATime;
  /** Aborted when the process ends. */
  readonly ending: AbortSignal;
}

export interface ServedCell {
  readonly name: string;
  readonly databaseUrl: string;
  /** Whether the directory still wants the account deleted. */
  readonly confirmDeletion: (accountId: string) => Promise<boolean>;
  /** Deletes what closed accounts have left behind here. */
  readonly deleteCopies: (db: Installation, signal: AbortSignal) => Promise<void>;
}

export interface CellWorker {
  readonly db: Installation;
  /** Finishes current deliveries, pauses imports, then stops. */
  stop(): Promise<void>;
}

const CONNECTIONS = 7;
/** Longer than any statement should take. After this, we assume the database connection is lost. */
const MAX_STATEMENT_MS = 120_000;
const CONCURRENT_IMPORTS = 2;
/** They share a thread, on which accounts take turns, so a long one doesn't hold up others. */
const CONCURRENT_RESCORES = 2;
const CONCURRENT_TRAININGS = 1;
/** How long an import waits while the disk is full. */
const FULL_PAUSE_MS = 5_000;
/** After this many new jobs, the query planner's statistics are out of date. */
const STALE_AFTER_JOBS = 2_000;
/** Refreshing the statistics costs as much as running a thousand jobs, so we limit how often we do it. */
const ANALYZE_INTERVAL_MS = 30_000;

/** Fails if the database can't be reached, and leaves nothing open then. */
export async function startCellWorker(
  cell: ServedCell,
  parts: WorkerParts,
  logger: Logger,
): Promise<CellWorker> {
  const closers = new Closers();
  try {
    const db = await run(cell, parts, logger, closers);
    logger.info('worker started');
    return {
      db,
      stop: async () => {
        await closers.closeAll();
        logger.info('worker stopped');
      },
    };
  } catch (error) {
    await closers.closeAll().catch(() => {});
    throw error;
  }
}

async function run(
  { name: cell, databaseUrl, confirmDeletion, deleteCopies }: ServedCell,
  { config, tracing, compute, importThreads, trainings, ending, ...parts }: WorkerParts,
  logger: Logger,
  closers: Closers,
): Promise<Installation> {
  const pool = openPool(databaseUrl, {
    size: CONNECTIONS,
    role: 'leadline_worker',
    answerTimeoutMs: MAX_STATEMENT_MS,
    onError: (error) => logger.warn(describeError(error), 'database connection lost'),
  });
  const db = openInstallation(pool);
  closers.add(() => db.destroy());
  await new SchemaVersion(db).requireCurrent();
  const boss = openBoss(pool, { runs: true });
  boss.on('error', (error) => logger.warn(describeError(error), 'job queue error'));
  closers.add(() => boss.stop({ close: false }));
  await boss.start();

  const metrics = parts.metrics.addCell(cell, {
    countQueues: async () =>
      (
        await boss.getQueues([DELIVER, IMPORT_TURNS, SETTINGS_TURNS, MODEL_TURNS, MAINTENANCE, DEAD_LETTERS])
      ).map(({ name, readyCount, activeCount }) => ({ name, ready: readyCount, active: activeCount })),
    findLastMaintenance: () => findLastSuccess(pool, MAINTENANCE),
  });
  closers.add(() => parts.metrics.removeCell(cell));
  const policy = { allowPrivate: config.allowPrivateTargets };
  const agent = openSafeAgent(policy);
  closers.add(() => agent.destroy()); // attempts that are still waiting
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
  closers.add(() => pump?.stop());
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
  closers.add(() => relay.stop());
  const moves = new MovesWatch(pool, boss, logger);
  closers.add(() => moves.stop());

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
  closers.add(() => alertSender?.stop());

  const searchIndexer = new SearchIndexer(db, logger);
  closers.add(() => searchIndexer.stop());
  // DATA_DISK_PATH is the disk of the directory.
  const disk = cell === MAIN_CELL ? config.disk : { ...config.disk, dataDiskPath: null };
  const store = new StoreHealth(new DiskSpace(pool, disk), new WriteProbe(pool), {
    onChange: (problem) =>
      problem === null
        ? logger.warn('imports continue')
        : logger.error({ reason: problem.reason }, 'imports wait until the database can store leads'),
  });
  closers.add(() => store.close());
  const stopping = new AbortController();
  closers.add(() => stopping.abort());
  const signal = AbortSignal.any([stopping.signal, ending]);
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
        await sleep(FULL_PAUSE_MS, undefined, { signal });
        await queueTurns(boss, IMPORT_TURNS, [account]);
        return;
      }
      const turn = (): Promise<boolean> =>
        takeTurn(pool, account, {
          signal: AbortSignal.any([job.signal, signal]),
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
  await boss.work<Turn>(
    SETTINGS_TURNS,
    { localConcurrency: CONCURRENT_RESCORES, pollingIntervalSeconds: 0.5, ...ONE_PER_ACCOUNT },
    async ([job]) => {
      if (job === undefined) return;
      const { account } = job.data;
      const run = (): Promise<void> =>
        runSettingsJobs(account, {
          db,
          compute: stoppable(compute, signal),
          signal: AbortSignal.any([job.signal, signal]),
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
          signal: AbortSignal.any([job.signal, signal]),
          onFailure: (error) => logger.error(describeError(error), 'training or look for drift failed'),
        });
      await trainings.run('training', () =>
        tracing.trace('train model', run, { 'leadline.account': account }),
      );
    },
  );
  // These have no dead letters, and the queue doesn't report what a handler throws.
  const logFailure = async (message: string, run: () => Promise<void>): Promise<void> => {
    try {
      await run();
    } catch (error) {
      if (!signal.aborted) logger.error(describeError(error), message);
      throw error;
    }
  };
  await boss.work(MAINTENANCE, { pollingIntervalSeconds: 5 }, async ([job]) => {
    if (job === undefined) return;
    const interrupted = AbortSignal.any([job.signal, signal]);
    await logFailure('maintenance failed', async () => {
      await queueMissedTurns(pool, boss);
      await queueTurns(boss, MODEL_TURNS, [
        ...(await startNightlyTrainings(db, new Date())),
        ...(await startWeeklyLooks(db, new Date())),
      ]);
      await tracing.trace('maintenance', () => runMaintenance(db, new Date(), interrupted));
      interrupted.throwIfAborted(); // an unfinished run is no success, and is tried again
    });
  });
  await boss.work(DELETE_ACCOUNTS, { pollingIntervalSeconds: 5 }, async ([job]) => {
    if (job === undefined) return;
    const stopping = AbortSignal.any([job.signal, signal]);
    await logFailure('failed to look for accounts to delete', async () => {
      await deleteDueAccounts(db, logger, stopping, confirmDeletion);
      await deleteCopies(db, stopping);
    });
  });
  await boss.schedule(DELETE_ACCOUNTS, EVERY_MINUTE);
  await boss.send(DELETE_ACCOUNTS);
  await boss.schedule(MAINTENANCE, HOURLY);
  await boss.send(MAINTENANCE); // don't wait for the first scheduled run

  return db;
}

/** The same threads. Tasks that wait for them give up when the cell's worker stops. */
const stoppable = (compute: ComputePool, signal: AbortSignal): Pick<ComputePool, 'run'> => ({
  run: <Input, Output>(
    account: string,
    task: ComputeTask<Input, Output>,
    input: Input,
    options: RunOptions = {},
  ) => compute.run(account, task, input, { ...options, signal }),
});
