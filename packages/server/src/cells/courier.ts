// Tells cells what the directory has changed about their accounts: keys, people, plans, the audit log. A change waits in
// directory_changes until its cell has stored it. Every API process has a courier; an account's lock in the directory keeps
// them apart. Also ends what a mover that died has left behind; see docs/decisions/0048-cells.md.

import { sql } from 'kysely';
import { fromUuid } from '../base/ids.ts';
import { describeError, type Logger } from '../base/log.ts';
import { MAIN_CELL } from '../db/cell-address.ts';
import { type Installation, inTransaction } from '../db/installation.ts';

export interface CourierOptions {
  /** With the role for sign-in, because the worker and the rest of the API can't read what it carries. */
  readonly directory: Installation;
  /** The same role in a cell, or null if this process doesn't know the cell yet. */
  readonly databaseOf: (cell: string) => Installation | null;
  /** With one cell, there is nothing to do. */
  readonly areSeveral: () => boolean;
  readonly logger: Logger;
}

interface Packed {
  readonly cell: string;
  readonly packed: {
    readonly audit_log: readonly { readonly id: string }[];
    readonly changes: readonly { readonly task: string | null; readonly details: unknown }[];
  };
  readonly lastChange: number | null;
}

interface Move {
  readonly id: string;
  readonly source: string;
  readonly target: string;
}

const TICK_MS = 300;
/** An account that is due for deletion comes back to the directory once its cell has deleted it. */
const DELETIONS_MS = 10_000;
/** How often cells are measured, to place new accounts. */
const MEASURE_MS = 60_000;
const MAX_AT_ONCE = 200;
/** A freeze takes a part of a second. After this, the account is used where it was. */
const MAX_FROZEN = '1 second';

export class Courier {
  readonly #options: CourierOptions;
  readonly #delivering = new Map<string, Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #tick: Promise<void> | null = null;
  #deletionsAt = 0;
  #measuredAt = 0;
  #hasFailed = false;

