// How many of the newest matching leads have each value of a filter. A filter is ignored when its own values are counted.

import { type RawBuilder, sql } from 'kysely';
import type { AccountScope } from '../db/account-scope.ts';
import { countryOfPhone } from './country-of-phone.ts';
import type { LeadFilter } from './lead-filter.ts';
import { limitToSearch } from './limit-to-search.ts';
import { matchLeads } from './match-leads.ts';
import { ORDERS } from './sort-leads.ts';

export interface Facet {
  readonly value: string;
  readonly count: number;
}

type Name = 'source' | 'assignee' | 'status' | 'country' | 'grade';

type Facets = Readonly<Record<Name, Facet[]>> & { readonly counted: number; readonly isCapped: boolean };

/** No menu shows more values. The most common come first. */
const MAX_VALUES = 100;

const OWN_FILTERS = {
  source: 'sources',
  assignee: 'assignees',
  status: 'statuses',
  country: 'countries',
  grade: 'grades',
} as const satisfies Record<Name, keyof LeadFilter>;

const VALUES: Readonly<Record<Name, RawBuilder<string>>> = {
  source: sql`l.source`,
  assignee: sql`coalesce(l.assignee::text, '')`,
  status: sql`case l.outcome when 'open' then l.stage else l.outcome end`,
  country: countryOfPhone,
  grade: sql`l.grade`,
};

export async function countFacets(scope: AccountScope, filter: LeadFilter, most: number): Promise<Facets> {
  const names = Object.keys(OWN_FILTERS) as Name[];
  const isSet = (name: Name): boolean => filter[OWN_FILTERS[name]] !== undefined;
  const shared = await countValues(
    scope,
    filter,
    names.filter((name) => !isSet(name)),
    most,
  );
  const values = { ...shared.values };
  for (const name of names.filter(isSet)) {
    const others = { ...filter, [OWN_FILTERS[name]]: undefined };
    values[name] = (await countValues(scope, others, [name], most)).values[name];
  }
  return {
    ...values,
    counted: Math.min(shared.counted, most),
    isCapped: shared.counted > most,
  };
}

interface Counted {
  readonly values: Record<Name, Facet[]>;
  readonly counted: number;
}

async function countValues(
  scope: AccountScope,
  filter: LeadFilter,
  names: readonly Name[],
  most: number,
): Promise<Counted> {
  const values: Counted['values'] = { source: [], assignee: [], status: [], country: [], grade: [] };
  const alternatives = await limitToSearch(scope, filter, matchLeads(filter));
  if (alternatives.length === 0) return { values, counted: 0 };
  const end = sql`order by ${ORDERS.newest} limit ${most + 1}`;
  const selects = alternatives.map(
    (one) => sql`(
      select l.id, l.source, l.assignee, l.outcome, l.stage, l.grade, l.phone
      from leadline.leads l where l.account_id = ${scope.accountId} and ${one} ${end})`,
  );
  const columns = names.map((name) => sql`${VALUES[name]} as ${sql.id(name)}`);
  const { rows } = await sql<Partial<Record<Name, string | null>> & { facet: number; count: number }>`
    with counted as materialized (
      select ${sql.join([...columns, sql`l.id`])} from (${sql.join(selects, sql` union all `)}) l ${end}
    )
    select ${sql.join([...names.map((name) => sql.id(name)), sql`grouping(${sql.join(names.map((name) => sql.id(name)))})::integer as facet`])},
      count(*)::integer as count
    from counted group by grouping sets (${sql.join([...names.map((name) => sql`(${sql.id(name)})`), sql`()`])})
    order by count desc`.execute(scope.transaction);
  let counted = 0;
  // The bit of each name that a row is not grouped by is set; the last name has the lowest bit.
  const all = 2 ** names.length - 1;
  for (const { facet, count, ...row } of rows) {
    if (facet === all) {
      counted = count;
      continue;
    }
    const name = names[names.length - 1 - Math.log2(all - facet)] as Name;
    if (values[name].length < MAX_VALUES) values[name].push({ value: row[name] ?? '', count });
  }
  return { values, counted };
}
