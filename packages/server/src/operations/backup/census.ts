// Counts the rows of every table and picks a sample of leads, to compare a restored database with the original.

import { sql, type Transaction } from 'kysely';
import { fromUuid } from '../../platform/base/ids.ts';
import type { Installation } from '../../platform/db/installation.ts';
import type { Tables } from '../../platform/db/tables.ts';

export interface Census {
  readonly counts: ReadonlyMap<string, number>;
  /** How many rows were ever added or deleted, by table. */
  readonly churn: ReadonlyMap<string, number>;
}

export interface SampledLead {
  readonly accountId: string;
  readonly id: string;
  /** Of the lead and its score. */
  readonly hash: string;
}

export async function takeCensus(db: Installation): Promise<Census> {
  return readOnce(db, async (transaction) => {
    const { rows: tables } = await sql<{ name: string; churn: number }>`
      select c.relname as name, (select coalesce(sum(s.n_tup_ins + s.n_tup_del), 0)::float8 from pg_stat_user_tables s
        where s.relid = c.oid or s.relid in (select inhrelid from pg_inherits where inhparent = c.oid)) as churn
      from pg_class c where c.relnamespace = 'leadline'::regnamespace and c.relkind in ('r', 'p')
        and not c.relispartition order by 1`.execute(transaction);
    const counts = new Map<string, number>();
    for (const { name } of tables) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::float8 as count from leadline.${sql.table(name)}`.execute(transaction);
      counts.set(name, rows[0]?.count ?? 0);
    }
    return { counts, churn: new Map(tables.map(({ name, churn }) => [name, churn])) };
  });
}

/** Evenly from all leads, if there are more than `size`. */
export async function sampleLeads(db: Installation, total: number, size: number): Promise<SampledLead[]> {
  const percent = total <= size ? 100 : Math.min(100, (300 * size) / total);
  const { rows } = await sql<{ account: string; id: string; hash: string }>`
    select l.account_id as account, l.id, md5(l.lead::text || l.scored::text) as hash
    from leadline.leads l tablesample bernoulli (${sql.lit(percent)}) 
    where l.account_id in (select a.id from leadline.accounts a where a.presence in ('here', 'leaving'))
    order by random() limit ${size}`.execute(db);
  return rows.map(({ account, id, hash }) => ({ accountId: fromUuid(account), id: fromUuid(id), hash }));
}

/** The hashes of those that still exist, by ID. */
export async function readHashes(
  db: Installation,
  leads: readonly SampledLead[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; hash: string }>`
    select l.id, md5(l.lead::text || l.scored::text) as hash
    from unnest(${leads.map(({ accountId }) => accountId)}::uuid[], ${leads.map(({ id }) => id)}::uuid[]) as s (account_id, id)
    join leadline.leads l on l.account_id = s.account_id and l.id = s.id`.execute(db);
  return new Map(rows.map(({ id, hash }) => [fromUuid(id), hash]));
}

const readOnce = <T>(db: Installation, work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
