// The demo covers every feature, is scored and stored like other leads, and contains no real contact details.

import { type Lead, score } from '@leadline/engine';
import { createAccount, openPool } from '@leadline/server';
import { type StoredResult, unpackResult } from '@leadline/server/testing';
import { openOwner } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { spawnLeadlineCommand } from '@leadline/testkit/service/run-leadline';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { fillDemo } from '../src/demo/fill-demo.ts';
import { makeLeads } from '../src/demo/make-leads.ts';
import { hasTerminals, runOnTerminal } from './support/terminal.ts';

const SIGN_IN = /^sign in {3}demo@leadline\.example {3}\S{16}$/;
const DAY_MS = 24 * 60 * 60 * 1000;

interface Row {
  readonly received_at: Date;
  readonly score: number;
  readonly grade: string;
  readonly source: string;
  readonly outcome: string;
  readonly person_id: string;
  readonly lead: Lead;
  readonly scored: StoredResult;
}

interface OutcomeRow {
  readonly received_at: Date;
  readonly at: Date;
  readonly outcome: string;
  readonly of_lead: string;
  readonly amount: number | null;
  readonly reason: string | null;
}

let databaseUrl: string;
let owner: ReturnType<typeof openPool>;
let accountId: string;
let added: number;
/** CPU time, because elapsed time depends on what else the machine does. */
let seconds: number;
let rows: readonly Row[];
let outcomes: readonly OutcomeRow[];
const now = new Date();
beforeAll(async () => {
  databaseUrl = await cloneDatabase();
  owner = openPool(databaseUrl, { size: 1 });
  const db = openOwner(databaseUrl);
  ({ accountId } = await createAccount(db, 'demo@leadline.example', 'free'));
  await db.destroy();
  const before = process.cpuUsage();
  added = await fillDemo(databaseUrl, accountId, now);
  const { user, system } = process.cpuUsage(before);
  seconds = (user + system) / 1e6;
  const stored = await owner.query<Row>('select * from leadline.leads where account_id = $1 order by id', [
    accountId,
  ]);
  rows = stored.rows.map((row) => ({ ...row, scored: unpackResult(row.scored) }));
  ({ rows: outcomes } = await owner.query<OutcomeRow>(
    `select o.*, l.received_at, l.outcome as of_lead
     from leadline.outcomes o join leadline.leads l on l.account_id = o.account_id and l.id = o.lead_id
     where o.account_id = $1`,
    [accountId],
  ));
});
afterAll(() => owner.end());

const countBy = (values: readonly string[]): Map<string, number> =>
  new Map([...Map.groupBy(values, (value) => value)].map(([value, { length }]) => [value, length]));

test('about 400 leads are added in less than ten seconds of CPU time', () => {
  expect(added).toBeGreaterThanOrEqual(380);
  expect(rows).toHaveLength(added);
  expect(seconds).toBeLessThan(10);
});

test('every grade, many sources and every kind of message occur', () => {
  const grades = countBy(rows.map(({ grade }) => grade));
  for (const grade of ['Hot', 'Warm', 'Cool', 'Cold', 'Spam']) {
    expect(grades.get(grade) ?? 0, grade).toBeGreaterThanOrEqual(20);
  }
  expect(countBy(rows.map(({ source }) => source)).size).toBeGreaterThanOrEqual(10);
  expect(new Set(rows.map(({ lead }) => lead.message)).size).toBeGreaterThan(250);
  expect(new Set(rows.map(({ lead }) => lead.budget)).size).toBeGreaterThan(100);
  expect(rows.filter(({ lead }) => Object.keys(lead.custom_fields).length > 0).length).toBeGreaterThan(60);
  const kinds = countBy(
    rows.flatMap(({ scored: { assessment } }) =>
      assessment && 'kind' in assessment ? [assessment.kind] : [],
    ),
  );
  for (const kind of ['buyer', 'information', 'support', 'job-seeker', 'vendor-pitch', 'spam']) {
    expect(kinds.get(kind) ?? 0, kind).toBeGreaterThanOrEqual(5);
  }
});

test('some people write twice, and no two people are merged', () => {
  const people = [...Map.groupBy(rows, (row) => row.person_id).values()].filter(({ length }) => length > 1);
  expect(people.length).toBeGreaterThanOrEqual(15);
  for (const leads of people) {
    const names = new Set(leads.map(({ lead }) => lead.name).filter((name) => name !== ''));
    expect(names.size).toBe(1);
  }
});

