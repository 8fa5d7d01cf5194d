// The distinct sources of an account, in alphabetical order, up to a limit. Jumps from one to the next in the index.

import { sql } from 'kysely';
import type { AccountScope } from '../db/account-scope.ts';

const MAX_SOURCES = 100;

export async function listSources({ transaction, accountId }: AccountScope): Promise<string[]> {
  const next = sql`
    select l.source from leadline.leads l where l.account_id = ${accountId}`;
  const { rows } = await sql<{ source: string }>`
    with recursive found as (
      (${next} order by l.source limit 1)
      union all
      select (${next} and l.source > f.source order by l.source limit 1) from found f where f.source is not null
    )
    select f.source from found f where f.source is not null limit ${MAX_SOURCES}`.execute(transaction);
  return rows.map(({ source }) => source);
}
