// Counts the rows of a table that another database lacks, by primary key.

import { type RawBuilder, sql } from 'kysely';
import type { TransferredTable } from '../../operations/transfer/transferred-tables.ts';
import type { Installation } from '../../platform/db/installation.ts';

interface KeyPage {
  readonly keys: string | null;
  readonly count: number;
  readonly last: string | null;
}

const KEYS_PER_STEP = 5_000;

export async function countMissing(
  source: Installation,
  target: Installation,
  { name, where = 'true' }: TransferredTable,
  accountIds: readonly string[],
): Promise<{ readonly rows: number; readonly missing: number }> {
  const table = sql`leadline.${sql.table(name)}`;
  const columns = await listKeyColumns(source, name);
  const key = refer(columns);
  const readPage = async (last: string | null): Promise<KeyPage | undefined> => {
    const { rows } = await sql<KeyPage>`
      select json_agg(k)::text as keys, count(*) as count, (array_agg(to_json(k)))[count(*)]::text as last from (
        select ${key} from ${table} where account_id = any (${accountIds}::uuid[]) and ${sql.raw(where)}
          and (${last}::json is null or (${key}) > (select ${key} from json_populate_record(null::${table}, ${last}::json)))
        order by ${key} limit ${KEYS_PER_STEP}) k`.execute(source);
    return rows[0];
  };
  const found = { rows: 0, missing: 0 };
  for (let page = await readPage(null); page?.keys != null; page = await readPage(page.last)) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from json_populate_recordset(null::${table}, ${page.keys}::json) k
      where not exists (
        select from ${table} c where (${refer(columns, 'c.')}) = (${refer(columns, 'k.')}))`.execute(target);
    found.rows += page.count;
    found.missing += rows[0]?.count ?? 0;
  }
  return found;
}

const refer = (columns: readonly string[], prefix = ''): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql.ref(prefix + column)));

async function listKeyColumns(db: Installation, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select a.attname as name from pg_index i
    join unnest(i.indkey[0:i.indnkeyatts - 1]) with ordinality as k (number, place) on true
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
    where i.indrelid = ${`leadline.${table}`}::regclass and i.indisprimary order by k.place`.execute(db);
  return rows.map(({ name }) => name);
}
