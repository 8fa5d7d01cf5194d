// The accounts to measure, each with people to search for.

import { runSql } from '../support/bench-postgres.ts';
import type { Target } from './measure-pages.ts';

export interface Account {
  readonly id: string;
  readonly key: string;
}

/** `keys` are in the order in which the accounts were created. */
export async function listAccounts(databaseUrl: string, keys: readonly string[]): Promise<Account[]> {
  const rows = await runSql(
    databaseUrl,
    'select id from leadline.accounts where test_of is null order by id',
  );
  return (rows as { id: string }[]).map(({ id }, n) => ({ id, key: keys[n] as string }));
}

/** `people` targets per account, from everywhere in its list of contacts. */
export async function findTargets(
  databaseUrl: string,
  accounts: readonly Account[],
  people: number,
): Promise<Target[]> {
  const targets: Target[] = [];
  for (const { id, key } of accounts) {
    const rows = await runSql(
      databaseUrl,
      `select c.email, c.surname, c.phone from (
         select email, surname, phone, row_number() over (order by email) as n, count(*) over () as contacts
         from leadline.contacts where account_id = $1 and email like 'u%@example.org'
       ) c where c.n % greatest(c.contacts / $2, 1) = 0 limit $2`,
      [id, people],
    );
    targets.push(...(rows as Omit<Target, 'key'>[]).map((person) => ({ key, ...person })));
  }
  return targets;
}
