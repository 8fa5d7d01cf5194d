// Queues what accounts missed while they were on their way to another cell: the jobs of the source stay behind, and its worker
// drops those of an account it can't see. The mover does the same, but it may have died.

import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import { queueMissedDeliveries } from '../../notifications/webhooks/queue-missed-deliveries.ts';
import { describeError, type Logger } from '../../platform/base/log.ts';
import { PollingLoop } from '../../platform/base/polling-loop.ts';
import { queueMissedTurns } from '../../platform/jobs/turns.ts';

interface Returned {
  readonly id: string;
  readonly leavesAt: string;
}

const POLL_MS = 3_000;
const MAX_AT_ONCE = 100;

export class MovesWatch {
  readonly #pool: pg.Pool;
  readonly #boss: PgBoss;
  readonly #loop: PollingLoop;
  /** Accounts that the round before has queued. */
  #queued: ReadonlySet<string> = new Set();

  constructor(pool: pg.Pool, boss: PgBoss, logger: Logger) {
    this.#pool = pool;
    this.#boss = boss;
    this.#loop = new PollingLoop({
      round: () => this.#round(),
      onFailure: (error) =>
        logger.warn(describeError(error), 'failed to queue the work of accounts that have moved; retrying'),
      pollMs: POLL_MS,
      retryMs: POLL_MS,
    });
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Queues each account twice: the first time, a job may still be there that the worker is about to drop. */
  async #round(): Promise<boolean> {
    const { rows } = await this.#pool.query<Returned>(
      `select id, leaves_at::text as "leavesAt" from leadline.accounts
       where presence = 'here' and leaves_at is not null order by id limit $1`,
      [MAX_AT_ONCE],
    );
    if (rows.length > 0) {
      await queueMissedDeliveries(
        this.#pool,
        this.#boss,
        rows.map(({ id }) => id),
      );
      await queueMissedTurns(this.#pool, this.#boss);
      await this.#settle(rows.filter(({ id }) => this.#queued.has(id)));
    }
    this.#queued = new Set(rows.map(({ id }) => id));
    return false;
  }

  /** An account that has been about to leave again meanwhile has another time. */
  async #settle(returned: readonly Returned[]): Promise<void> {
    if (returned.length === 0) return;
    await this.#pool.query(
      `update leadline.accounts a set leaves_at = null
       from unnest($1::uuid[], $2::timestamptz[]) as r (id, leaves_at)
       where a.id = r.id and a.presence = 'here' and a.leaves_at = r.leaves_at`,
      [returned.map(({ id }) => id), returned.map(({ leavesAt }) => leavesAt)],
    );
  }
}
