// Who listens to which account in this process: one watcher for all of an account's listeners, and none without any.

import type { Logger } from '../base/log.ts';
import { accessAccount, SYSTEM } from '../db/account-scope.ts';
import type { Database } from '../db/database.ts';
import { type Listener, Watcher } from './watcher.ts';

interface Watch {
  readonly watcher: Watcher;
  readonly started: Promise<void>;
}

export class LiveFeed {
  readonly #db: Database;
  readonly #logger: Logger;
  readonly #watches = new Map<string, Watch>();

  constructor(db: Database, logger: Logger) {
    this.#db = db;
    this.#logger = logger;
  }

  /** Resolves once whatever is committed from now on will be told of, with what ends it. */
  async listen(accountId: string, listener: Listener): Promise<() => void> {
    const watch = this.#watches.get(accountId) ?? this.#start(accountId);
    watch.watcher.add(listener);
    const leave = (): void => {
      if (!watch.watcher.remove(listener)) return;
      if (this.#watches.get(accountId) === watch) this.#watches.delete(accountId);
      void watch.watcher.stop();
    };
    try {
      await watch.started;
    } catch (error) {
      leave();
      throw error;
    }
    return leave;
  }

  /** Nobody may listen any more; waits for what is being asked of the database. */
  async close(): Promise<void> {
    const watchers = [...this.#watches.values()].map(({ watcher }) => watcher);
    this.#watches.clear();
    await Promise.all(watchers.map((watcher) => watcher.stop()));
  }

  #start(accountId: string): Watch {
    const watcher = new Watcher(accessAccount(this.#db, { accountId, actor: SYSTEM }), this.#logger);
    const watch = { watcher, started: watcher.start() };
    this.#watches.set(accountId, watch);
    return watch;
  }
}
