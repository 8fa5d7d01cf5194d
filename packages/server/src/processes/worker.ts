// The worker of one database: dispatches events, delivers webhooks, emails alerts, and runs imports and maintenance.

import { setTimeout as sleep } from 'node:timers/promises';
import { deleteDueAccounts, EVERY_MINUTE } from '../accounts/lifecycle/delete-accounts.ts';
import { MovesWatch } from '../cells/moves/moves-watch.ts';
import type { DatabaseWorker, ServedDatabase } from '../cells/workers/cell-workers.ts';
import { listDueAccounts } from '../crm/sync/connection.ts';
import { takeCrmTurn } from '../crm/sync/take-crm-turn.ts';
import { makeCrmSeal } from '../crm/vendors/seal.ts';
import type { ImportThreads } from '../imports/run/import-threads.ts';
import { takeTurn } from '../imports/run/take-turn.ts';
import { SearchIndexer } from '../leads/search/search-indexer.ts';
import { AlertSender } from '../notifications/alerts/alert-sender.ts';
import { DeliveryPump } from '../notifications/webhooks/delivery-pump.ts';
import { openSafeAgent } from '../notifications/webhooks/safe-agent.ts';
import { makeWebhookSeal } from '../notifications/webhooks/seal.ts';
import { HOURLY, runMaintenance } from '../operations/maintenance/run-maintenance.ts';
import { undoImport } from '../people/undo-import.ts';
import { type FairQueue, oneAtATime } from '../platform/base/fair-queue.ts';
import { describeError, type Logger } from '../platform/base/log.ts';
import { PollingLoop } from '../platform/base/polling-loop.ts';
import { makeSecretKeys } from '../platform/base/secret-keys.ts';
import type { WorkerMetrics } from '../platform/base/worker-metrics.ts';
import type { ComputePool, RunOptions } from '../platform/compute/compute-pool.ts';
import type { ComputeTask } from '../platform/compute/task.ts';
import { type Installation, openInstallation } from '../platform/db/installation.ts';
import { openPool } from '../platform/db/pool.ts';
import { DiskSpace } from '../platform/disk/disk-space.ts';
import { WriteProbe } from '../platform/disk/probe-write.ts';
import { StoreHealth } from '../platform/disk/store-health.ts';
import { openMailer } from '../platform/email/mailer.ts';
import {
  CRM_TURNS,
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
  SLOW_CRM_TURNS,
} from '../platform/jobs/queues.ts';
import {
  isAnotherAccountWaiting,
  ONE_PER_ACCOUNT,
  queueMissedTurns,
  queueTurns,
  type Turn,
} from '../platform/jobs/turns.ts';
import { SchemaVersion } from '../platform/schema/schema-version.ts';
import type { Tracing } from '../platform/tracing/tracing.ts';
import { startWeeklyLooks } from '../scoring-jobs/drift/start-looks.ts';
import { runScoringJobs } from '../scoring-jobs/rescoring/run-jobs.ts';
import { runTrainings } from '../scoring-jobs/training/run-training.ts';
import { startNightlyTrainings } from '../scoring-jobs/training/start-training.ts';
import type { WorkerConfig } from './config/config.ts';
import { EventDispatcher } from './event-dispatcher.ts';
import { findWorkerProblem, type WatchedLoop } from './find-worker-problem.ts';

/** What the workers of a process share. */
export interface WorkerParts {
  readonly config: WorkerConfig;
  readonly tracing: Tracing;
  readonly metrics: WorkerMetrics;
  readonly compute: ComputePool;
  readonly importThreads: ImportThreads;
  /** Each takes up to 400 MB, so the process runs only one. */
  readonly trainings: FairQueue;
  /** Aborted when the process ends. */
  readonly ending: AbortSignal;
}

const CONNECTIONS = 7;
/** Longer than any statement should take. After this, we assume the database connection is lost. */
const MAX_STATEMENT_MS = 120_000;
const CONCURRENT_IMPORTS = 2;
/** They share a thread, on which accounts take turns, so a long one doesn't hold up others. */
const CONCURRENT_RESCORES = 2;
const CONCURRENT_TRAININGS = 1;
/** They wait for answers most of the time, and those in the slow queue perhaps for nothing. */
const CONCURRENT_CRM_TURNS = { [CRM_TURNS]: 5, [SLOW_CRM_TURNS]: 3 } as const;
/** How long an import waits while the disk is full. */
const FULL_PAUSE_MS = 5_000;
/** After this many new jobs, the query planner's statistics are out of date. */
const STALE_AFTER_JOBS = 2_000;
/** Refreshing the statistics costs as much as running a thousand jobs, so we limit how often we do it. */
const ANALYZE_INTERVAL_MS = 30_000;

/** Fails if the database can't be reached, and leaves nothing open then. */
export async function startDatabaseWorker(
  served: ServedDatabase,
  parts: WorkerParts,
  logger: Logger,
): Promise<DatabaseWorker> {
  const closers = new AsyncDisposableStack();
  try {
    const { db, loops } = await run(served, parts, logger, closers);
    logger.info('worker started');
    return {
      db,
      findProblem: () => findWorkerProblem(db, loops),
      stop: async () => {
        await closers.disposeAsync();
        logger.info('worker stopped');
      },
    };
  } catch (error) {
    await closers.disposeAsync().catch(() => {});
    throw error;
  }
}