test('every score is the sum of its ledger and can be reproduced by the engine', () => {
  for (const row of rows) {
    const { assessment = null, ledger } = row.scored;
    expect(ledger.reduce((sum, { points }) => sum + points, 0)).toBe(row.score);
    const again = score(row.lead, { now: row.received_at, assessment });
    expect(again.data).toMatchObject({ score: row.score, grade: row.grade });
  }
});

test('no lead is in the future or older than sixty days, and every outcome is after its lead', () => {
  for (const { received_at } of rows) {
    expect(received_at.getTime()).toBeLessThan(now.getTime());
    expect(received_at.getTime()).toBeGreaterThanOrEqual(now.getTime() - 61 * DAY_MS);
  }
  for (const { at, received_at } of outcomes) {
    expect(at.getTime()).toBeGreaterThan(received_at.getTime());
    expect(at.getTime()).toBeLessThan(now.getTime());
  }
});

test('many leads have an outcome, and better grades win more often', () => {
  expect(outcomes.length).toBe(rows.filter(({ outcome }) => outcome !== 'open').length);
  expect(outcomes.length).toBeGreaterThan(150);
  expect(rows.length - outcomes.length).toBeGreaterThan(80);
  for (const { outcome, of_lead, amount, reason } of outcomes) {
    expect(of_lead).toBe(outcome);
    if (outcome === 'won') expect(Number(amount)).toBeGreaterThan(0);
    else expect(reason).not.toBe('');
  }
  const rateOf = (...grades: string[]): number => {
    const decided = rows.filter((row) => grades.includes(row.grade) && row.outcome !== 'open');
    return decided.filter(({ outcome }) => outcome === 'won').length / decided.length;
  };
  // Cool and Cold are counted together: each alone has too few wins to order them reliably.
  const rates = [rateOf('Hot'), rateOf('Warm'), rateOf('Cool', 'Cold'), rateOf('Spam')];
  expect(new Set(rates).size).toBe(rates.length);
  expect(rates).toEqual(rates.toSorted((a, b) => b - a));
  expect(rates[0]).toBeGreaterThan(0.4);
  expect(rates[3]).toBe(0);
});

test('three colleagues have contacted, noted and won leads, the faster the more often', async () => {
  const { rows: reps } = await owner.query<{ name: string; leads: number; contacted: number; won: number }>(
    `select u.name, count(*)::integer as leads, count(l.contacted_at)::integer as contacted,
       count(*) filter (where l.outcome = 'won')::integer as won
     from leadline.leads l join leadline.members m on m.user_id = l.assignee and m.account_id = l.account_id
     join leadline.users u on u.id = m.user_id
     where l.account_id = $1 group by u.name order by leads desc`,
    [accountId],
  );
  expect(reps.map(({ name }) => name)).toEqual(['Maya Lindqvist', 'Jonas Okafor', 'Priya Raman']);
  for (const { contacted, won } of reps) {
    expect(contacted).toBeGreaterThan(20);
    expect(won).toBeGreaterThan(3);
  }
  const { rows: worked } = await owner.query<
    Row & { contacted_at: Date; assignee: string | null; stage: string }
  >('select * from leadline.leads where account_id = $1 and contacted_at is not null', [accountId]);
  for (const { contacted_at, received_at } of worked) {
    expect(contacted_at.getTime()).toBeGreaterThan(received_at.getTime());
    expect(contacted_at.getTime()).toBeLessThan(now.getTime());
  }
  const isFast = ({ contacted_at, received_at }: (typeof worked)[number]) =>
    contacted_at.getTime() - received_at.getTime() < DAY_MS / 6;
  const rateOf = (leads: readonly Row[]) =>
    leads.filter(({ outcome }) => outcome === 'won').length /
    leads.filter(({ outcome }) => outcome !== 'open').length;
  expect(rateOf(worked.filter(isFast))).toBeGreaterThan(rateOf(worked.filter((row) => !isFast(row))));
  const { rows: entries } = await owner.query<{ kind: string; count: number }>(
    'select kind, count(*)::integer as count from leadline.activities where account_id = $1 group by kind',
    [accountId],
  );
  for (const kind of ['assigned', 'status', 'note'])
    expect(entries.find((entry) => entry.kind === kind)?.count ?? 0, kind).toBeGreaterThan(40);
  const waiting = rows.filter(
    (row) => row.outcome === 'open' && row.grade !== 'Spam' && (row as { stage?: string }).stage === 'new',
  );
  expect(waiting.length, 'leads to do').toBeGreaterThan(30);
});

