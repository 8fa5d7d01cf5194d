// Insights from kept sums equal insights that are counted again, whatever happened to the leads in between.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { makeLeadToWrite } from '@leadline/testkit/leads/lead-to-write';
import fc from 'fast-check';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getInsights } from '../../../src/leads/insights/get-insights.ts';
import { writeLeads } from '../../../src/leads/intake/write-leads.ts';
import { deleteLeads } from '../../../src/leads/record/delete-leads.ts';
import { insertOutcomes } from '../../../src/leads/record/insert-outcomes.ts';
import { forgetSums } from '../../../src/operations/maintenance/forget-sums.ts';
import { idAt, makeId, toUuid } from '../../../src/platform/base/ids.ts';
import { accessAccount, actingAs, asOperator, enterAccount } from '../../../src/platform/db/account-scope.ts';
import { type Database, openDatabase } from '../../../src/platform/db/database.ts';
import { inTransaction, openInstallation } from '../../../src/platform/db/installation.ts';
import { openPool } from '../../../src/platform/db/pool.ts';
import { changeLead } from '../../../src/work/change-leads.ts';
import { routeLeads } from '../../../src/work/routing/route-leads.ts';
import { setPastWork } from '../../../src/work/set-past-work.ts';
import { recordOutcome } from '../../support/leads-of-account.ts';

const ROOT = join(import.meta.dirname, '../../..');
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const GRADES = ['Hot', 'Warm', 'Cool', 'Cold', 'Spam'] as const;
/** With days of 23 and 25 hours, and with half an hour more than whole hours. */
const ZONES = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'];
const NOW = Date.now();

let owner: pg.Pool;
let writers: pg.Pool;
let workers: pg.Pool;
let db: Database;
beforeAll(async () => {
  const url = await cloneDatabase();
  owner = openPool(url, { size: 2 });
  writers = openPool(url, { size: 2, role: 'leadline_api' });
  workers = openPool(url, { size: 1, role: 'leadline_worker' });
  db = openDatabase(openPool(url, { size: 3, role: 'leadline_api' }));
});
afterAll(async () => {
  await Promise.all([db.destroy(), owner.end(), writers.end(), workers.end()]);
});

/** An account with two people and a rule that gives them its leads. */
async function openAccount(zone: string): Promise<{ accountId: string; people: string[] }> {
  const accountId = makeId();
  const people = [makeId(), makeId()];
  await owner.query(`insert into leadline.accounts (id, email, plan) values ($1, 'a@example.org', 'test')`, [
    accountId,
  ]);
  await owner.query(`insert into leadline.profiles (account_id, time_zone) values ($1, $2)`, [
    accountId,
    zone,
  ]);
  for (const person of people) {
    await owner.query(
      `insert into leadline.users (id, name, email, email_verified) values ($1, 'R', $2, true)`,
      [person, `${person}@example.org`],
    );
    await owner.query(
      `insert into leadline.members (id, account_id, user_id, role) values ($1, $2, $3, 'rep')`,
      [makeId(), accountId, person],
    );
  }
  const rules = [{ name: 'All', when: {}, assignees: people }];
  await owner.query(`insert into leadline.routing (account_id, version, rules) values ($1, 1, $2)`, [
    accountId,
    JSON.stringify(rules),
  ]);
  return { accountId, people };
}

interface World {
  readonly accountId: string;
  readonly people: readonly string[];
  readonly leads: string[];
}

async function store(
  world: World,
  at: number,
  grade: string,
  source: string,
  score: number,
): Promise<string> {
  const leadId = idAt(new Date(at));
  const client = await writers.connect();
  try {
    await writeLeads(client, [makeLeadToWrite(world.accountId, { leadId, grade, source, score })]);
  } finally {
    client.release();
  }
  world.leads.push(leadId);
  return leadId;
}

/** As an import does: stored, closed and given to somebody in one transaction. */
async function importLead(world: World, at: number, grade: string): Promise<void> {
  const leadId = idAt(new Date(at));
  const client = await workers.connect();
  try {
    await client.query('begin');
    await writeLeads(client, [makeLeadToWrite(world.accountId, { leadId, grade, source: 'file' })], {
      outcomes: ['won'],
    });
    const closedAt = new Date(at + 5 * HOUR_MS);
    await insertOutcomes(client, world.accountId, [
      { leadId, outcome: 'won', at: closedAt, amount: 12.34, reason: null },
    ]);
    await setPastWork(client, world.accountId, [
      { leadId, stage: 'qualified', assignee: world.people[0] ?? null },
    ]);
    await client.query('commit');
  } finally {
    client.release();
  }
  world.leads.push(leadId);
}

