// The distinct sources of an account, in alphabetical order, up to a limit.

import { sql } from 'kysely';
import type { AccountScope } from '../../platform/db/account-scope.ts';

const MAX_SOURCES = 100;

export async function listSources({ transaction }: AccountScope): Promise<string[]> {
  const { rows } = await sql<{ source: string }>`
    select leadline.list_sources(${MAX_SOURCES}) as source`.execute(transaction);
  return rows.map(({ source }) => source);
}
