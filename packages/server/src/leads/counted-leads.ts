// The leads that counts are about: all of an account, or those that a search finds, which are read only once.

import { type RawBuilder, sql } from 'kysely';
import type { AccountScope } from '../db/account-scope.ts';
import { findMatches, type Matches } from './find-matches.ts';
import { limitTo } from './find-places.ts';
import type { LeadFilter } from './lead-filter.ts';
import { type Condition, matchLeads } from './match-leads.ts';

export interface CountedLeads {
  /** Goes before the statement. */
  readonly with: RawBuilder<unknown>;
  selectIds(filter: LeadFilter, limit: number): RawBuilder<unknown>;
  /** Newest first. */
  selectValues(filter: LeadFilter, limit: number): RawBuilder<unknown>;
  /** Whether there are leads that the search would also find. */
  readonly isCapped: boolean;
}

/** A search with many matches is counted among this many of the newest leads. */
const MAX_COMPARED = 8_000;

const COLUMNS = sql`l.account_id, l.id, l.score, l.source, l.assignee, l.outcome, l.stage, l.grade, l.snoozed_until`;

export async function chooseCounted(scope: AccountScope, q: string | undefined): Promise<CountedLeads> {
  if (q === undefined) return countIn(sql`leadline.leads`, sql``, scope.accountId, false);
  const matches = await findMatches(scope, q);
  const found = sql`with found as materialized (${selectFound(scope, matches)})`;
  return countIn(sql`found`, found, scope.accountId, matches.kind === 'many');
}

function selectFound({ accountId }: AccountScope, matches: Matches): RawBuilder<unknown> {
  const select = (condition: Condition) =>
    sql`select ${COLUMNS} from leadline.leads l where l.account_id = ${accountId} and ${condition}`;
  if (matches.kind === 'many')
    return sql`
      select * from (${select(sql`true`)} order by l.id desc limit ${MAX_COMPARED}) l where ${matches.isMatch}`;
  const wanted = limitTo(matches, [sql`true`]);
  return wanted.length === 0 ? select(sql`false`) : sql`${sql.join(wanted.map(select), sql` union all `)}`;
}

function countIn(
  relation: RawBuilder<unknown>,
  before: RawBuilder<unknown>,
  accountId: string,
  isCapped: boolean,
): CountedLeads {
  const select = (columns: RawBuilder<unknown>, filter: LeadFilter, end: RawBuilder<unknown>) =>
    sql.join(
      matchLeads(filter).map(
        (one) =>
          sql`(select ${columns} from ${relation} l where l.account_id = ${accountId} and ${one} ${end})`,
      ),
      sql` union all `,
    );
  return {
    with: before,
    selectIds: (filter, limit) => sql`${select(sql`l.id`, filter, sql`limit ${limit}`)}`,
    selectValues: (filter, limit) => {
      const newest = sql`order by l.id desc limit ${limit}`;
      return sql`select * from (${select(COLUMNS, filter, newest)}) l ${newest}`;
    },
    isCapped,
  };
}
