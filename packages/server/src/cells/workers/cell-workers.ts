// Runs the workers of all cells, or of those this process is for. Looks at the directory every few seconds: cells can be added
// and removed, and one that is down when its worker starts is tried again, while the others work.

import { setTimeout as sleep } from 'node:timers/promises';
import { describeError, type Logger } from '../../platform/base/log.ts';
import type { Readiness } from '../../platform/base/metrics.ts';
import { PollingLoop } from '../../platform/base/polling-loop.ts';
import { type Installation, openInstallation } from '../../platform/db/installation.ts';
import { isDatabaseDown } from '../../platform/db/is-database-down.ts';
import { openPool } from '../../platform/db/pool.ts';
import { requireDirectory } from '../../platform/db/require-directory.ts';
import { requireDirectoryLogin } from '../../platform/schema/require-login.ts';
import { type CellPlace, cellUrl, MAIN_CELL } from '../places/cell-address.ts';
import { chooseCells, readCells } from '../places/read-cells.ts';
import { confirmDeletion, deleteDueCopies } from './delete-due-copies.ts';

const LOOK_EVERY_MS = 5_000;
const START_AGAIN_MS = 1_000;

/** A database that a worker serves. */
export interface ServedDatabase {
  /** Its cell. */
  readonly name: string;
  readonly databaseUrl: string;
  readonly isDirectory: boolean;
  /** Whether the directory still wants the account deleted. */
  readonly confirmDeletion: (accountId: string) => Promise<boolean>;
  /** Deletes what closed accounts have left behind here. */
  readonly deleteCopies: (db: Installation, signal: AbortSignal) => Promise<void>;
}

export interface DatabaseWorker {
  readonly db: Installation;
  /** Why it can't work, or null. */
  findProblem(): Promise<string | null>;
  /** Finishes current deliveries, pauses imports, then stops. */
  stop(): Promise<void>;
}

export interface CellWorkersParts {
  /** Of the directory. */
  readonly databaseUrl: string;
  /** Names of the cells to serve. Empty for all. */
  readonly only: readonly string[];
  /** Fails if the database can't be reached, and leaves nothing open then. */
  readonly start: (served: ServedDatabase, logger: Logger) => Promise<DatabaseWorker>;
  readonly logger: Logger;
  /** Aborted when the process ends. */
  readonly ending: AbortSignal;
}

interface Slot {
  readonly place: CellPlace;
  worker: DatabaseWorker | null;
  /** While the worker starts or stops. */
  busy: Promise<void> | null;
  /** Whether the log already has that it couldn't be started. */
  isReported: boolean;
}

export class CellWorkers {
  readonly #parts: CellWorkersParts;
  readonly #logger: Logger;
  readonly #slots = new Map<string, Slot>();
  /** Its own connection to the directory, if this process doesn't serve the directory's own cell. */
  #directory: Installation | null = null;
  #loop: PollingLoop | null = null;
  #isDirectoryDown = false;

  constructor(parts: CellWorkersParts) {
    this.#parts = parts;
    this.#logger = parts.logger;
  }

