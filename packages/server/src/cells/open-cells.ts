// The cells of an API process, behind the interfaces of a single database: whatever is one per cell is found by the account.

import type pg from 'pg';
import type { Keys } from '../accounts/keys/key-ring.ts';
import type { LeadWriting } from '../leads/intake/lead-writer.ts';
import type { RequestLog } from '../leads/request-log/request-log.ts';
import type { FairQueue } from '../platform/base/fair-queue.ts';
import { describeError } from '../platform/base/log.ts';
import type { LeadStore } from '../platform/disk/store-health.ts';
import { Courier } from './directory/courier.ts';
import { type CellPlace, cellUrl, MAIN_CELL } from './places/cell-address.ts';
import { makeReadAiSpending } from './routing/ai-spending.ts';
import { type ApiCell, type ApiCellOptions, openApiCell } from './routing/api-cell.ts';
import { CellDatabases, inCellOf } from './routing/cell-databases.ts';
import { Cells } from './routing/cells.ts';
import { KeyRingRouter } from './routing/key-ring-router.ts';
import { LeadWriterRouter } from './routing/lead-writer-router.ts';
import { RequestLogRouter } from './routing/request-log-router.ts';

type CellsToOpen = Omit<ApiCellOptions, 'name' | 'directory' | 'onElsewhere' | 'postpone'>;

/** The URLs and the disk are those of the directory. */
export async function openCells(options: CellsToOpen) {
  const { databaseUrl, authDatabaseUrl, disk, metrics, logger } = options;
  const open = (place: CellPlace): ApiCell =>
    openApiCell({
      ...options,
      name: place.name,
      databaseUrl: cellUrl(databaseUrl, place),
      authDatabaseUrl: cellUrl(authDatabaseUrl, place),
      disk: place.address === null ? disk : { ...disk, dataDiskPath: null },
      directory: place.address === null ? null : main.maintenanceDb,
      onElsewhere: (cell, leads) => void writer.handOver(cell.writer, leads),
      postpone: (requests) => void received.postpone(requests),
    });
  const main = open({ name: MAIN_CELL, address: null });
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
  const writer = new LeadWriterRouter(cells);
  const received = new RequestLogRouter(cells, (requests) => metrics.receivedDropped.inc(requests));
  const courier = new Courier({
    directory: main.courierDb,
    poolOf: (name) => cells.named(name)?.courierPool ?? null,
    hasManyCells: () => cells.hasManyCells,
    logger,
  });
  const keys: Keys = new KeyRingRouter({
    cells,
    directory: main.lookupDb,
    syncAccount: (liveAccountId) => courier.sync(liveAccountId),
  });
  await main.prepare();
  await cells
    .refresh()
    .catch((error: unknown) => logger.warn(describeError(error), 'failed to read the list of cells'));
  return {
    directoryPool: main.readPool,
    /** For health checks. */
    all: (): readonly ApiCell[] => cells.all,
    db: new CellDatabases(cells, (cell) => cell.db),
    insightsDb: new CellDatabases(cells, (cell) => cell.insightsDb),
    maintenanceDb: new CellDatabases(cells, (cell) => cell.maintenanceDb),
    inBatchPoolOf: <T>(accountId: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> =>
      inCellOf(cells, accountId, ({ batchPool }) => work(batchPool)),
    readTurns: takeTurnsIn(cells, ({ readTurns }) => readTurns),
    batchWriteTurns: takeTurnsIn(cells, ({ batchWriteTurns }) => batchWriteTurns),
    readAiSpending: makeReadAiSpending(() => cells.all.map(({ db }) => db)),
    store: storeOf(cells),
    keys,
    writer: writer as LeadWriting,
    received: received as Pick<RequestLog, 'add'>,
    courier,
    drain: () => writer.drain(),
    close: async () => {
      await courier.close();
      await cells.close();
    },
  };
}

/** Turns at the database of each cell, so that a cell that is slow or down takes no turns from the accounts of others. */
function takeTurnsIn(
  cells: Cells<ApiCell>,
  queueOf: (cell: ApiCell) => FairQueue,
): Pick<FairQueue, 'run' | 'runUnbounded'> {
  const queueFor = (accountId: string): FairQueue => {
    const cell = cells.of(accountId);
    return queueOf(cell instanceof Promise ? cells.main : cell); // the directory is asked first
  };
  return {
    run: (accountId, task) => queueFor(accountId).run(accountId, task),
    runUnbounded: (accountId, task) => queueFor(accountId).runUnbounded(accountId, task),
  };
}

const storeOf = (cells: Cells<ApiCell>): LeadStore => ({
  requireSpace: (accountId) => {
    const cell = cells.of(accountId);
    if (!(cell instanceof Promise)) cell.store.requireSpace();
  },
  // A problem of one cell is no reason to send the requests of all others to another process.
  check: async () => {
    const problems = await Promise.all(cells.all.map(({ store }) => store.check()));
    return problems.includes(null) ? null : (problems[0] ?? null);
  },
});
