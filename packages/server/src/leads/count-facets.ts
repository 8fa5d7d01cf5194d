// How many of the newest matching leads have each value of a filter. A filter is ignored when its own values are counted.

import { type RawBuilder, sql } from 'kysely';
import type { AccountScope } from '../db/account-scope.ts';
import type { CountedLeads } from './counted-leads.ts';
import type { LeadFilter } from './lead-filter.ts';

export interface Facet {
  readonly value: string;
  readonly count: number;
}

type Name = 'source' | 'assignee' | 'status' | 'country' | 'grade';

type Facets = Readonly<Record<Name, Facet[]>> & { readonly counted: number; readonly isCapped: boolean };

/** No menu shows more values. */
const MAX_VALUES = 100;

const OWN_FILTERS = {
  source: 'sources',
  assignee: 'assignees',
  status: 'statuses',
  country: 'countries',
  grade: 'grades',
} as const satisfies Record<Name, keyof LeadFilter>;

const VALUES: Readonly<Record<Name, RawBuilder<unknown>>> = {
  source: sql`l.source`,
  assignee: sql`coalesce(l.assignee::text, '')`,
  status: sql`case l.outcome when 'open' then l.stage else l.outcome end`,
  country: sql`coalesce(
    (select s.country from leadline.search_texts s where s.account_id = l.account_id and s.id = l.id), '')`,
  grade: sql`l.grade`,
};

export async function countFacets(
  scope: AccountScope,
  leads: CountedLeads,
  filter: LeadFilter,
  most: number,
): Promise<Facets> {
  const names = Object.keys(OWN_FILTERS) as Name[];
  const isSet = (name: Name): boolean => filter[OWN_FILTERS[name]] !== undefined;
  const shared = await countValues(
    scope,
    leads,
    filter,
    names.filter((name) => !isSet(name)),
    most,
  );
  const values = { ...shared.values };
  for (const name of names.filter(isSet)) {
    const others = { ...filter, [OWN_FILTERS[name]]: undefined };
    values[name] = (await countValues(scope, leads, others, [name], most)).values[name];
  }
  const { counted } = shared;
  return { ...values, counted: Math.min(counted, most), isCapped: leads.isCapped || counted > most };
}

interface Counted {
  readonly values: Record<Name, Facet[]>;
  readonly counted: number;
}

type Row = Partial<Record<Name, string>> & { readonly facet: number; readonly count: number };

async function countValues(
  { transaction }: AccountScope,
  leads: CountedLeads,
  filter: LeadFilter,
  names: readonly Name[],
  most: number,
): Promise<Counted> {
  const columns = names.map((name) => sql`${VALUES[name]} as ${sql.id(name)}`);
  const ids = names.map((name) => sql.id(name));
  const facet = names.length === 0 ? sql`0` : sql`grouping(${sql.join(ids)})`;
  const sets = [...ids.map((id) => sql`(${id})`), sql`()`];
  const { rows } = await sql<Row>`
    ${leads.with}
    select ${sql.join([...ids, sql`${facet}::integer as facet`])}, count(*)::integer as count
    from (select ${sql.join([...columns, sql`l.id`])} from (${leads.selectValues(filter, most + 1)}) l) v
    group by grouping sets (${sql.join(sets)})
    order by count desc`.execute(transaction);
  const values: Counted['values'] = { source: [], assignee: [], status: [], country: [], grade: [] };
  let counted = 0;
  // Each name a row is not grouped by sets a bit; the last name has the lowest.
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
