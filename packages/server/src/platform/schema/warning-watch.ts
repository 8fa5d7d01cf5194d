// Turns warnings from PostgreSQL into errors. A GRANT or REVOKE that changes nothing, because the current role may not
// grant that privilege, only warns; a migration must not pass over that.

import type pg from 'pg';

export class WarningWatch {
  #warnings: string[] = [];

  /** Only sees connections that the pool opens from now on. */
  constructor(pool: pg.Pool) {
    pool.on('connect', (client) =>
      client.on('notice', ({ severity, message }) => {
        if (severity === 'WARNING' && message !== undefined) this.#warnings.push(message);
      }),
    );
  }

  /** `source` is what ran since the last call. */
  throwIfAny(source: string): void {
    const [first] = this.#warnings;
    this.#warnings = [];
    if (first !== undefined) throw new Error(`PostgreSQL warned about ${source}: ${first}`);
  }
}