const inAccount = ({ accountId }: World) => asOperator(accountId);

const query = (world: World, from: number, to: number) =>
  getInsights(accessAccount(db, inAccount(world)), new Date(from), new Date(to), new Date(NOW));

/** The same period with and without kept sums. Reads the first one twice, because the first time may have kept them. */
async function expectSame(world: World, days: number): Promise<void> {
  const [from, to] = [NOW - days * DAY_MS, NOW + HOUR_MS];
  const found = await query(world, from, to);
  await owner.query('delete from leadline.lead_sums where account_id = $1 and sums is not null', [
    world.accountId,
  ]);
  expect(found).toEqual(await query(world, from, to));
}

type Step = (world: World, pick: (n: number) => string | undefined) => Promise<unknown>;

const nth = fc.nat(30);
const when = fc.integer({ min: 1, max: 60 }).map((days) => NOW - days * DAY_MS);
const grades = fc.constantFrom(...GRADES);
const onLead = (
  change: fc.Arbitrary<(world: World, leadId: string) => Promise<unknown>>,
): fc.Arbitrary<Step> =>
  fc.tuple(nth, change).map(
    ([n, apply]): Step =>
      async (world, pick) => {
        const leadId = pick(n);
        if (leadId !== undefined) await apply(world, leadId);
      },
  );

/** Everything that changes what insights count, each by the code that does it in the service. */
const STEPS: Readonly<Record<string, fc.Arbitrary<Step>>> = {
  'a new lead': grades.map((grade) => (world) => store(world, Date.now(), grade, 'now', 55)),
  'a lead from before': fc.tuple(when, grades, fc.constantFrom('a', 'A', 'b'), fc.nat(100)).map(
    ([at, grade, source, score]): Step =>
      (world) =>
        store(world, at, grade, source, score),
  ),
  'an imported lead': fc.tuple(when, grades).map(
    ([at, grade]): Step =>
      (world) =>
        importLead(world, at, grade),
  ),
  rescoring: onLead(
    fc.tuple(fc.nat(100), grades).map(
      ([score, grade]) =>
        ({ accountId }: World, leadId: string) =>
          workers.query(
            'select leadline.rescore_leads($1, array[$2::uuid], array[$3::smallint], array[$4], $5)',
            [accountId, leadId, score, grade, ['{}']],
          ),
    ),
  ),
  'a correction': onLead(
    fc.tuple(fc.nat(100), grades).map(
      ([score, grade]) =>
        (world: World, leadId: string) =>
          enterAccount(db, inAccount(world), ({ transaction }) =>
            sql`select leadline.correct_lead(${leadId}::uuid, '{}', '', ${score}::smallint, ${grade}, '{}',
              ${leadId}, '', '')`.execute(transaction),
          ),
    ),
  ),
  'an outcome': onLead(
    fc.tuple(fc.constantFrom('won', 'lost', 'open'), fc.nat(90), fc.option(fc.nat(9_999))).map(
      ([outcome, hours, amount]) =>
        ({ accountId }: World, leadId: string) =>
          recordOutcome(db, accountId, leadId, {
            outcome: outcome as 'won',
            at: new Date(NOW - hours * HOUR_MS),
            amount,
            reason: null,
          }),
    ),
  ),
  'a status': onLead(
    fc
      .constantFrom('new', 'contacted', 'won')
      .map(
        (status) => (world: World, leadId: string) =>
          enterAccount(db, inAccount(world), (scope) =>
            changeLead(scope, leadId, { status: status as 'new' }),
          ),
      ),
  ),
  'an assignee': onLead(
    fc
      .constantFrom(0, 1, null)
      .map(
        (n) => (world: World, leadId: string) =>
          enterAccount(db, inAccount(world), (scope) =>
            changeLead(scope, leadId, { assignee: n === null ? null : (world.people[n] ?? null) }),
          ),
      ),
  ),
  'taking it by working on it': onLead(
    fc.constant((world: World, leadId: string) =>
      enterAccount(db, actingAs(`user_${world.people[1]}`, world.accountId), (scope) =>
        changeLead(scope, leadId, { status: 'qualified' }),
      ),
    ),
  ),
  routing: onLead(
    fc.constant(({ accountId }: World, leadId: string) =>
      inTransaction(openInstallation(workers), (transaction) =>
        routeLeads(transaction, [{ account_id: toUuid(accountId), id: toUuid(leadId) }]),
      ),
    ),
  ),
  unassigning: fc.constant(({ accountId, people }: World) =>
    owner.query(`select leadline.unassign_leads($1, $2, 'operator')`, [accountId, people[0]]),
  ),
  'a deleted lead': onLead(
    fc.constant((world: World, leadId: string) => {
      world.leads.splice(world.leads.indexOf(leadId), 1);
      return enterAccount(db, inAccount(world), (scope) => deleteLeads(scope, [leadId]));
    }),
  ),
  'another time zone': fc.constantFrom(...ZONES).map(
    (zone): Step =>
      ({ accountId }) =>
        owner.query('update leadline.profiles set time_zone = $2 where account_id = $1', [accountId, zone]),
  ),
  'a request for insights': fc.constantFrom(7, 30, 130).map(
    (days): Step =>
      (world) =>
        query(world, NOW - days * DAY_MS, NOW + HOUR_MS),
  ),
};

