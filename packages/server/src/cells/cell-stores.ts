// Whether each cell can store leads.

import type { StoreHealth, StoreProblem } from '../db/store-health.ts';

interface StoreOfCell {
  readonly name: string;
  readonly store: StoreHealth;
}

export interface CellsWithStores {
  readonly all: readonly StoreOfCell[];
  of(accountId: string): StoreOfCell | Promise<StoreOfCell>;
}

export class CellStores {
  readonly #cells: CellsWithStores;

  constructor(cells: CellsWithStores) {
    this.#cells = cells;
  }

  /** Throws if there is too little space for leads of the account. */
  requireSpace(accountId: string): void {
    const cell = this.#cells.of(accountId);
    if (!(cell instanceof Promise)) cell.store.requireSpace();
  }

  /** A problem of one cell is no reason to send the requests of all others to another process, so null means that there is
   * a cell without one. */
  async check(): Promise<StoreProblem | null> {
    const problems = await Promise.all(this.#cells.all.map(({ store }) => store.check()));
    return problems.includes(null) ? null : (problems[0] ?? null);
  }
}
