// What the owner's login needs in each database besides its tables, if it isn't a superuser; docs/operations.md lists it, too.

import type pg from 'pg';
import type { Cell } from '../directory/owner-connections.ts';
import { MAIN_CELL } from '../places/cell-address.ts';

/** `wait`: to see when the transactions of others end. */
type Purpose = 'send' | 'receive' | 'wait';

interface MissingRights {
  readonly user: string;
  /** Statements that grant them. */
  readonly grants: readonly string[];
}

/** Throws if one of them is missing, with the statements that grant it. */
export async function requireRights(directory: pg.Pool, source: Cell, target: Cell): Promise<void> {
  const sentences: string[] = [];
  const check = async ({ name, pool }: Pick<Cell, 'name' | 'pool'>, ...purposes: Purpose[]) => {
    const { user, grants } = await findMissingRights(pool, purposes);
    if (grants.length > 0)
      sentences.push(
        `"${user}" may not move accounts in the cell "${name}": as a superuser, run ${grants.join('; ')}`,
      );
  };
  await check(source, 'send', 'wait');
  // A move also waits for transactions in the directory.
  if (target.name === MAIN_CELL) await check(target, 'receive', 'wait');
  else await check(target, 'receive');
  if (source.name !== MAIN_CELL && target.name !== MAIN_CELL)
    await check({ name: MAIN_CELL, pool: directory }, 'wait');
  if (sentences.length > 0) throw new Error(sentences.join('. '));
}

async function findMissingRights(pool: pg.Pool, purposes: readonly Purpose[]): Promise<MissingRights> {
  const { rows } = await pool.query<MissingRights>(
    `select r.rolname as user, coalesce(array_agg(distinct n.statement) filter (where not n.is_there), '{}') as grants
     from pg_roles r cross join lateral (values
       ('send', r.rolsuper or r.rolreplication, format('alter role %I replication', r.rolname)),
       ('wait', pg_has_role('pg_read_all_stats', 'usage'), format('grant pg_read_all_stats to %I', r.rolname)),
       ('receive', pg_has_role('pg_create_subscription', 'usage'),
        format('grant pg_create_subscription to %I', r.rolname)),
       ('send', has_database_privilege(current_database(), 'create'),
        format('grant create on database %I to %I', current_database(), r.rolname)),
       ('receive', has_database_privilege(current_database(), 'create'),
        format('grant create on database %I to %I', current_database(), r.rolname))
     ) as n (purpose, is_there, statement)
     where r.rolname = current_user and n.purpose = any ($1) group by r.rolname`,
    [purposes],
  );
  return rows[0] as MissingRights;
}
