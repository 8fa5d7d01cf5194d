// Insights: numbers, charts, tables and periods, with many outcomes, few and none.

import { readFile } from 'node:fs/promises';
import { asOperator, openPool } from '@leadline/server';
import {
  type Database,
  enterAccount,
  idAt,
  openDatabase,
  recordOutcome,
  writeLeads,
} from '@leadline/server/testing';
import { makeLeadToWrite } from '@leadline/testkit/leads/lead-to-write';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAxe } from './support/check-axe.ts';
import { failUntilRetried } from './support/fail-until-retried.ts';
import { type Owner, useBrowserSuite } from './support/suite.ts';

const suite = useBrowserSuite();
const HOUR_MS = 60 * 60 * 1000;

let db: Database;
let writers: ReturnType<typeof openPool>;
beforeAll(() => {
  db = openDatabase(openPool(suite.databaseUrl, { size: 1, role: 'leadline_api' }));
  writers = openPool(suite.databaseUrl, { size: 1, role: 'leadline_api' });
});
afterAll(() => Promise.all([db.destroy(), writers.end()]));

interface Group {
  readonly count: number;
  readonly grade: 'Hot' | 'Cold' | 'Spam';
  readonly source: string;
  readonly won: number;
  readonly lost: number;
  readonly amount?: number;
  readonly daysAgo?: number;
  readonly contactedAfterHours?: number;
  /** `user_…` */
  readonly assignee?: string;
}

/** Received two days ago, decided five hours later. */
async function store({ accountId }: Owner, group: Group): Promise<void> {
  const { count, grade, source, won, lost, amount = null, daysAgo = 2 } = group;
  const at = new Date(Date.now() - daysAgo * 24 * HOUR_MS);
  const account = accountId.slice('acct_'.length);
  const ids = Array.from({ length: count }, () => idAt(at));
  const client = await writers.connect();
  const score = grade === 'Hot' ? 85 : 20;
  await writeLeads(
    client,
    ids.map((leadId) => makeLeadToWrite(account, { leadId, score, grade, source })),
  );
  client.release();
  for (const [place, leadId] of ids.slice(0, won + lost).entries()) {
    const outcome = place < won ? 'won' : 'lost';
    const decided = {
      outcome,
      at: new Date(at.getTime() + 5 * HOUR_MS),
      amount: outcome === 'won' ? amount : null,
      reason: null,
    } as const;
    await enterAccount(db, asOperator(account), (scope) => recordOutcome(scope, leadId, decided));
  }
  await work(account, ids, at, group);
}

async function work(
  account: string,
  ids: readonly string[],
  at: Date,
  { contactedAfterHours, assignee }: Group,
): Promise<void> {
  if (contactedAfterHours === undefined && assignee === undefined) return;
  await enterAccount(db, asOperator(account), ({ transaction }) =>
    transaction
      .updateTable('leads')
      .set({
        ...(contactedAfterHours === undefined
          ? {}
          : { contacted_at: new Date(at.getTime() + contactedAfterHours * HOUR_MS) }),
        ...(assignee === undefined ? {} : { assignee: assignee.slice('user_'.length) }),
      })
      .where('account_id', '=', account)
      .where('id', 'in', ids)
      .execute(),
  );
}

/** The value of a key figure. */
const figure = (page: Page, name: string): Promise<string> =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
    .first()
    .innerText();

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('insights show leads, scores, win rates and sources, as charts, tables and CSV', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  await store(owner, { count: 40, grade: 'Hot', source: 'referral', won: 20, lost: 5 });
  await store(owner, {
    count: 38,
    grade: 'Cold',
    source: '=HYPERLINK("http://evil.example")',
    won: 1,
    lost: 24,
  });
  await store(owner, { count: 2, grade: 'Cold', source: '', won: 1, lost: 0 });
  await page.goto('/insights?range=7d');
  await page.getByText('Hot leads win more often').waitFor();
  expect(await figure(page, 'Leads')).toBe('80');
  expect(await figure(page, 'Hot')).toBe('50%');
  expect(await figure(page, 'Won')).toBe('22');
  expect(await figure(page, 'Win rate')).toBe('43%');
  await page.getByText('Half of closed leads took less than 5 hours.').waitFor();
  await page.getByRole('img', { name: /^Bars: .*20–29: 40.*80–89: 40/ }).waitFor();
  await checkAxe(page);

  const sources = panel(page, 'Sources');
  const firstSource = sources.locator('tbody th').first();
  await sources.getByRole('button', { name: 'Source', exact: true }).click();
  await expect.poll(() => firstSource.innerText()).toContain('HYPERLINK');
  // One win out of one is less certain than 20 out of 25.
  await sources.getByRole('button', { name: 'Win rate', exact: true }).click();
  await expect.poll(() => firstSource.innerText()).toBe('referral');
  await sources.getByRole('button', { name: 'Table' }).click();
  const row = sources.getByRole('row', { name: /^referral/ });
  expect(await row.getByRole('cell').allInnerTexts()).toEqual([
    '40',
    '40',
    '20',
    '5',
    '80%',
    '61%',
    '91%',
    'US$0',
  ]);
  const download = page.waitForEvent('download');
  await sources.getByRole('button', { name: 'CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv.split('\r\n')[2], 'formulas are escaped').toMatch(
    /^"'=HYPERLINK\(""http:\/\/evil\.example""\)",38,0,1,24,/,
  );

  // New leads appear without a reload.
  await suite.postLead(owner);
  await expect.poll(() => figure(page, 'Leads'), { timeout: 10_000 }).toBe('81');
});

