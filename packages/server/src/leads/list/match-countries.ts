// Leads whose phone numbers belong to certain countries, as a condition on `leads l`.

import { type RawBuilder, sql } from 'kysely';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import type { LeadFilter } from './lead-filter.ts';

/** If there are no more leads than this, it is faster to look up each than to look for them among all. */
const MAX_FEW = 2_000;

/** Finds the leads of rare countries. */
export async function findCountries(scope: AccountScope, filter: LeadFilter): Promise<LeadFilter> {
  const { countries } = filter;
  if (countries === undefined) return filter;
  const { rows } = await sql<{ id: string }>`
    select s.id from leadline.search_texts s
    where s.account_id = ${scope.accountId} and s.country = any(${countries}::text[])
    limit ${MAX_FEW + 1}`.execute(scope.transaction);
  return rows.length > MAX_FEW ? filter : { ...filter, leadsOfCountries: rows.map(({ id }) => id) };
}

export const matchCountries = ({ countries, leadsOfCountries }: LeadFilter): RawBuilder<boolean> =>
  leadsOfCountries === undefined
    ? sql`exists (
        select from leadline.search_texts s
        where s.account_id = l.account_id and s.id = l.id and s.country = any(${countries}::text[]) offset 0)`
    : sql`l.id = any(${leadsOfCountries}::uuid[])`;
