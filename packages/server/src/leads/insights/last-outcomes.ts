// The last recorded outcome of each lead received in a period. Earlier ones were corrected or reopened.

import { type RawBuilder, sql } from 'kysely';
import { firstIdOf } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';

/** A subquery with the columns lead_id, outcome, at and amount. */
export const lastOutcomes = ({ accountId }: AccountScope, from: Date, to: Date): RawBuilder<unknown> => sql`(
  select distinct on (o.lead_id) o.lead_id, o.outcome, o.at, o.amount
  from leadline.outcomes o
  where o.account_id = ${accountId} and o.lead_id >= ${firstIdOf(from)} and o.lead_id < ${firstIdOf(to)}
  order by o.lead_id desc, o.id desc
)`;
