// Manages the live listeners of this process. All listeners of an account share one watcher, which stops when the last
// one leaves.

import type { Logger } from '../../platform/base/log.ts';
import { type AccountDatabase, accessAccount, asSystem } from '../../platform/db/account-scope.ts';
import { type Listener, Watcher } from './watcher.ts';

interface Watch {
  readonly watcher: Watcher;
  readonly started: Promise<void>;
}

export class LiveFeed {
  readonly #db: AccountDatabase;
  readonly #logger: Logger;
  readonly #watches = new Map<string, Watch>();

  constructor(db: AccountDatabase, logger: Logger) {
    this.#db = db;
    this.#logger = logger;
  }

  /** The listener gets every event committed after the promise resolves. Call the returned function to stop
   * listening. */
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

  /** Stops all watchers and waits for their current queries to finish. */
  async close(): Promise<void> {
    const watchers = [...this.#watches.values()].map(({ watcher }) => watcher);
    this.#watches.clear();
    await Promise.all(watchers.map((watcher) => watcher.stop()));
  }

  #start(accountId: string): Watch {
    const watcher = new Watcher(accessAccount(this.#db, asSystem(accountId)), this.#logger);
    const watch = { watcher, started: watcher.start() };
    this.#watches.set(accountId, watch);
    return watch;
  }
}
