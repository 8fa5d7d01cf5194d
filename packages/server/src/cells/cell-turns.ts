// Turns at the database of each cell, so that a cell that is slow or down takes no turns from the accounts of others.

import { FairQueue, type FairQueueOptions } from '../base/fair-queue.ts';
import { MAIN_CELL } from '../db/cell-address.ts';

export interface CellsByAccount {
  of(accountId: string): { readonly name: string } | Promise<unknown>;
}

export class CellTurns {
  readonly #cells: CellsByAccount;
  readonly #options: FairQueueOptions;
  readonly #queues = new Map<string, FairQueue>();

  constructor(cells: CellsByAccount, options: FairQueueOptions) {
    this.#cells = cells;
    this.#options = options;
  }

  run<Result>(account: string, task: () => Promise<Result>): Promise<Result> {
    return this.#queueOf(account).run(account, task);
  }

  runHoweverMany<Result>(account: string, task: () => Promise<Result>): Promise<Result> {
    return this.#queueOf(account).runHoweverMany(account, task);
  }

  #queueOf(account: string): FairQueue {
    const cell = this.#cells.of(account);
    const name = 'name' in cell ? cell.name : MAIN_CELL; // if it isn't known yet, the directory is asked first
    const queue = this.#queues.get(name) ?? new FairQueue(this.#options);
    this.#queues.set(name, queue);
    return queue;
  }
}
