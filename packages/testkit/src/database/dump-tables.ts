// Dumps all tables in the given schemas as text, keyed by table name. Binary columns are in hex.

import type { Installation } from '@leadline/server';
import { sql } from 'kysely';

export async function dumpTables(
  { owner }: { readonly owner: Installation },
  schemas: readonly string[],
): Promise<Map<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in (${sql.join(schemas)}) and c.relkind in ('r', 'p') and not c.relispartition
    order by name`.execute(owner);
  const contents = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(owner);
    contents.set(name, rows.map(({ row }) => row).join('\n'));
  }
  return contents;
}
