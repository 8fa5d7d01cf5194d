// The statements of a page are planned once per connection, and what they return stays right when leads or months change.

import { makeAccount, openOwner } from '@leadline/testkit/database/accounts';
import { type Caller, callAs, useApi } from '@leadline/testkit/service/use-api';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { DEFAULT_PAGE, type PageToFind } from '../../src/leads/list/find-page.ts';
import type { LeadFilter } from '../../src/leads/list/lead-filter.ts';
import { readCursor } from '../../src/leads/list/list-cursor.ts';
import { listLeads } from '../../src/leads/list/list-leads.ts';
import { asOperator, enterAccount } from '../../src/platform/db/account-scope.ts';
import { type Database, openDatabase } from '../../src/platform/db/database.ts';
import { openPool } from '../../src/platform/db/pool.ts';

/** After this many calls, PostgreSQL compares a plan for any values with those it made for each call. */
const CALLS = 8;
const LEADS = 120;
const FIRST: PageToFind = { sort: 'newest', limit: DEFAULT_PAGE, after: null };

const suite = useApi({ inOneCell: true });
let caller: Caller;
let accountId: string;
const expected: string[] = [];

const store = async (lead: object): Promise<string> => (await caller('/api/webhook.php', lead)).body.lead_id;

beforeAll(async () => {
  const account = await makeAccount(suite.owner);
  accountId = account.accountId;
  caller = callAs(suite, account);
  for (let n = 0; n < LEADS; n++)
    expected.unshift(await store({ name: 'Ana', email: `ana${n}@acme.com`, message: `Offer ${n}, please` }));
  await sql`analyze leadline.leads`.execute(suite.owner);
});

async function withOneConnection(work: (db: Database) => Promise<void>): Promise<void> {
  const db = openDatabase(openPool(suite.accountUrl, { size: 1, role: 'leadline_api' }));
  try {
    await work(db);
  } finally {
    await db.destroy();
  }
}

async function list(db: Database, filter: LeadFilter = {}, page = FIRST, account = accountId) {
  const { data, next_cursor } = await enterAccount(db, asOperator(account), (scope) =>
    listLeads(scope, filter, page, (work) => work()),
  );
  return { ids: data.map(({ lead_id }) => lead_id), cursor: next_cursor };
}

interface KeptPlans {
  readonly statements: number;
  readonly withOnePlan: number;
}

async function findKeptPlans(db: Database): Promise<KeptPlans> {
  const { rows } = await sql<KeptPlans>`
    select count(*)::integer as statements,
      (count(*) filter (where generic_plans > 0))::integer as "withOnePlan"
    from pg_prepared_statements`.execute(db);
  return rows[0] as KeptPlans;
}

test('pages without filters keep their plans', () =>
  withOneConnection(async (db) => {
    for (let call = 0; call < CALLS; call++) {
      const first = await list(db);
      expect(first.ids).toEqual(expected.slice(0, DEFAULT_PAGE));
      const after = readCursor('newest', first.cursor ?? '');
      const second = await list(db, {}, { ...FIRST, after });
      expect(second.ids).toEqual(expected.slice(DEFAULT_PAGE, 2 * DEFAULT_PAGE));
    }
    // Places of a first and of another page, and the leads.
    expect(await findKeptPlans(db)).toEqual({ statements: 3, withOnePlan: 3 });
  }));

test('a kept plan returns the leads of the account that asks', () =>
  withOneConnection(async (db) => {
    for (let call = 0; call < CALLS; call++) await list(db);
    const other = await makeAccount(suite.owner);
    expect((await list(db, {}, FIRST, other.accountId)).ids).toEqual([]);
    const { body } = await callAs(suite, other)('/api/webhook.php', { email: 'bo@acme.com' });
    expect((await list(db, {}, FIRST, other.accountId)).ids).toEqual([body.lead_id]);
    expect((await list(db)).ids).toEqual(expected.slice(0, DEFAULT_PAGE));
  }));

test('the to-do list by priority and searches return the same leads with a kept plan', () =>
  withOneConnection(async (db) => {
    for (const [filter, page] of [
      [{ work: 'todo' }, { ...FIRST, sort: 'priority' }],
      [{ q: 'ana7@acme.com' }, FIRST],
      [{ q: 'ana' }, FIRST],
    ] as const) {
      const planned = await list(db, filter, { ...page, limit: DEFAULT_PAGE - 1 });
      for (let call = 0; call < CALLS; call++) {
        const kept = await list(db, filter, page);
        expect(kept.ids.slice(0, DEFAULT_PAGE - 1)).toEqual(planned.ids);
      }
    }
  }));

test('other filters and page sizes are planned each time, because there are too many', () =>
  withOneConnection(async (db) => {
    await list(db);
    const { statements } = await findKeptPlans(db);
    for (let minScore = 0; minScore < 5; minScore++) await list(db, { minScore });
    for (let limit = 1; limit < 5; limit++) await list(db, {}, { ...FIRST, limit });
    expect((await findKeptPlans(db)).statements).toBe(statements);
  }));

test('a kept plan knows months that were added or dropped since', () =>
  withOneConnection(async (db) => {
    const owner = openOwner(suite.accountUrl);
    for (let call = 0; call < CALLS; call++) await list(db);
    await sql`select leadline.make_lead_partitions(14)`.execute(owner);
    const { rows } = await sql<{ id: string }>`
      insert into leadline.leads (account_id, id, person_id, score, grade, source, lead, scored)
      select ${accountId}::uuid, i.id, i.id, 1, 'Cold', '', l.lead, l.scored
      from (select uuidv7(interval '13 months') as id) i, leadline.leads l
      where l.account_id = ${accountId}::uuid limit 1
      returning 'lead_' || replace(id::text, '-', '') as id`.execute(owner);
    const future = rows[0]?.id;
    expect((await list(db)).ids).toEqual([future, ...expected.slice(0, DEFAULT_PAGE - 1)]);
    const { rows: months } = await sql<{ name: string }>`
      select tableoid::regclass::text as name from leadline.leads
      where account_id = ${accountId}::uuid order by id desc limit 1`.execute(owner);
    await sql`drop table ${sql.raw(months[0]?.name ?? '')} cascade`.execute(owner);
    expect((await list(db)).ids).toEqual(expected.slice(0, DEFAULT_PAGE));
    await owner.destroy();
  }));
