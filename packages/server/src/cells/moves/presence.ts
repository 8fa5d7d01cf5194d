// Who may use an account in a cell; see migrations/0001_schema.sql.

import type pg from 'pg';
import type { Presence } from '../../platform/db/tables.ts';

/** Null if the cell has never heard of the account. */
export async function findPresence(pool: pg.Pool, accountId: string): Promise<Presence | null> {
  const { rows } = await pool.query<{ presence: Presence }>(
    'select presence from leadline.accounts where id = $1',
    [accountId],
  );
  return rows[0]?.presence ?? null;
}

/** Changes it for the account and its test account, where it is one of `from`. Returns whether the account itself is there. */
export async function setPresence(
  client: pg.Pool | pg.ClientBase,
  accountId: string,
  presence: Presence,
  from: readonly Presence[],
): Promise<boolean> {
  const { rows } = await client.query<{ id: string }>(
    `with changed as (
       update leadline.accounts a set presence = $2
       where $1 in (a.id, a.test_of) and a.presence = any ($3) and a.presence <> $2)
     select a.id from leadline.accounts a where a.id = $1 and (a.presence = any ($3) or a.presence = $2)`,
    [accountId, presence, from],
  );
  return rows.length === 1;
}
