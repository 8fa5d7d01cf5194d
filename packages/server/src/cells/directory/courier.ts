// Tells cells what the directory has changed about their accounts: keys, people, plans, the audit log. A change waits in
// directory_changes until its cell has stored it. Every API process has a courier; an account's lock in the directory keeps
// them apart. Also ends what a mover that died has left behind; see docs/decisions/0048-cells.md.

import { sql } from 'kysely';
import type pg from 'pg';
import { fromUuid } from '../../platform/base/ids.ts';
import { describeError, type Logger } from '../../platform/base/log.ts';
import type { Installation } from '../../platform/db/installation.ts';
import { MAIN_CELL } from '../places/cell-address.ts';
import { CellBreakers } from '../routing/cell-breakers.ts';
import { endFreezes, listOpenMoves, openMoved } from './end-moves.ts';
import { measureCell } from './measure-cell.ts';
import { requireCell, WrongCell } from './require-cell.ts';
import { type Destination, findCell, syncAccount } from './sync-account.ts';

export interface CourierOptions {
  /** With the role for sign-in, because the worker and the rest of the API can't read what it carries. */
  readonly directory: Installation;
  /** The same role in a cell, or null if this process doesn't know the cell yet. */
  readonly poolOf: (cell: string) => pg.Pool | null;
  /** With one cell, there is nothing to do. */
  readonly hasManyCells: () => boolean;
  readonly logger: Logger;
}

interface Step {
  readonly everyMs: number;
  readonly run: () => Promise<void>;
  dueAt: number;
  running: Promise<void> | null;
  /** So that the log has it once, not three times a second. */
  hasFailed: boolean;
}

interface Pending {
  readonly id: string;
  readonly cell: string;
}

const TICK_MS = 300;
/** An account that is due for deletion comes back to the directory once its cell has deleted it. */
const DELETIONS_MS = 10_000;
/** How often cells are measured, to place new accounts. */
const MEASURE_MS = 60_000;
const MAX_PER_CELL = 200;

export class Courier {
  readonly #options: CourierOptions;
  readonly #breakers: CellBreakers;
  readonly #steps: readonly Step[];
  /** What is under way in cells, by kind and account or cell, so that nothing is done twice at a time. */
  readonly #running = new Map<string, Promise<void>>();
  readonly #timer: NodeJS.Timeout;

  constructor(options: CourierOptions) {
    this.#options = options;
    this.#breakers = new CellBreakers({
      ask: async (cell) => {
        const { pool } = this.#destination(cell);
        if (pool !== null) await requireCell(pool, cell);
      },
      onFailure: (cell, error) =>
        options.logger.warn(
          { cell, ...(error instanceof WrongCell ? { found: error.found } : describeError(error)) },
          error instanceof WrongCell
            ? 'the address of a cell leads to another database; nothing is written there'
            : 'failed to tell a cell what has changed; retrying',
        ),
    });
    this.#steps = [
      makeStep(TICK_MS, () => this.#openMoves()),
      makeStep(TICK_MS, async () => void (await this.#startPending())),
      makeStep(DELETIONS_MS, () => this.#bringBackDeleted()),
      makeStep(MEASURE_MS, () => this.#measure()),
    ];
    this.#timer = setInterval(() => {
      if (options.hasManyCells()) for (const step of this.#steps) this.#take(step);
    }, TICK_MS).unref();
  }

  /** Brings everything about this live account to its cell. */
  sync(accountId: string): Promise<void> {
    return this.#start(`account ${accountId}`, async () => {
      await this.#sync(accountId, await findCell(this.#options.directory, accountId));
    });
  }

  /** Brings everything that has changed. Waits for no cell that didn't answer the last time. */
  async syncPending(): Promise<void> {
    if (!this.#options.hasManyCells()) return;
    const started = await this.#startPending();
    await Promise.all(started.filter(({ cell }) => !this.#breakers.isTripped(cell)).map(({ done }) => done));
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#steps.map(({ running }) => running));
    await Promise.allSettled(this.#running.values());
  }

  /** Steps don't wait for one another, nor for cells: they only start what is to be done there. */
  #take(step: Step): void {
    if (step.running !== null || performance.now() < step.dueAt) return;
    step.dueAt = performance.now() + step.everyMs;
    step.running = step
      .run()
      .then(() => {
        step.hasFailed = false;
      })
      .catch((error: unknown) => {
        if (!step.hasFailed)
          this.#options.logger.warn(
            describeError(error),
            'failed to look for what cells have to be told; retrying',
          );
        step.hasFailed = true;
      })
      .finally(() => {
        step.running = null;
      });
  }

  #start(key: string, task: () => Promise<void>): Promise<void> {
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    const started = task().finally(() => this.#running.delete(key));
    this.#running.set(key, started);
    started.catch(() => {}); // reported by its breaker, and tried again
    return started;
  }

  async #startPending(): Promise<{ cell: string; done: Promise<void> }[]> {
    const { rows } = await sql<Pending>`
      select id, cell from (
        select a.id, a.cell, row_number() over (partition by a.cell order by random()) as place
        from (select distinct account_id from leadline.directory_changes) d
        join leadline.accounts a on a.id = d.account_id) changed
      where place <= ${MAX_PER_CELL}`.execute(this.#options.directory);
    return this.#startSyncs(rows);
  }

  async #bringBackDeleted(): Promise<void> {
    const { rows } = await sql<Pending>`
      select id, cell from (
        select id, cell, row_number() over (partition by cell order by random()) as place
        from leadline.accounts where cell <> ${MAIN_CELL} and test_of is null and delete_at < now()) due
      where place <= ${MAX_PER_CELL}`.execute(this.#options.directory);
    this.#startSyncs(rows);
  }

  #startSyncs(pending: readonly Pending[]): { cell: string; done: Promise<void> }[] {
    return pending.map(({ id, cell }) => {
      const accountId = fromUuid(id);
      return { cell, done: this.#start(`account ${accountId}`, () => this.#sync(accountId, cell)) };
    });
  }

  /** Follows an account that has just moved. */
  async #sync(accountId: string, cell: string): Promise<void> {
    const syncWith = (name: string): Promise<string | null> =>
      this.#breakers.enter(name, () =>
        syncAccount(this.#options.directory, this.#destination(name), accountId),
      );
    for (let next: string | null = cell; next !== null; ) next = await syncWith(next);
  }

  async #openMoves(): Promise<void> {
    const { directory } = this.#options;
    await endFreezes(directory);
    for (const move of await listOpenMoves(directory))
      void this.#start(`move ${move.accountId}`, () =>
        this.#breakers.enter(move.cell, () => openMoved(directory, this.#destination(move.cell), move)),
      );
  }

  async #measure(): Promise<void> {
    const { directory } = this.#options;
    const cells = await directory.selectFrom('cells').select('name').execute();
    for (const { name } of cells)
      void this.#start(`size ${name}`, () =>
        this.#breakers.enter(name, () => measureCell(directory, this.#destination(name))),
      );
  }

  #destination(name: string): Destination {
    const pool = name === MAIN_CELL ? null : this.#options.poolOf(name);
    if (pool === null && name !== MAIN_CELL) throw new Error(`the directory has no cell "${name}"`);
    return { name, pool };
  }
}

const makeStep = (everyMs: number, run: () => Promise<void>): Step => ({
  everyMs,
  run,
  dueAt: 0,
  running: null,
  hasFailed: false,
});
