// What an API process has for each cell: connections, the lead writer, the keys and the request log.

import type pg from 'pg';
import { KeyRing } from '../../accounts/keys/key-ring.ts';
import { LeadWriter, type Waiting } from '../../leads/intake/lead-writer.ts';
import { type QueuedRequest, RequestLog } from '../../leads/request-log/request-log.ts';
import { makePartitions } from '../../operations/maintenance/run-maintenance.ts';
import { FairQueue } from '../../platform/base/fair-queue.ts';
import { describeError, type Logger } from '../../platform/base/log.ts';
import type { Metrics } from '../../platform/base/metrics.ts';
import type { ComputePool } from '../../platform/compute/compute-pool.ts';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import { type Installation, openInstallation } from '../../platform/db/installation.ts';
import { holdConnections, openPool, type PoolOptions } from '../../platform/db/pool.ts';
import { type DiskConfig, DiskSpace } from '../../platform/disk/disk-space.ts';
import { WriteProbe } from '../../platform/disk/probe-write.ts';
import { StoreHealth } from '../../platform/disk/store-health.ts';
import { SchemaVersion } from '../../platform/schema/schema-version.ts';
import { TASKS_AT_ONCE } from './cell-breakers.ts';
import type { OpenCell } from './cells.ts';

export interface ApiCell extends OpenCell {
  readonly readPool: pg.Pool;
  readonly db: Database;
  /** A separate pool, so that slow insights queries don't block other requests. */
  readonly insightsDb: Database;
  /** Reserved for API keys, health checks and maintenance, so that a flood of reads can't starve them. */
  readonly maintenanceDb: Database;
  /** For keys that aren't cached; see KeyRing. */
  readonly lookupDb: Database;
  /** For batches, which each run in one transaction. */
  readonly batchPool: pg.Pool;
  readonly readTurns: FairQueue;
  readonly batchWriteTurns: FairQueue;
  /** For the courier, with the role for sign-in. */
  readonly courierPool: pg.Pool;
  readonly courierDb: Installation;
  readonly schema: SchemaVersion;
  readonly store: StoreHealth;
  readonly writer: LeadWriter;
  readonly keys: KeyRing;
  readonly received: RequestLog;
  /** Opens the connections that are kept and creates the partitions of the next months. The worker also does, but the API
   * has to work without one. */
  prepare(): Promise<void>;
  /** Writes what the request log still has. The writer must be idle. */
  close(): Promise<void>;
}

export interface ApiCellOptions {
  readonly name: string;
  readonly databaseUrl: string;
  readonly authDatabaseUrl: string;
  readonly disk: DiskConfig;
  /** How many connections insights may use. */
  readonly insightsConnections: number;
  /** Null for the directory itself. */
  readonly directory: Database | null;
  readonly compute: ComputePool;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly onElsewhere: (cell: ApiCell, leads: readonly Waiting[]) => void;
  readonly postpone: (requests: readonly QueuedRequest[]) => void;
}

const READ_CONNECTIONS = 6;
/** Leaves a connection for the request log and health checks. After a live event, all open tabs of a team reload, so
 * many requests can wait; each takes milliseconds. */
export const READ_TURNS = {
  maxRunning: READ_CONNECTIONS - 1,
  maxRunningPerAccount: 3,
  maxWaitingPerAccount: 100,
};
const WRITE_CONNECTIONS = 2;
/** Leads of other accounts share the batch, so it must not wait long for one that is locked. */
const MAX_LOCK_WAIT_MS = 100;
const BATCH_CONNECTIONS = 2;
export const BATCH_WRITE_TURNS = {
  maxRunning: BATCH_CONNECTIONS,
  maxRunningPerAccount: 1,
  maxWaitingPerAccount: 10,
};
const MAINTENANCE_CONNECTIONS = 2;
/** To the cell: for a task, and to ask whether it is there. To the directory: for all tasks, and to look for more. */
const COURIER_CONNECTIONS = 2;
const COURIER_CONNECTIONS_TO_DIRECTORY = TASKS_AT_ONCE + 1;

