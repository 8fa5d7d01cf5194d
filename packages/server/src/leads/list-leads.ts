// Lists a page of leads in the requested order.

import type { LeadPage } from '@leadline/contract';
import { sql } from 'kysely';
import { fromUuid } from '../base/ids.ts';
import type { AccountScope } from '../db/account-scope.ts';
import type { LeadFilter } from './lead-filter.ts';
import { limitToSearch } from './limit-to-search.ts';
import { type Place, type Sort, showCursor } from './list-cursor.ts';
import { allOf, matchLeads } from './match-leads.ts';
import { readListed } from './read-listed.ts';
import { isAfter, ORDERS } from './sort-leads.ts';

export interface ListedPage {
  readonly sort: Sort;
  readonly limit: number;
  /** Where the previous page ended. */
  readonly after: Place | null;
}

export async function listLeads(
  scope: AccountScope,
  filter: LeadFilter,
  page: ListedPage,
): Promise<LeadPage> {
  const { places, next } = await findPlaces(scope, filter, page);
  return {
    success: true,
    data: await readListed(
      scope,
      places.map(({ id }) => id),
    ),
    next_cursor: next === null ? null : showCursor(page.sort, next),
  };
}

export interface FoundPlaces {
  readonly places: readonly Place[];
  /** Where the next page starts; null if this is the last one. */
  readonly next: Place | null;
}

/** Only uses indexed columns where it can, so even a filter that matches few leads doesn't have to read the rest. */
export async function findPlaces(
  scope: AccountScope,
  filter: LeadFilter,
  { sort, limit, after }: ListedPage,
): Promise<FoundPlaces> {
  const bound = after === null ? [] : [isAfter(sort, after)];
  const matching = matchLeads(filter, sort).map((one) => allOf([one, ...bound]));
  const alternatives = await limitToSearch(scope, filter, matching);
  if (alternatives.length === 0) return { places: [], next: null };
  const end = sql`order by ${ORDERS[sort]} limit ${limit + 1}`;
  const selects = alternatives.map(
    (one) => sql`(
      select l.id, l.score from leadline.leads l where l.account_id = ${scope.accountId} and ${one} ${end})`,
  );
  const { rows } = await sql<Place>`
    select l.id, l.score from (${sql.join(selects, sql` union all `)}) l ${end}`.execute(scope.transaction);
  const found = rows.map(({ id, score }) => ({ id: fromUuid(id), score }));
  const places = found.slice(0, limit);
  return { places, next: found.length > limit ? (places.at(-1) ?? null) : null };
}