/** Leads, and insights that keep what they count. */
async function prepare(zone: string): Promise<World> {
  const world: World = { ...(await openAccount(zone)), leads: [] };
  for (const [n, grade] of GRADES.entries())
    for (const days of [2, 9, 40]) await store(world, NOW - (days + n) * DAY_MS, grade, `s${n}`, 10 * n);
  await enterAccount(db, inAccount(world), (scope) =>
    changeLead(scope, world.leads[0] ?? '', { assignee: world.people[0] ?? null }),
  );
  for (const days of [30, 130]) await query(world, NOW - days * DAY_MS, NOW + HOUR_MS);
  return world;
}

const run = (world: World, step: Step): Promise<unknown> =>
  step(world, (n) => world.leads[n % world.leads.length]);

test('insights from kept sums equal insights counted again, after any history', {
  timeout: 180_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ZONES),
      fc.array(fc.oneof(...Object.values(STEPS)), { minLength: 5, maxLength: 25 }),
      async (zone, steps) => {
        const world = await prepare(zone);
        for (const step of steps) await run(world, step);
        for (const days of [30, 130]) await expectSame(world, days);
      },
    ),
    { numRuns: 15, endOnFailure: true },
  );
});

test.for(Object.keys(STEPS))(
  '%s shows in the next insights, whatever was kept',
  { timeout: 60_000 },
  async (name) => {
    const [step] = fc.sample(STEPS[name] as fc.Arbitrary<Step>, { numRuns: 1, seed: 7 });
    const world = await prepare('America/New_York');
    await run(world, step as Step);
    for (const days of [30, 130]) await expectSame(world, days);
  },
);

const NOTES_NOTHING = `create or replace function leadline.note_changed_leads(account_ids uuid[], lead_ids uuid[])
  returns void language sql as 'select'`;
const NOTHING_TO_NOTE = ['a new lead', 'another time zone', 'a request for insights'];

test.for(Object.keys(STEPS).filter((name) => !NOTHING_TO_NOTE.includes(name)))(
  'these tests notice if %s adds no note',
  { timeout: 60_000 },
  async (name) => {
    const world = await prepare('UTC');
    await owner.query(NOTES_NOTHING);
    try {
      for (const step of fc.sample(STEPS[name] as fc.Arbitrary<Step>, { numRuns: 6, seed: 3 }))
        await run(world, step);
    } finally {
      await owner.query(readFileSync(join(ROOT, 'sql/note_changed_leads.sql'), 'utf8'));
    }
    await expect(expectSame(world, 130)).rejects.toThrow();
  },
);

const keptSums = async ({ accountId }: World): Promise<number> => {
  const { rows } = await owner.query<{ kept: number }>(
    'select count(*)::integer as kept from leadline.lead_sums where account_id = $1 and sums is not null',
    [accountId],
  );
  return rows[0]?.kept ?? 0;
};

test('days and weeks that are over are kept, and counted only once', async () => {
  const world = await prepare('UTC');
  const kept = await keptSums(world);
  expect(kept).toBeGreaterThan(50);
  await owner.query(
    `update leadline.lead_sums set sums = jsonb_set(sums::jsonb, '{scores}', '[["Hot", 3, 1000]]')
     where account_id = $1 and sums is not null`,
    [world.accountId],
  );
  const { leads } = await query(world, NOW - 30 * DAY_MS, NOW + HOUR_MS);
  expect(leads).toBeGreaterThan(25_000);
  expect(await keptSums(world)).toBe(kept);
});

