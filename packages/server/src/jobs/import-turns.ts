// The queue in which accounts wait for their turn to import. An account waits there at most once, however many imports it
// has, so accounts take turns in the order in which they queue up.

import type pg from 'pg';
import type { Db, PgBoss } from 'pg-boss';
import { IMPORT_TURNS, SCHEMA } from './queues.ts';

export interface ImportTurn {
  /** The live account. */
  readonly account: string;
}

/** Only one turn of an account runs at a time, across all workers. */
export const ONE_PER_ACCOUNT = { groupConcurrency: 1 } as const;

export async function queueTurns(
  boss: PgBoss,
  liveAccountIds: Iterable<string>,
  options: { readonly db?: Db } = {},
): Promise<void> {
  const turns = Array.from(new Set(liveAccountIds), (account) => ({
    data: { account } satisfies ImportTurn,
    singletonKey: account,
    group: { id: account },
  }));
  if (turns.length > 0) await boss.insert(IMPORT_TURNS, turns, { ...options, returnId: false });
}

/** Queues accounts whose imports have no job, for example because all its retries failed while the database was down. */
export async function queueMissedTurns(pool: pg.Pool, boss: PgBoss): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `select distinct replace(coalesce(a.test_of, a.id)::text, '-', '') as id
     from leadline.imports i join leadline.accounts a on a.id = i.account_id
     where i.status in ('queued', 'running')`,
  );
  await queueTurns(
    boss,
    rows.map(({ id }) => id),
  );
}

export async function isAnotherAccountWaiting(pool: pg.Pool, liveAccountId: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from ${SCHEMA}.job
     where name = '${IMPORT_TURNS}' and state < 'active' and start_after <= now() and singleton_key <> $1 limit 1`,
    [liveAccountId],
  );
  return rowCount === 1;
}
