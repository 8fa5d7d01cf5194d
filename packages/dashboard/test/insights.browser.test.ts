// Insights: numbers, charts, tables and periods, with many outcomes, few and none.

import { readFile } from 'node:fs/promises';
import { readLead } from '@leadline/engine';
import { asOperator, openPool, storePastLeads } from '@leadline/server';
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
import { formatDay } from '../src/pages/insights/format-day.ts';
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
  await page.reload();
  await expect.poll(() => firstSource.innerText()).toBe('referral');
  expect(new URL(page.url()).search, 'the order is part of the link').toBe('?range=7d&sort=-win');
  await sources.getByRole('button', { name: 'Table' }).click();
  const row = sources.getByRole('row', { name: /^referral/ });
  expect(await row.getByRole('cell').allInnerTexts()).toEqual([
    '40',
    '0',
    '+40',
    '40',
    '0',
    '20',
    '5',
    '80%',
    '61%',
    '91%',
    '–',
    '$0',
    '$0',
    '$0',
  ]);
  const download = page.waitForEvent('download');
  await sources.getByRole('button', { name: 'CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^leadline-sources-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/);
  const csv = await readFile(await file.path(), 'utf8');
  expect(csv.split('\r\n')[2], 'formulas are escaped').toMatch(
    /^"'=HYPERLINK\(""http:\/\/evil\.example""\)",38,0,38,0,0,1,24,0\.04,0\.0071,/,
  );

  // New leads appear without a reload.
  await suite.postLead(owner);
  await expect.poll(() => figure(page, 'Leads')).toBe('81');
});

test('insights compare reps, sources, contact times and periods', async () => {
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
  await page
    .getByText(`Arrows compare with ${describeDays(13, 7)}`)
    .first()
    .waitFor();

  await page.getByText('Leads contacted sooner win more often').waitFor();
  expect(await figure(page, 'Revenue')).toBe('€30,750');
  expect(await figure(page, 'Win rate'), 'without spam').toBe('48%');
  const card = (of: string) => page.locator('dl > div').filter({ has: page.getByText(of, { exact: true }) });
  expect(await card('Leads').innerText()).toContain('Up from 10');
  expect(await card('Revenue').innerText()).toContain('Up from €3,000');
  expect(await card('First contact').innerText()).toContain('Faster than before (20 hours)');
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
  await reps.getByText('9 of 69 leads are unassigned.').waitFor();
  const referral = panel(page, 'Sources').getByRole('row', { name: /^referral/ });
  const changes = (await referral.innerText()).replace(/\s+/g, ' ');
  expect(changes).toContain('60 Up from 10');
  expect(changes).toContain('€30,750 Up from €3,000');
  await panel(page, 'Do Hot leads win more?').getByText('Not counted').waitFor();
  await checkAxe(page);

  const speed = panel(page, 'Does a fast reply win more?');
  await speed.getByRole('button', { name: 'Table' }).click();
  const row = speed.getByRole('row', { name: /^Under an hour/ });
  expect((await row.getByRole('cell').allInnerTexts()).slice(0, 4)).toEqual(['30', '20', '5', '80%']);
});

test('every figure of insights links to exactly its leads', { timeout: 180_000 }, async () => {
  const page = await suite.newPage({ timezoneId: 'America/New_York', height: 2400 });
  const owner = await suite.signUpOwner(page);
  const [{ user_id: assignee }] = (await owner.person.call('/api/team')).body.data;
  // Half an hour after midnight in UTC, which is still the day before in New York.
  const dayAgo = (days: number): Date => new Date(new Date().setUTCHours(0, 30, 0, 0) - days * 24 * HOUR_MS);
  const past = [
    { days: 1, source: 'referral', count: 8, won: 4, lost: 2, amount: 750 },
    { days: 2, source: '', count: 7, won: 2, lost: 1, amount: 100 },
    { days: 2, source: '', count: 5, won: 1, lost: 3, amount: 40, isSpam: true },
    { days: 1, source: 'referral', count: 3, won: 0, lost: 2, amount: 0, isSpam: true },
    // In the period before.
    { days: 3, source: '', count: 6, won: 3, lost: 1, amount: 10 },
  ].toSorted((one, other) => other.days - one.days);
  const pool = openPool(suite.databaseUrl, { size: 1, role: 'leadline_worker' });
  const leads = past.flatMap((group) => listPast(group, dayAgo));
  await storePastLeads(pool, owner.accountId.slice('acct_'.length), leads);
  await pool.end();
  await assignSome(owner, assignee);
  const [from, to] = [2, 1].map((days) => dayAgo(days).toISOString().slice(0, 10));
  await page.goto(`/insights?from=${from}&to=${to}`);
  await page.getByText('8 spam leads are left out').waitFor();
  const figures = await listFigures(page);
  for (const button of await page.getByRole('button', { name: /^Table: / }).all()) await button.click();
  figures.push(...(await listFigures(page)));
  const links = Map.groupBy(figures, ({ href }) => href);
  expect(links.size).toBeGreaterThan(30);
  for (const [href, shown] of links) {
    const answer = page.waitForResponse((response) => /\/api\/leads\?.*limit=50/.test(response.url()));
    await followLink(page, href);
    const { data: leads, next_cursor: next } = await (await answer).json();
    expect(next, href).toBeNull();
    for (const { text, title } of shown) {
      const [, money] = /^\$([\d,]+)/.exec(text) ?? [];
      const [, count = null] = /^(\d+)/.exec(/%$/.test(text) || money !== undefined ? title : text) ?? [];
      if (count !== null) expect(leads.length, `${text} ${title} ${href}`).toBe(Number(count));
      if (money !== undefined) expect(sumAmounts(leads), href).toBe(Number(money.replaceAll(',', '')));
      expect(count ?? money, `${text} ${href}`).toBeDefined();
    }
    if (leads.length > 0) await page.getByText(new RegExp(`^${leads.length} leads?$`)).waitFor();
  }
  await page.goto('/inbox?tab=all&source=');
  await page.getByRole('button', { name: 'Remove filter: No source' }).waitFor();
  await page.getByText(/^18 leads$/).waitFor();
});

