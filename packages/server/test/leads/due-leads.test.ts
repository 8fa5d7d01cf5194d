// Few of the leads that are in progress were snoozed and are due again. They are found without reading the others, by a plan
// that is made for accounts with a few leads.

import { openOwner } from '@leadline/testkit/database/accounts';
import { cloneAlone } from '@leadline/testkit/database/test-cells';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { matchLeads } from '../../src/leads/list/match-leads.ts';
import { makeId } from '../../src/platform/base/ids.ts';
import type { Installation } from '../../src/platform/db/installation.ts';
import { PREPARED } from '../../src/platform/db/prepared.ts';

let owner: Installation;
const account = makeId();

beforeAll(async () => {
  owner = openOwner(await cloneAlone());
  await sql`
    insert into leadline.leads (account_id, id, person_id, score, grade, source, stage, snoozed_until, lead, scored)
    select a.id, i.id, i.id, 50, 'Warm', '', 'contacted', case when n % 1000 = 0 then now() end, '{}', '[]'
    from (
      select ${account}::uuid as id, 5000 as leads union all select uuidv7(), 10 from generate_series(1, 4000)
    ) a, lateral generate_series(1, a.leads) as n, lateral (select uuidv7(make_interval(secs => -n)) as id) i`.execute(
    owner,
  );
  await sql`vacuum analyze leadline.leads`.execute(owner);
});
afterAll(() => owner.destroy());

/** Index entries and rows, in all partitions. */
const countRead = async (): Promise<number> => {
  await sql`select pg_stat_force_next_flush()`.execute(owner);
  const { rows } = await sql<{ read: number }>`
    select sum(idx_tup_read)::integer as read from pg_stat_user_indexes where relname like 'leads_%'`.execute(
    owner,
  );
  return rows[0]?.read ?? 0;
};

test('on the to-do list', async () => {
  const [, isDue] = matchLeads({ work: 'todo' }, 'priority');
  const before = await countRead();
  const { rows } = await owner.transaction().execute(async (transaction) => {
    await sql`set local plan_cache_mode = force_generic_plan`.execute(transaction);
    return sql`${PREPARED}
      select l.id from leadline.leads l where l.account_id = ${account}::uuid and ${isDue ?? sql`false`}
      order by leadline.priority_of(l.score, l.id) desc, l.id desc limit 51`.execute(transaction);
  });
  expect(rows).toHaveLength(5);
  expect((await countRead()) - before).toBeLessThan(100);
});

test('in the counts of tabs', async () => {
  const before = await countRead();
  const { rows } = await owner.transaction().execute(async (transaction) => {
    await sql`select set_config('leadline.account', ${account}, true)`.execute(transaction);
    return sql<{ todo: number }>`select todo from leadline.count_tabs()`.execute(transaction);
  });
  expect(rows[0]?.todo).toBe(5);
  // Two tabs up to 1,001, and all 5,000 to find that none is unqualified.
  expect((await countRead()) - before).toBeLessThan(7_500);
});