test('every domain is reserved for examples and every phone number for fiction', () => {
  const FICTION =
    /^(?:1?\d{3}55501\d\d|44(?:207946|161496|131496)0\d{3}|447700900\d{3}|49(?:3023125|4066969|8999998|2214710|6990009)\d{3}|33(?:19900|26191|46571|53649)\d{4})$/;
  for (const { lead } of rows) {
    if (lead.email !== '') expect(lead.email).toMatch(/^[a-z.-]+@[a-z-]+\.example\.(?:com|org|net)$/);
    if (lead.phone !== '') expect(lead.phone.replace(/\D/g, ''), lead.phone).toMatch(FICTION);
    for (const [, host] of JSON.stringify(lead).matchAll(/https?:\/\/([\w.-]+)/g)) {
      expect(host).toMatch(/\.example$/);
    }
  }
});

test('demo leads count toward the usage of their months and send no webhooks', async () => {
  const { rows: usage } = await owner.query<{ leads: number }>(
    'select sum(leads)::integer as leads, count(*) from leadline.usage where account_id = $1',
    [accountId],
  );
  expect(usage[0]?.leads).toBe(added);
  const { rows: events } = await owner.query('select kind from leadline.outbox where account_id = $1', [
    accountId,
  ]);
  expect(events).toEqual([{ kind: 'model.trainings' }]);
});

test('an account that has leads gets no demo leads', async () => {
  expect(await fillDemo(databaseUrl, accountId, now, false)).toBe(0);
});

describe('the demo is reproducible', () => {
  test('the same time yields the same leads', () => {
    expect(makeLeads(now)).toEqual(makeLeads(now));
  });

  test('another day yields the same leads at other times', () => {
    const later = new Date(now.getTime() + 3.4 * DAY_MS);
    const signed = (at: Date) =>
      makeLeads(at).map(({ lead }) => [lead.name, lead.email, lead.phone, lead.budget]);
    expect(signed(later)).toEqual(signed(now));
    const moments = makeLeads(later).map(({ receivedAt }) => receivedAt.getTime());
    expect(Math.max(...moments)).toBeLessThan(later.getTime());
    expect(moments).toEqual(moments.toSorted((a, b) => a - b));
  });
});

const DEMO = ['serve', '--demo', '--port', '0'];

const demoEnv = async () => ({
  DATABASE_URL: await cloneDatabase(),
  SECRET_KEY: 'a key for tests, and for nothing else',
  AI: 'off',
});

test.runIf(hasTerminals)(
  'leadline serve --demo prints what it added and a login, and only a new login the second time',
  { timeout: 240_000 },
  async () => {
    const env = await demoEnv();
    const serve = (): Promise<string[]> => runOnTerminal(DEMO, env, 'If you forgot');
    expect(await serve()).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^account {3}acct_/),
        expect.stringMatching(/^demo {6}\d+ leads from the last 60 days$/),
        expect.stringMatching(SIGN_IN),
      ]),
    );
    const again = await serve();
    expect(again.slice(0, 5)).toEqual([
      expect.stringMatching(SIGN_IN),
      'demo      not added: the account already has leads',
      expect.stringMatching(/^ready /),
      expect.stringMatching(/^Open .+ and sign in\.$/),
      'If you forgot your password, ask for a new one there. The link appears here.',
    ]);
  },
);

test('leadline serve --demo without a terminal and a data folder prints no key and no password', {
  timeout: 240_000,
}, async () => {
  const service = spawnLeadlineCommand(DEMO, await demoEnv());
  onTestFinished(() => service.kill());
  await expect.poll(service.output, { timeout: 120_000 }).toMatch(/^Open .+\n/m);
  const lines = service.output().split('\n');
  const [, account = ''] = /^account {3}(acct_\w+)$/m.exec(service.output()) ?? [];
  expect(lines).toContain(
    `keys      only shown on a terminal; for another one: leadline key create --account ${account}`,
  );
  expect(lines).toContain(
    'sign in   demo@leadline.example, password  only shown on a terminal; each start makes another one',
  );
  expect(service.output()).not.toMatch(/ll_(?:live|test)_|If you forgot/);
});