  /** Waits for the directory, but not for other cells. Fails if only a change of the configuration would help. */
  async start(): Promise<void> {
    while (!this.#parts.ending.aborted) {
      try {
        return await this.#tryToStart();
      } catch (error) {
        if (!isDatabaseDown(error)) throw error;
        if (!this.#isDirectoryDown)
          this.#logger.warn(describeError(error), 'the database does not answer; waiting for it');
        this.#isDirectoryDown = true;
        await sleep(START_AGAIN_MS, undefined, { signal: this.#parts.ending }).catch(() => {});
      }
    }
  }

  async #tryToStart(): Promise<void> {
    const { databaseUrl } = this.#parts;
    await requireDirectoryLogin(
      { variable: 'DATABASE_URL', url: databaseUrl, role: 'leadline_worker' },
      (error) => {
        throw error;
      },
    );
    this.#isDirectoryDown = false;
    this.#directory = openInstallation(openPool(databaseUrl, { size: 1, role: 'leadline_worker' }));
    try {
      await requireDirectory(this.#directory);
      const places = await this.#chooseCells(this.#directory);
      const own = places.find(({ address }) => address === null);
      if (own !== undefined) {
        const worker = await this.#startWorker(own);
        this.#slots.set(own.name, { place: own, worker, busy: null, isReported: false });
        await this.#directory.destroy();
        this.#directory = null;
      }
      this.#update(places);
    } catch (error) {
      await this.#directory?.destroy();
      throw error;
    }
    await this.#settle();
    this.#loop = new PollingLoop({
      round: () => this.#look(),
      onFailure: (error) => {
        if (!this.#isDirectoryDown)
          this.#logger.warn(describeError(error), 'failed to look for new cells; trying again');
        this.#isDirectoryDown = true;
      },
      pollMs: LOOK_EVERY_MS,
      retryMs: 0,
    });
  }

  async #chooseCells(directory: Installation): Promise<readonly CellPlace[]> {
    const cells = await readCells(directory);
    try {
      return chooseCells(cells, this.#parts.only);
    } catch (error) {
      throw new Error(`WORKER_CELLS or --cell: ${(error as Error).message}`);
    }
  }

  async stop(): Promise<void> {
    await this.#loop?.stop();
    await this.#settle();
    await Promise.all([...this.#slots.values()].map(({ worker }) => worker?.stop()));
    await this.#directory?.destroy();
  }

  /** Asks the worker of every cell. */
  async checkReadiness(): Promise<Readiness> {
    if (this.#slots.size === 0) return new Map([[MAIN_CELL, 'waiting for the database']]);
    return new Map(
      await Promise.all(
        [...this.#slots.values()].map(
          async ({ place, worker }): Promise<[string, string | null]> => [
            place.name,
            worker === null ? 'the worker has not started' : await worker.findProblem(),
          ],
        ),
      ),
    );
  }

  async #look(): Promise<boolean> {
    const { only } = this.#parts;
    await requireDirectory(this.#db);
    const cells = await readCells(this.#db);
    this.#isDirectoryDown = false;
    this.#update(cells.filter(({ name }) => only.length === 0 || only.includes(name)));
    return false;
  }

  get #db(): Installation {
    const own = [...this.#slots.values()].find(({ place }) => place.address === null);
    return (own?.worker?.db ?? this.#directory) as Installation;
  }

  /** Starts and stops workers, without waiting for them. A cell with a new address is stopped now and started next time. */
  #update(places: readonly CellPlace[]): void {
    for (const slot of this.#slots.values()) {
      const { name, address } = slot.place;
      const isWanted = places.some((place) => place.name === name && place.address === address);
      if (!isWanted && slot.busy === null) this.#begin(slot, () => this.#remove(slot));
    }
    for (const place of places) {
      const slot = this.#slots.get(place.name) ?? { place, worker: null, busy: null, isReported: false };
      this.#slots.set(place.name, slot);
      if (slot.worker === null && slot.busy === null) this.#begin(slot, () => this.#start(slot));
    }
  }

  #begin(slot: Slot, work: () => Promise<void>): void {
    slot.busy = work().finally(() => {
      slot.busy = null;
    });
  }

  async #start(slot: Slot): Promise<void> {
    try {
      slot.worker = await this.#startWorker(slot.place);
      slot.isReported = false;
    } catch (error) {
      if (!slot.isReported)
        this.#loggerOf(slot.place).error(
          describeError(error),
          'failed to start the worker of this cell; trying again',
        );
      slot.isReported = true;
    }
  }

  async #remove(slot: Slot): Promise<void> {
    await slot.worker
      ?.stop()
      .catch((error: unknown) =>
        this.#loggerOf(slot.place).warn(describeError(error), 'failed to stop the worker of this cell'),
      );
    this.#slots.delete(slot.place.name);
  }

  #startWorker(place: CellPlace): Promise<DatabaseWorker> {
    const logger = this.#loggerOf(place);
    const served: ServedDatabase = {
      name: place.name,
      databaseUrl: cellUrl(this.#parts.databaseUrl, place),
      isDirectory: place.address === null,
      confirmDeletion: async (accountId) => place.address === null || confirmDeletion(this.#db, accountId),
      deleteCopies: async (db, signal) => {
        if (place.address !== null)
          await deleteDueCopies({ directory: this.#db, db, name: place.name }, logger, signal);
      },
    };
    return this.#parts.start(served, logger);
  }

  /** Most installations have one cell, whose lines don't need its name. */
  #loggerOf({ name }: CellPlace): Logger {
    return name === MAIN_CELL ? this.#logger : this.#logger.child({ cell: name });
  }

  async #settle(): Promise<void> {
    await Promise.all([...this.#slots.values()].map(({ busy }) => busy));
  }
}
