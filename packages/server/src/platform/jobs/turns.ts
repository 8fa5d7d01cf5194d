// Queues in which accounts wait for their turn to import, to backtest and rescore, or to train. An account waits there at most
// once, however much it has to do, so accounts take turns in the order in which they queue up.

import type pg from 'pg';
import type { Db, PgBoss } from 'pg-boss';
import {
  type CRM_TURNS,
  IMPORT_TURNS,
  MODEL_TURNS,
  SCHEMA,
  SETTINGS_TURNS,
  type SLOW_CRM_TURNS,
} from './queues.ts';

export interface Turn {
  /** The live account. */
  readonly account: string;
}

type CrmQueue = typeof CRM_TURNS | typeof SLOW_CRM_TURNS;
export type TurnQueue = typeof IMPORT_TURNS | typeof SETTINGS_TURNS | typeof MODEL_TURNS | CrmQueue;

/** Only one turn of an account runs at a time, across all workers. The queue can't keep two that start at the same moment
 * apart; within a worker, `oneAtATime` does. */
export const ONE_PER_ACCOUNT = { groupConcurrency: 1 } as const;

export async function queueTurns(
  boss: PgBoss,
  queue: TurnQueue,
  liveAccountIds: Iterable<string>,
  options: { readonly db?: Db } = {},
): Promise<void> {
  const turns = Array.from(new Set(liveAccountIds), (account) => ({
    data: { account } satisfies Turn,
    singletonKey: account,
    group: { id: account },
  }));
  if (turns.length > 0) await boss.insert(queue, turns, { ...options, returnId: false });
}

/** The live accounts that have something to do. */
const BUSY: Readonly<Record<Exclude<TurnQueue, CrmQueue>, string>> = {
  [IMPORT_TURNS]: `select coalesce(a.test_of, a.id) as id
    from leadline.imports i join leadline.accounts a on a.id = i.account_id
    where i.status in ('queued', 'running', 'undoing')`,
  [SETTINGS_TURNS]: `select j.account_id as id from leadline.settings_jobs j
    where j.status in ('queued', 'running') and j.kind in ('backtest', 'rescore')`,
  [MODEL_TURNS]: `select j.account_id as id from leadline.settings_jobs j
    where j.status in ('queued', 'running') and j.kind in ('training', 'drift')`,
};

/** Queues accounts that have something to do but no turn, for example because all its retries failed while the database was
 * down. A turn whose worker died is still there and will be retried. */
export async function queueMissedTurns(pool: pg.Pool, boss: PgBoss): Promise<void> {
  for (const [queue, busy] of Object.entries(BUSY) as [TurnQueue, string][]) {
    const { rows } = await pool.query<{ id: string }>(
      `select distinct replace(b.id::text, '-', '') as id from (${busy}) b
       where not exists (
         select from ${SCHEMA}.job j
         where j.name = $1 and j.singleton_key = replace(b.id::text, '-', '') and j.state <= 'active'
       )`,
      [queue],
    );
    await queueTurns(
      boss,
      queue,
      rows.map(({ id }) => id),
    );
  }
}

export async function isAnotherAccountWaiting(pool: pg.Pool, liveAccountId: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from ${SCHEMA}.job
     where name = '${IMPORT_TURNS}' and state < 'active' and start_after <= now() and singleton_key <> $1 limit 1`,
    [liveAccountId],
  );
  return rowCount === 1;
}