async function run(
  { name, databaseUrl, isDirectory, confirmDeletion, deleteCopies }: ServedDatabase,
  { config, tracing, compute, importThreads, trainings, ending, ...parts }: WorkerParts,
  logger: Logger,
  closers: AsyncDisposableStack,
): Promise<{ readonly db: Installation; readonly loops: readonly WatchedLoop[] }> {
  const pool = openPool(databaseUrl, {
    size: CONNECTIONS,
    role: 'leadline_worker',
    answerTimeoutMs: MAX_STATEMENT_MS,
    onError: (error) => logger.warn(describeError(error), 'database connection lost'),
  });
  const db = openInstallation(pool);
  closers.defer(() => db.destroy());
  await new SchemaVersion(db).requireCurrent();
  const boss = openBoss(pool, { runs: true });
  boss.on('error', (error) => logger.warn(describeError(error), 'job queue error'));
  closers.defer(() => boss.stop({ close: false }));
  await boss.start();

  const metrics = parts.metrics.addDatabase(name, {
    countQueues: async () =>
      (
        await boss.getQueues([
          DELIVER,
          IMPORT_TURNS,
          SETTINGS_TURNS,
          MODEL_TURNS,
          CRM_TURNS,
          SLOW_CRM_TURNS,
          MAINTENANCE,
          DEAD_LETTERS,
        ])
      ).map(({ name, readyCount, activeCount }) => ({ name, ready: readyCount, active: activeCount })),
    findLastMaintenance: () => findLastSuccess(pool, MAINTENANCE),
  });
  closers.defer(() => parts.metrics.removeDatabase(name));
  const policy = { allowPrivate: config.allowPrivateTargets };
  const agent = openSafeAgent(policy);
  closers.defer(() => agent.destroy()); // attempts that are still waiting
  const pump =
    config.secretKey === null
      ? null
      : new DeliveryPump({
          db,
          boss,
          seal: makeWebhookSeal(makeSecretKeys(config.secretKey, config.otherSecretKeys)),
          agent,
          policy,
          logger,
          onAttempt: (isDelivered, seconds) => {
            metrics.deliverySeconds.observe({ delivered: String(isDelivered) }, seconds);
            tracing.record('deliver webhook', seconds, { 'leadline.delivered': isDelivered });
          },
        });
  closers.defer(() => pump?.stop());
  let jobsSinceAnalyze = 0;
  let analyzedAt = Number.NEGATIVE_INFINITY;
  const dispatcher = new EventDispatcher(db, boss, logger, {
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
  closers.defer(() => dispatcher.stop());
  const moves = new MovesWatch(pool, boss, logger);
  closers.defer(() => moves.stop());

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
  closers.defer(() => alertSender?.stop());

  const searchIndexer = new SearchIndexer(db, logger);
  closers.defer(() => searchIndexer.stop());
  // DATA_DISK_PATH is the disk of the directory.
  const disk = isDirectory ? config.disk : { ...config.disk, dataDiskPath: null };
  const store = new StoreHealth(new DiskSpace(pool, disk), new WriteProbe(pool), {
    onChange: (problem) =>
      problem === null
        ? logger.warn('imports continue')
        : logger.error({ reason: problem.reason }, 'imports wait until the database can store leads'),
  });
  closers.defer(() => store.close());
  const stopping = new AbortController();
  closers.defer(() => stopping.abort());
  const signal = AbortSignal.any([stopping.signal, ending]);
  const importTurns = oneAtATime();
  const settingsTurns = oneAtATime();
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
          undo: (id, isTurnOver) => undoImport(db, id, () => isTurnOver() || signal.aborted),
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
        runScoringJobs(account, {
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
  if (config.secretKey !== null) {
    const seal = makeCrmSeal(makeSecretKeys(config.secretKey, config.otherSecretKeys));
    const crmTurns = oneAtATime();
    const { publicUrl } = config;
    for (const queue of [CRM_TURNS, SLOW_CRM_TURNS] as const)
      await boss.work<Turn>(
        queue,
        { localConcurrency: CONCURRENT_CRM_TURNS[queue], pollingIntervalSeconds: 2, ...ONE_PER_ACCOUNT },
        async ([job]) => {
          if (job === undefined) return;
          const { account } = job.data;
          const run = (): Promise<boolean> =>
            takeCrmTurn(account, {
              db,
              seal,
              caller: { agent, policy, signal: AbortSignal.any([job.signal, signal]) },
              publicUrl,
              onFailure: (error) => logger.error(describeError(error), 'CRM sync failed'),
              onlyQuick: queue === CRM_TURNS,
            });
          const needsMore = await crmTurns.run(account, () =>
            tracing.trace('sync CRM', run, { 'leadline.account': account }),
          );
          if (needsMore) await queueTurns(boss, SLOW_CRM_TURNS, [account]);
        },
      );
    const crmLoop = new PollingLoop({
      round: async () => {
        const { quick, slow } = await listDueAccounts(db);
        await queueTurns(boss, CRM_TURNS, quick);
        await queueTurns(boss, SLOW_CRM_TURNS, slow);
        return false;
      },
      onFailure: (error) => logger.warn(describeError(error), 'failed to look for CRMs to sync; retrying'),
      pollMs: 2_000,
      retryMs: 2_000,
    });
    closers.defer(() => crmLoop.stop());
  }
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

  const loops: WatchedLoop[] = [
    { work: 'dispatching events', lastSuccessAt: () => dispatcher.lastSuccessAt },
  ];
  if (pump !== null) loops.push({ work: 'delivering events', lastSuccessAt: () => pump.lastSuccessAt });
  return { db, loops };
}

/** The same threads. Tasks that wait for them give up when the worker stops. */
const stoppable = (compute: ComputePool, signal: AbortSignal): Pick<ComputePool, 'run'> => ({
  run: <Input, Output>(
    account: string,
    task: ComputeTask<Input, Output>,
    input: Input,
    options: RunOptions = {},
  ) => compute.run(account, task, input, { ...options, signal }),
});
