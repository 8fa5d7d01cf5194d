// Tables that have a column with the account, from the catalog, so that tests can't miss one.

import { sql } from 'kysely';
import type { Installation } from '../../src/platform/db/installation.ts';

export async function listAccountTables(owner: Installation): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'leadline'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attname = 'account_id' and not a.attisdropped
      and c.relname not in ('directory_changes', 'account_moves') -- for a moment, between cells
    order by 1`.execute(owner);
  return rows.map(({ name }) => name);
}

/** The rows of the accounts as text, by table. */
export async function readRowsOf(
  owner: Installation,
  accountIds: readonly string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const table of await listAccountTables(owner)) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from leadline.${sql.table(table)} t
      where account_id = any (${accountIds}::uuid[]) order by 1`.execute(owner);
    found.set(
      table,
      rows.map(({ row }) => row),
    );
  }
  return found;
}
