// Finds out which accounts a batch has to wait for.

import type pg from 'pg';

/** https://www.postgresql.org/docs/current/errcodes-appendix.html: lock_not_available */
export const isLockTimeout = (error: unknown): boolean => (error as { code?: string }).code === '55P03';

/** Accounts whose lock someone holds right now. PostgreSQL shows a 64-bit key as two halves. */
export async function findLocked(pool: pg.Pool, accountIds: ReadonlySet<string>): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>(
    `select replace(a.id::text, '-', '') as id
     from unnest($1::uuid[]) as a (id)
     join pg_locks l on l.locktype = 'advisory' and l.granted and l.objsubid = 1
       and l.database = (select oid from pg_database where datname = current_database())
       and (l.classid::bigint << 32 | l.objid::bigint) = leadline.lock_key(a.id)`,
    [[...accountIds]],
  );
  return new Set(rows.map(({ id }) => id));
}