test('insights compare reps, contact times and periods, and link every figure to its leads', async () => {
  const page = await suite.newPage({ height: 2200 });
  const owner = await suite.signUpOwner(page);
  const { data: profile } = (await owner.person.call('/api/account/profile')).body;
  await owner.person.call('/api/account/profile', { ...profile, currency: 'EUR' }, { method: 'PUT' });
  const [{ user_id: assignee, name }] = (await owner.person.call('/api/team')).body.data;
  const left = `user_${'0'.repeat(31)}1`;
  const fast = { count: 30, grade: 'Hot', source: 'referral', won: 20, lost: 5, amount: 1_500 } as const;
  await store(owner, { ...fast, contactedAfterHours: 0.5, assignee });
  await store(owner, { ...fast, won: 3, lost: 20, amount: 250, contactedAfterHours: 30, assignee: left });
  await store(owner, { count: 9, grade: 'Cold', source: 'google', won: 0, lost: 0 });
  await store(owner, { count: 4, grade: 'Spam', source: 'google', won: 0, lost: 4 });
  await store(owner, { ...fast, count: 10, won: 2, lost: 8, daysAgo: 9, contactedAfterHours: 20 });
  await page.goto('/insights?range=7d');

  await page.getByText('Leads contacted sooner win more often').waitFor();
  expect(await figure(page, 'Revenue')).toBe('€30,750');
  expect(await figure(page, 'Win rate'), 'without spam').toBe('48%');
  const card = (of: string) => page.locator('dl > div').filter({ has: page.getByText(of, { exact: true }) });
  expect(await card('Leads').innerText()).toContain('Up from 10');
  expect(await card('Revenue').innerText()).toContain('Up from €3,000');
  expect(await card('First contact').innerText()).toContain('Down from 20 hours');
  expect(await card('Win rate').innerText()).toContain('No clear change from 20%');

  const reps = panel(page, 'Reps');
  const cells = async (rep: string) => {
    const texts = await reps
      .getByRole('row', { name: new RegExp(`^${rep}`) })
      .getByRole('cell')
      .allInnerTexts();
    return texts.map((text) => text.replace(/\s+/g, ' ').trim());
  };
  expect((await cells(name)).toSpliced(4, 1)).toEqual(['30', '30 100%', '30 minutes', '20', '€30,000']);
  expect((await cells('Former member')).toSpliced(4, 1)).toEqual(['30', '30 100%', '30 hours', '3', '€750']);
  expect((await cells('Unassigned')).toSpliced(4, 1)).toEqual(['9', '0 0%', '–', '0', '€0']);
  await panel(page, 'Do Hot leads win more?').getByText('Not counted').waitFor();
  await checkAxe(page);

  const speed = panel(page, 'Does a fast reply win more?');
  await speed.getByRole('button', { name: 'Table' }).click();
  const row = speed.getByRole('row', { name: /^Under an hour/ });
  expect((await row.getByRole('cell').allInnerTexts()).slice(0, 4)).toEqual(['30', '20', '5', '80%']);

  await reps.getByRole('link', { name: '20' }).click();
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  const { searchParams } = new URL(page.url());
  expect(searchParams.get('assignee')).toBe(assignee);
  expect(searchParams.get('tab')).toBe('won');
});

test('a period with few outcomes or without leads says so', async () => {
  const page = await suite.newPage({ colorScheme: 'dark', width: 360, height: 740 });
  const owner = await suite.signUpOwner(page);
  await page.goto('/insights');
  await page.getByRole('heading', { name: 'No leads in this period' }).waitFor();
  await store(owner, { count: 3, grade: 'Hot', source: 'google', won: 1, lost: 0 });
  await page.reload();
  await page.getByText('Too few outcomes to tell whether Hot leads win more often').waitFor();
  await page.getByRole('img', { name: /^Stacked bars/ }).waitFor();
  await checkAxe(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);

  await page.getByText('Custom').click();
  await page.getByLabel('First day').fill('2025-03-02');
  await page.getByLabel('Last day').fill('2025-03-01');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'The first day can’t be after the last day' }).waitFor();
  await page.getByLabel('First day').fill('2025-02-01');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByRole('heading', { name: 'No leads in this period' }).waitFor();
  expect(new URL(page.url()).search).toBe('?from=2025-02-01&to=2025-03-01');
  await page.goBack();
  await page.getByText('Too few outcomes to tell whether').waitFor();
});

test('insights that fail to load show an error and can be loaded again', async () => {
  const page = await suite.newPage({ tolerates: [/status of 500/] });
  const owner = await suite.signUpOwner(page);
  await store(owner, { count: 1, grade: 'Hot', source: 'google', won: 0, lost: 0 });
  await failUntilRetried(page, '**/api/insights?*', 'internal_error');
  await page.goto('/insights');
  await page.getByRole('heading', { name: 'Couldn’t load this' }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => figure(page, 'Leads')).toBe('1');
  await page.getByText('Win rates appear after the first outcomes.').waitFor();
});