export function openApiCell(options: ApiCellOptions): ApiCell {
  const { name, databaseUrl, compute, logger: shared } = options;
  const logger = options.directory === null ? shared : shared.child({ cell: name });
  const metrics = options.metrics.ofCell(name);
  const onError = (error: Error): void => logger.warn(describeError(error), 'database connection lost');
  const open = (size: number, rest: Omit<PoolOptions, 'size' | 'role' | 'onError'>): pg.Pool =>
    openPool(databaseUrl, { size, role: 'leadline_api', onError, ...rest });
  const readPool = open(READ_CONNECTIONS, { statementTimeoutMs: 5_000, answerTimeoutMs: 6_000 });
  // For a year with a million leads, one statement took 8 s at a load average of 20 (docs/benchmarks.md).
  const insightsPool = open(options.insightsConnections, {
    statementTimeoutMs: 15_000,
    answerTimeoutMs: 16_000,
  });
  const writePool = open(WRITE_CONNECTIONS, {
    answerTimeoutMs: 10_000,
    isReserved: true,
    lockTimeoutMs: MAX_LOCK_WAIT_MS,
  });
  const lockedPool = open(1, { answerTimeoutMs: 10_000 }); // see LeadWriter
  const maintenancePool = open(MAINTENANCE_CONNECTIONS, { answerTimeoutMs: 60_000, isReserved: true });
  const lookupPool = open(1, { statementTimeoutMs: 5_000, answerTimeoutMs: 6_000 }); // see KeyLookups
  const batchPool = open(BATCH_CONNECTIONS, { answerTimeoutMs: 30_000 });
  const courierPool = openPool(options.authDatabaseUrl, {
    size: options.directory === null ? COURIER_CONNECTIONS_TO_DIRECTORY : COURIER_CONNECTIONS,
    role: 'leadline_auth',
    statementTimeoutMs: 5_000,
    answerTimeoutMs: 6_000,
    onError,
  });
  const db = openDatabase(readPool);
  const insightsDb = openDatabase(insightsPool);
  const maintenanceDb = openDatabase(maintenancePool);
  const lookupDb = openDatabase(lookupPool);
  const courierDb = openInstallation(courierPool);
  const space = new DiskSpace(maintenancePool, options.disk);
  const probe = new WriteProbe(maintenancePool);
  const store = new StoreHealth(space, probe, {
    onChange: (problem) => {
      if (problem === null) logger.warn('leads can be stored again');
      else logger.error({ reason: problem.reason }, 'leads cannot be stored');
    },
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
    onElsewhere: (leads) => options.onElsewhere(cell, leads),
  });
  const stopWatching = metrics.watch({
    isUp: () => store.isAnswering,
    isReady: () => store.problem === null,
    waiting: () => writer.waiting,
    freeDisk: () => space.freeBytes,
    clockSkew: () => probe.clockSkewSeconds,
  });
  const keys = new KeyRing(
    maintenanceDb,
    (error) => logger.warn(describeError(error), 'failed to refresh API keys'),
    lookupDb,
    options.directory ?? maintenanceDb,
  );
  const received = new RequestLog(db, compute, {
    onError: (error) => logger.warn(describeError(error), 'failed to write the request log'),
    onDropped: (requests) => options.metrics.receivedDropped.inc(requests),
    postpone: options.postpone,
  });
  const cell: ApiCell = {
    name,
    readPool,
    db,
    insightsDb,
    maintenanceDb,
    lookupDb,
    batchPool,
    readTurns: new FairQueue(READ_TURNS),
    batchWriteTurns: new FairQueue(BATCH_WRITE_TURNS),
    courierPool,
    courierDb,
    schema: new SchemaVersion(maintenanceDb),
    store,
    writer,
    keys,
    received,
    prepare: async () => {
      await Promise.all([holdConnections(writePool), holdConnections(maintenancePool)]);
      await makePartitions(maintenanceDb).catch((error: unknown) =>
        logger.error(describeError(error), 'failed to create partitions'),
      );
    },
    close: async () => {
      stopWatching();
      await received.close();
      await keys.close();
      await store.close();
      await Promise.all([
        ...[db, insightsDb, maintenanceDb, lookupDb, courierDb].map((database) => database.destroy()),
        ...[writePool, lockedPool, batchPool].map((pool) => pool.end()),
      ]);
    },
  };
  return cell;
}
