// Bytes on disk per lead.

import { runSql } from '../support/bench-postgres.ts';

export interface Size {
  /** With TOAST. */
  readonly table: number;
  readonly indexes: number;
}

const TABLES = ['leads', 'contacts', 'search_texts', 'outcomes'];

export async function measureSizes(databaseUrl: string, leads: number): Promise<Record<string, Size>> {
  const sizes: Record<string, Size> = {};
  for (const name of TABLES) {
    const rows = await runSql(
      databaseUrl,
      `select sum(pg_table_size(t.oid))::float8 as "table", sum(pg_indexes_size(t.oid))::float8 as indexes
       from (select $1::regclass as oid union select inhrelid from pg_inherits where inhparent = $1::regclass) t`,
      [`leadline.${name}`],
    );
    const { table, indexes } = rows[0] as Size;
    sizes[name] = { table: table / leads, indexes: indexes / leads };
  }
  return sizes;
}