/** Like a click on a link, without loading the page again. */
const followLink = (page: Page, href: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, href);

interface PastGroup {
  readonly days: number;
  readonly source: string;
  readonly count: number;
  readonly won: number;
  readonly lost: number;
  readonly amount: number;
  readonly isSpam?: boolean;
}

/** Real leads, because the inbox shows why they have their scores. */
function listPast(group: PastGroup, dayAgo: (days: number) => Date): Parameters<typeof storePastLeads>[2] {
  const { days, source, count, won, lost, amount, isSpam = false } = group;
  const receivedAt = dayAgo(days);
  const message = isSpam
    ? 'We offer SEO backlinks, guaranteed first page on Google. Casino guest posts too.'
    : 'Hi';
  return Array.from({ length: count }, (_, place) => {
    const read = readLead({ email: `p${place}@${days}-${count}.example`, message, source });
    if (!read.ok) throw new Error(read.error);
    const outcome = place < won ? 'won' : 'lost';
    const decided = {
      outcome,
      at: new Date(receivedAt.getTime() + HOUR_MS),
      amount: outcome === 'won' ? amount : null,
      reason: null,
    } as const;
    return { lead: read.lead, receivedAt, assessment: null, outcome: place < won + lost ? decided : null };
  });
}

const assignSome = ({ accountId }: Owner, assignee: string): Promise<unknown> =>
  enterAccount(db, asOperator(accountId.slice('acct_'.length)), ({ transaction }) =>
    transaction
      .updateTable('leads')
      .set({ assignee: assignee.slice('user_'.length) })
      .where('source', '=', 'referral')
      .execute(),
  );

const listFigures = (page: Page): Promise<{ href: string; text: string; title: string }[]> =>
  page.locator('main a[href^="/inbox?"]').evaluateAll((links) =>
    links.map((link) => ({
      href: link.getAttribute('href') ?? '',
      text: link.textContent.trim(),
      title: link.getAttribute('title') ?? '',
    })),
  );

const sumAmounts = (leads: readonly { decided: { amount: number | null } | null }[]): number =>
  leads.reduce((sum, { decided }) => sum + (decided?.amount ?? 0), 0);

/** "4 Nov to 10 Nov" */
const describeDays = (...daysAgo: readonly number[]): string =>
  daysAgo.map((days) => formatDay(new Date(Date.now() - days * 24 * HOUR_MS).toISOString())).join(' to ');

test('a period with few outcomes or without leads says so', async () => {
  // The leads that this file stores have figures, but can't be listed.
  const tolerates = [/\/api\/leads\?limit=1/];
  const page = await suite.newPage({ colorScheme: 'dark', width: 360, height: 740, tolerates });
  const owner = await suite.signUpOwner(page);
  await page.goto('/insights');
  await page.getByRole('heading', { name: 'No leads in this period' }).waitFor();
  await store(owner, { count: 3, grade: 'Hot', source: 'google', won: 1, lost: 0 });
  await page.reload();
  await page.getByText('Not enough data yet: with 5 leads or more').waitFor();
  expect(await page.getByText(/Too few outcomes|Most common range|Top source/).count()).toBe(0);
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
  await page.getByText('Not enough data yet: with 5 leads or more').waitFor();
});

test('an empty period leads to the one with the newest lead', async () => {
  const page = await suite.newPage();
  await suite.postLead(await suite.signUpOwner(page));
  await page.goto('/insights?from=2025-02-01&to=2025-03-01');
  await page.getByText('Your newest lead is from').waitFor();
  await page.getByRole('button', { name: 'Show the year up to then' }).click();
  await expect.poll(() => figure(page, 'Leads')).toBe('1');
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
  await page.getByText('Not enough data yet: with 5 leads or more').waitFor();
});