test('a change that commits after its day was counted is not lost', async () => {
  const world = await prepare('UTC');
  const leadId = await store(world, NOW - 5 * DAY_MS, 'Hot', 'late', 90);
  const before = await query(world, NOW - 30 * DAY_MS, NOW + HOUR_MS);
  let commit = (): void => {};
  const mayCommit = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let noteIsWritten = (): void => {};
  const written = new Promise<void>((resolve) => {
    noteIsWritten = resolve;
  });
  const changing = enterAccount(db, inAccount(world), async (scope) => {
    await changeLead(scope, leadId, { status: 'won', amount: 77 });
    noteIsWritten();
    await mayCommit;
  });
  await written;
  // Another change of the same day, which is forgotten and counted while the first one can't be seen yet.
  await owner.query('select leadline.note_changed_leads(array[$1::uuid], array[$2::uuid])', [
    world.accountId,
    leadId,
  ]);
  expect((await query(world, NOW - 30 * DAY_MS, NOW + HOUR_MS)).revenue).toBe(before.revenue);
  commit();
  await changing;
  expect((await query(world, NOW - 30 * DAY_MS, NOW + HOUR_MS)).revenue).toBe(before.revenue + 77);
  await expectSame(world, 30);
});

test('insights wait for leads that are being written before they keep a day', async () => {
  const world = await prepare('UTC');
  await owner.query('delete from leadline.lead_sums where account_id = $1', [world.accountId]);
  const client = await writers.connect();
  await client.query('begin');
  await writeLeads(client, [makeLeadToWrite(world.accountId, { leadId: idAt(new Date()) })]);
  let isAnswered = false;
  const asked = query(world, NOW - 7 * DAY_MS, Date.now() + HOUR_MS).then((found) => {
    isAnswered = true;
    return found;
  });
  await expect
    .poll(
      async () =>
        (await owner.query(`select from pg_locks where locktype = 'advisory' and not granted`)).rowCount,
    )
    .toBe(1);
  expect(isAnswered).toBe(false);
  await client.query('commit');
  client.release();
  await asked;
});

test('maintenance forgets outdated sums and the notes about them, and no others', async () => {
  const world = await prepare('UTC');
  await store(world, NOW - 5 * DAY_MS, 'Hot', 'late', 90);
  const kept = await keptSums(world);
  await forgetSums(openInstallation(workers), new AbortController().signal);
  expect(await keptSums(world)).toBe(kept - 2); // a day and a week
  const { rowCount } = await owner.query('select from leadline.lead_sums where sums is null');
  expect(rowCount).toBe(0);
});

test('a hundred thousand notes are forgotten within five seconds', async () => {
  const world = await prepare('UTC');
  await owner.query(
    `insert into leadline.lead_sums (account_id, from_id, to_id)
     select $1, l.id, l.id from leadline.leads l, generate_series(1, 100000) where l.account_id = $1 limit 100000`,
    [world.accountId],
  );
  const start = performance.now();
  await forgetSums(openInstallation(workers), new AbortController().signal);
  expect(performance.now() - start).toBeLessThan(5_000);
  const { rowCount } = await owner.query('select from leadline.lead_sums where sums is null');
  expect(rowCount).toBe(0);
});

/** Statements that change what insights count, and files that do so in a transaction in which write_leads has noted it. */
const CHANGES =
  /(?:insert into|update|delete from) (?:leadline\.)?(?:leads|outcomes)\b|(?:updateTable|insertInto|deleteFrom)\('(?:leads|outcomes)\b/;
const NOTED_BY_OTHERS = [
  'sql/count_rescued_lead.sql', // no column that insights count
  'src/leads/record/insert-outcomes.ts', // of leads that write_leads stores in the same transaction, as the next two
  'src/leads/record/insert-past-work.ts',
  'src/work/give-feedback.ts', // no column that insights count
  'src/work/set-past-work.ts',
];

test('every file that changes leads or outcomes notes it', () => {
  const forgetful = globSync('{sql,src}/**/*.{sql,ts}', { cwd: ROOT }).filter((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    return CHANGES.test(text) && !/note_changed_leads|noteChangedLeads/.test(text);
  });
  expect(forgetful.toSorted()).toEqual(NOTED_BY_OTHERS);
});
