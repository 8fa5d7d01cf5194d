// The queue in which accounts wait for a worker to train their models and look for drift. An account waits there at most once.

import type pg from 'pg';
import type { Db, PgBoss } from 'pg-boss';
import { MODEL_TURNS } from './queues.ts';

export interface ModelTurn {
  /** The live account. */
  readonly account: string;
}

export async function queueModelTurns(
  boss: PgBoss,
  liveAccountIds: Iterable<string>,
  options: { readonly db?: Db } = {},
): Promise<void> {
  const turns = Array.from(new Set(liveAccountIds), (account) => ({
    data: { account } satisfies ModelTurn,
    singletonKey: account,
    group: { id: account },
  }));
  if (turns.length > 0) await boss.insert(MODEL_TURNS, turns, { ...options, returnId: false });
}

/** Queues accounts whose trainings and looks have no turn, for example because all its retries failed while the database was down. */
export async function queueMissedModelTurns(pool: pg.Pool, boss: PgBoss): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `select distinct replace(j.account_id::text, '-', '') as id
     from leadline.settings_jobs j where j.status in ('queued', 'running') and j.kind in ('training', 'drift')`,
  );
  await queueModelTurns(
    boss,
    rows.map(({ id }) => id),
  );
}
