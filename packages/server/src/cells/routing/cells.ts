// The cells this process has connections to, and which of them each account lives in. A place is trusted until the cell
// itself says that the account isn't there (sql/hold_account.sql), so nothing has to be refreshed. Since a cell that is shut
// down can't say so, places of accounts that have moved are also forgotten. With one cell, nothing is asked at all. See
// docs/decisions/0048-cells.md.

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { overloaded } from '../../platform/base/domain-error.ts';
import { fromUuid } from '../../platform/base/ids.ts';
import type { Database } from '../../platform/db/database.ts';
import { type CellPlace, MAIN_CELL } from '../places/cell-address.ts';

export interface OpenCell {
  readonly name: string;
  close(): Promise<void>;
}

export interface CellsOptions<Cell> {
  /** The directory, which is also the cell "main". */
  readonly main: Cell;
  readonly directory: Database;
  /** Must not wait for the cell's database, which may be down. */
  readonly open: (place: CellPlace) => Cell;
  readonly onError: (error: Error) => void;
}

interface Known<Cell> {
  readonly cell: Cell;
  readonly address: string | null;
}

const REFRESH_MS = 2_000;
/** More than a switch takes to commit. */
const MOVES_OVERLAP_S = 60;
/** How often the directory is asked whether an account has arrived. */
const MOVING_PAUSE_MS = 30;
/** Bounds memory; 60 MB. */
const MAX_PLACES = 500_000;

export class Cells<Cell extends OpenCell> {
  readonly main: Cell;
  readonly #options: CellsOptions<Cell>;
  readonly #known: Map<string, Known<Cell>>;
  /** The cell's name, by account. */
  readonly #places = new Map<string, string>();
  readonly #finding = new Map<string, Promise<Cell>>();
  readonly #timer: NodeJS.Timeout;
  #refreshing: Promise<void> | null = null;
  #refreshedAt = performance.now();

  constructor(options: CellsOptions<Cell>) {
    this.main = options.main;
    this.#options = options;
    this.#known = new Map([[MAIN_CELL, { cell: options.main, address: null }]]);
    this.#timer = setInterval(() => void this.refresh().catch(options.onError), REFRESH_MS).unref();
  }

  get all(): Cell[] {
    return Array.from(this.#known.values(), ({ cell }) => cell);
  }

  get hasManyCells(): boolean {
    return this.#known.size > 1;
  }

  named(name: string): Cell | null {
    return this.#known.get(name)?.cell ?? null;
  }

  /** The account's cell. Only a promise if the directory has to be asked. */
  of(accountId: string): Cell | Promise<Cell> {
    if (!this.hasManyCells) return this.main;
    const name = this.#places.get(accountId);
    return (name === undefined ? null : this.named(name)) ?? this.#find(accountId);
  }

  /** Waits until an account that wasn't where we thought can be used, at most until that time. */
  async relocate(accountId: string, until: number): Promise<Cell> {
    this.#places.delete(accountId);
    for (;;) {
      const { name, isFrozen } = await this.#readPlace(accountId);
      if (performance.now() > until) throw overloaded();
      await sleep(MOVING_PAUSE_MS);
      if (!isFrozen) return this.#remember(accountId, name);
    }
  }

  /** Learns which cells there are, and which accounts have moved. Concurrent calls share the queries. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#refreshing?.catch(() => {});
    // Others write to the directory when they close.
    await Promise.all(this.all.map((cell) => (cell === this.main ? null : cell.close())));
    await this.main.close();
  }

  #find(accountId: string): Promise<Cell> {
    const running = this.#finding.get(accountId);
    if (running !== undefined) return running;
    const finding = this.#readPlace(accountId)
      .then(({ name }) => this.#remember(accountId, name))
      .finally(() => this.#finding.delete(accountId));
    this.#finding.set(accountId, finding);
    return finding;
  }

  async #remember(accountId: string, name: string): Promise<Cell> {
    if (this.named(name) === null) await this.refresh();
    const cell = this.named(name);
    if (cell === null) throw new Error(`the directory has no cell "${name}"`);
    if (this.#places.size >= MAX_PLACES) this.#places.clear();
    this.#places.set(accountId, name);
    return cell;
  }

  async #readPlace(accountId: string): Promise<{ name: string; isFrozen: boolean }> {
    const { rows } = await sql<{ name: string; isFrozen: boolean }>`
      select a.cell as name, coalesce(m.step = 'frozen', false) as "isFrozen"
      from leadline.accounts a
      left join leadline.account_moves m on m.account_id = coalesce(a.test_of, a.id)
      where a.id = ${accountId}`.execute(this.#options.directory);
    return rows[0] ?? { name: MAIN_CELL, isFrozen: false }; // deleted
  }

  async #refresh(): Promise<void> {
    const startedAt = performance.now();
    await this.#readCells();
    if (this.hasManyCells) await this.#forgetMoved((startedAt - this.#refreshedAt) / 1_000 + MOVES_OVERLAP_S);
    this.#refreshedAt = startedAt;
  }

  async #forgetMoved(seconds: number): Promise<void> {
    const { rows } = await sql<{ id: string; cell: string }>`
      select a.id, a.cell from leadline.account_moves m join leadline.accounts a on m.account_id in (a.id, a.test_of)
      where m.switched_at > now() - make_interval(secs => ${seconds})`.execute(this.#options.directory);
    for (const { id, cell } of rows) {
      const accountId = fromUuid(id);
      if (this.#places.get(accountId) !== cell) this.#places.delete(accountId);
    }
  }

  async #readCells(): Promise<void> {
    const listed = await this.#options.directory.selectFrom('cells').select(['name', 'address']).execute();
    const addresses = new Map(listed.map(({ name, address }) => [name, address]));
    for (const [name, { cell, address }] of this.#known) {
      if (name === MAIN_CELL || addresses.get(name) === address) continue;
      this.#known.delete(name);
      void cell.close().catch(this.#options.onError);
    }
    for (const place of listed)
      if (!this.#known.has(place.name))
        this.#known.set(place.name, { cell: this.#options.open(place), address: place.address });
  }
}
