// The inbox's tabs hold the same leads for the list, its counts and the dashboard, whatever was done with a lead.

import { belongsTo } from '@leadline/dashboard/belongs';
import { NO_FILTERS, type Tab } from '@leadline/dashboard/filters';
import { openOwner } from '@leadline/testkit/database/accounts';
import { cloneAlone } from '@leadline/testkit/database/test-cells';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LeadFilter } from '../../src/leads/list/lead-filter.ts';
import { type Condition, matchLeads, oneOf } from '../../src/leads/list/match-leads.ts';
import { isToDo, WAYS } from '../../src/leads/list/to-do.ts';
import { makeId } from '../../src/platform/base/ids.ts';
import type { Installation } from '../../src/platform/db/installation.ts';

const HOUR_MS = 3_600_000;
const account = makeId();
const NOW = new Date();

const LEADS = (['open', 'won', 'lost'] as const).flatMap((outcome) =>
  (['new', 'contacted', 'qualified', 'unqualified'] as const).flatMap((stage) =>
    [null, -HOUR_MS, HOUR_MS].flatMap((snooze) =>
      (['Warm', 'Spam'] as const).flatMap((grade) =>
        [false, true].map((not_spam) => ({
          ...{ id: makeId(), outcome, stage, grade, not_spam },
          snoozed_until: snooze === null ? null : new Date(NOW.getTime() + snooze),
        })),
      ),
    ),
  ),
);

let owner: Installation;
beforeAll(async () => {
  owner = openOwner(await cloneAlone());
  await owner
    .insertInto('leads')
    .values(
      LEADS.map((lead) => ({
        ...{ ...lead, account_id: account, person_id: lead.id, score: 50, source: '' },
        ...{ phone: '', lead: '{}', scored: '[]' },
      })),
    )
    .execute();
});
afterAll(() => owner.destroy());

async function find(condition: Condition): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select replace(l.id::text, '-', '') as id from leadline.leads l
    where l.account_id = ${account}::uuid and ${condition} order by 1`.execute(owner);
  return rows.map(({ id }) => id);
}

const onDashboard = (tab: Tab, grades: LeadFilter['grades']): string[] =>
  LEADS.filter(({ outcome, stage, snoozed_until, grade, not_spam }) =>
    belongsTo(
      { filters: { ...NO_FILTERS, tab, grades: grades ?? [] }, me: '' },
      {
        ...{ outcome, grade, not_spam, assignee: null, status: outcome === 'open' ? stage : outcome },
        snoozed_until: snoozed_until?.toISOString() ?? null,
      },
      NOW,
    ),
  )
    .map(({ id }) => id)
    .toSorted();

const TABS: readonly (readonly [Tab, LeadFilter])[] = [
  ['todo', { work: 'todo' }],
  ['in_progress', { work: 'in_progress' }],
  ['snoozed', { work: 'snoozed' }],
  ['won', { outcome: 'won' }],
  ['lost', { outcome: 'lost' }],
  ['all', {}],
];

test.each(TABS)('the list and the dashboard agree about the tab "%s"', async (tab, filter) => {
  for (const grades of [undefined, ['Spam'], ['Warm', 'Spam']] as const) {
    const expected = onDashboard(tab, grades).filter(
      (id) => grades?.some((one) => one === LEADS.find((lead) => lead.id === id)?.grade) ?? true,
    );
    expect(expected.length).toBeGreaterThan(0);
    expect(await find(oneOf(matchLeads({ ...filter, grades })))).toEqual(expected);
  }
});

test.each(['newest', 'priority', 'score'] as const)(
  'a lead is once on the to-do list, sorted by %s',
  async (sort) => {
    const found = await Promise.all(matchLeads({ work: 'todo' }, sort).map(find));
    expect(found.flat().toSorted()).toEqual(onDashboard('todo', undefined));
  },
);

test('the digest and the counts have the leads of the list', async () => {
  const listed = onDashboard('todo', undefined);
  const found = await Promise.all(WAYS.map((way) => find(isToDo(way, sql`${NOW}::timestamptz`))));
  expect(found.flat().toSorted()).toEqual(listed);
  const { rows } = await owner.transaction().execute(async (transaction) => {
    await sql`select set_config('leadline.account', ${account}, true)`.execute(transaction);
    return sql<{ todo: number }>`select todo from leadline.count_tabs()`.execute(transaction);
  });
  expect(rows[0]?.todo).toBe(listed.length);
});
