// The queue in which accounts wait for a worker to run their backtests and rescores. An account waits there at most once.

import type pg from 'pg';
import type { Db, PgBoss } from 'pg-boss';
import { SETTINGS_TURNS } from './queues.ts';

export interface SettingsTurn {
  /** The live account. */
  readonly account: string;
}

export async function queueSettingsTurns(
  boss: PgBoss,
  liveAccountIds: Iterable<string>,
  options: { readonly db?: Db } = {},
): Promise<void> {
  const turns = Array.from(new Set(liveAccountIds), (account) => ({
    data: { account } satisfies SettingsTurn,
    singletonKey: account,
    group: { id: account },
  }));
  if (turns.length > 0) await boss.insert(SETTINGS_TURNS, turns, { ...options, returnId: false });
}

/** Queues accounts whose jobs have no turn, for example because all its retries failed while the database was down. */
export async function queueMissedSettingsTurns(pool: pg.Pool, boss: PgBoss): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `select distinct replace(j.account_id::text, '-', '') as id
     from leadline.settings_jobs j where j.status in ('queued', 'running') and j.kind in ('backtest', 'rescore')`,
  );
  await queueSettingsTurns(
    boss,
    rows.map(({ id }) => id),
  );
}