  constructor(options: CourierOptions) {
    this.#options = options;
    this.#timer = setInterval(() => {
      if (options.areSeveral())
        this.#tick ??= this.#run().finally(() => {
          this.#tick = null;
        });
    }, TICK_MS).unref();
  }

  /** Brings everything about this live account to its cell. */
  deliver(accountId: string): Promise<void> {
    const running = this.#delivering.get(accountId);
    if (running !== undefined) return running;
    const delivering = this.#deliver(accountId).finally(() => this.#delivering.delete(accountId));
    this.#delivering.set(accountId, delivering);
    return delivering;
  }

  /** Brings everything that has changed. A cell that is down holds up nobody else. */
  async deliverPending(): Promise<void> {
    if (!this.#options.areSeveral()) return;
    const { rows } = await sql<{ id: string }>`
      select distinct account_id as id from leadline.directory_changes limit ${MAX_AT_ONCE}`.execute(
      this.#options.directory,
    );
    await this.#deliverAll(rows.map(({ id }) => fromUuid(id)));
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#tick;
    await Promise.allSettled(this.#delivering.values());
  }

  async #run(): Promise<void> {
    try {
      await this.#endFreezes();
      await this.#openArrived();
      await this.deliverPending();
      if (performance.now() - this.#deletionsAt > DELETIONS_MS) {
        this.#deletionsAt = performance.now();
        await this.#bringBackDeleted();
      }
      if (performance.now() - this.#measuredAt > MEASURE_MS) {
        this.#measuredAt = performance.now();
        await this.#measure();
      }
      this.#hasFailed = false;
    } catch (error) {
      // Once, not three times a second.
      if (!this.#hasFailed)
        this.#options.logger.warn(
          describeError(error),
          'failed to tell cells what has changed; trying again',
        );
      this.#hasFailed = true;
    }
  }

  async #deliverAll(accountIds: readonly string[]): Promise<void> {
    const results = await Promise.allSettled(accountIds.map((id) => this.deliver(id)));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  #deliver(accountId: string): Promise<void> {
    return inTransaction(this.#options.directory, async (trx) => {
      const { rows } = await sql<Packed>`
        select cell, packed, last_change as "lastChange" from leadline.pack_account(${accountId})`.execute(
        trx,
      );
      const [account] = rows;
      if (account === undefined) return; // deleted
      const { cell, packed, lastChange } = account;
      let isKept = true;
      if (cell === MAIN_CELL) {
        for (const { task, details } of packed.changes)
          if (task !== null)
            await sql`select leadline.run_directory_task(${accountId}, ${task}, ${JSON.stringify(details)})`.execute(
              trx,
            );
      } else {
        const { rows: unpacked } = await sql<{ isKept: boolean }>`
          select leadline.unpack_account(${JSON.stringify(packed)}) as "isKept"`.execute(this.#in(cell));
        isKept = unpacked[0]?.isKept === true;
      }
      await sql`
        select leadline.settle_account(
          ${accountId}, ${lastChange}, ${packed.audit_log.map(({ id }) => id)}::uuid[], ${!isKept})`.execute(
        trx,
      );
    });
  }

  #in(cell: string): Installation {
    const db = cell === MAIN_CELL ? this.#options.directory : this.#options.databaseOf(cell);
    if (db === null) throw new Error(`the directory has no cell "${cell}"`);
    return db;
  }

  /** Lets an account be used where it was if its mover seems to have died. The attempt is counted first and in a transaction
   * of its own: from then on the mover can't switch any more. */
  async #endFreezes(): Promise<void> {
    const { directory } = this.#options;
    await sql`
      update leadline.account_moves set step = 'copying', attempt = attempt + 1
      where step = 'frozen' and frozen_at < now() - ${MAX_FROZEN}::interval`.execute(directory);
    await this.#openWhile('copying', ({ source }) => source);
  }

  #openArrived(): Promise<void> {
    return this.#openWhile('switched', ({ target }) => target);
  }

  /** The row stays locked meanwhile, so that the move can't take its next step. */
  async #openWhile(step: 'copying' | 'switched', cellOf: (move: Move) => string): Promise<void> {
    const { directory } = this.#options;
    const { rows } = await sql<Move>`
      select account_id as id, source, target from leadline.account_moves where step = ${step} limit ${MAX_AT_ONCE}`.execute(
      directory,
    );
    for (const move of rows) {
      await inTransaction(directory, async (trx) => {
        const { rows: held } = await sql`
          select from leadline.account_moves where account_id = ${move.id} and step = ${step}
          for update skip locked`.execute(trx);
        if (held.length === 1)
          await sql`select leadline.open_account(${move.id})`.execute(
            cellOf(move) === MAIN_CELL ? trx : this.#in(cellOf(move)),
          );
      });
    }
  }

  async #measure(): Promise<void> {
    const cells = await this.#options.directory.selectFrom('cells').select('name').execute();
    // Those that are down keep the size they had.
    await Promise.allSettled(cells.map(({ name }) => this.#measureCell(name)));
  }

  async #measureCell(name: string): Promise<void> {
    const { rows } = await sql<{ bytes: number }>`
      select pg_database_size(current_database()) as bytes`.execute(this.#in(name));
    await sql`
      update leadline.cells set bytes = ${rows[0]?.bytes ?? 0},
        accounts = (select count(*) from leadline.accounts where cell = ${name} and test_of is null)
      where name = ${name}`.execute(this.#options.directory);
  }

  async #bringBackDeleted(): Promise<void> {
    const { rows } = await sql<{ id: string }>`
      select id from leadline.accounts
      where cell <> ${MAIN_CELL} and test_of is null and delete_at < now() limit ${MAX_AT_ONCE}`.execute(
      this.#options.directory,
    );
    await this.#deliverAll(rows.map(({ id }) => fromUuid(id)));
  }
}
