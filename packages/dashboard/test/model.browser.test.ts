// Settings → Model: from imported outcomes to a live model on the page and in a lead's score; roles, states and conflicts.

import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { checkAxe } from './support/check-axe.ts';
import { failUntilRetried } from './support/fail-until-retried.ts';
import { type Owner, useBrowserSuite } from './support/suite.ts';

const suite = useBrowserSuite({ withWorker: true });
const PAGE = '/settings/model';
const LONG = 180_000;

const SOURCES = ['Trade fair', 'Newsletter', 'Referral'] as const;
/** Of ten leads of each source, how many are won. */
const WINS: Readonly<Record<(typeof SOURCES)[number], number>> = {
  'Trade fair': 8,
  Newsletter: 1,
  Referral: 5,
};
const DAY_MS = 24 * 60 * 60 * 1000;

/** A CRM's export. Every third of its leads comes from the same source; a fixed share of each is won. */
function writeOutcomes(rows: number): string {
  const lines = Array.from({ length: rows }, (_, row) => {
    const source = SOURCES[row % SOURCES.length] ?? 'Referral';
    const isWon = (Math.floor(row / SOURCES.length) * 7) % 10 < WINS[source];
    const created = new Date(Date.UTC(2025, 0, 1) + row * DAY_MS).toISOString().slice(0, 10);
    const reason = isWon ? '' : 'Too expensive';
    return `Lead ${row},${newEmail()},${source},${created},${isWon ? 'Won' : 'Lost'},${reason},We need 40 laptops`;
  });
  return `Name,Email,Source,Created,Outcome,Lost because,Message\n${lines.join('\n')}\n`;
}

const openDetails = (page: Page): Promise<void> =>
  page.locator('summary').filter({ hasText: 'Details' }).click();
const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

async function importOutcomes(page: Page, rows: number): Promise<void> {
  await page.goto('/imports');
  await page.getByLabel('File to import').setInputFiles({
    name: 'crm.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(writeOutcomes(rows)),
  });
  await page.getByRole('button', { name: 'Start import' }).click();
  await page.getByText('Finished').waitFor({ timeout: 60_000 });
}

/** Sends leads until one is scored by the model, and returns its ID. */
async function postUntilScoredBy(owner: Owner, name: string, lead: object): Promise<string> {
  let leadId = '';
  await expect
    .poll(
      async () => {
        leadId = await suite.postLead(owner, makeLead({ ...lead, email: newEmail() }));
        return (await owner.person.call(`/api/leads/${leadId}`)).body.data.result.model_version;
      },
      { timeout: 30_000 },
    )
    .toBe(name);
  return leadId;
}

test(
  'imported outcomes become a live model that is shown with its accuracy and explains the points of a lead',
  async () => {
    const page = await suite.newPage({ width: 1440 });
    const owner = await suite.signUpOwner(page);
    await importOutcomes(page, 420);

    await page.goto(PAGE);
    const status = section(page, 'Status');
    await status.getByText('Not trained yet').waitFor();
    await status.getByText(/420 won or lost leads can be learned from\./).waitFor();
    await status.getByRole('button', { name: 'Train now' }).click();
    await status.getByText(/^Live since \d/).waitFor({ timeout: 120_000 });
    await status
      .getByText(/Of a won and a lost lead, it rates the won one higher \d\d times in 100/)
      .waitFor();
    await status.getByText('Scores stay as they are.').waitFor();
    const picture = status.getByRole('list', { name: 'Expected and won, by rating' });
    expect((await picture.getByRole('listitem').first().innerText()).replace(/\s+/g, ' ')).toMatch(
      /^Rated high \d+% won, \d+% expected$/,
    );
    const lessons = status.getByRole('list', { name: 'What wins here' });
    await lessons.getByText('Source: Trade fair: won 8 in 10 of such leads, 1 in 2 overall').waitFor();
    expect(await lessons.getByRole('listitem').count()).toBeLessThanOrEqual(5);
    expect(await page.getByText('AUC').count(), 'statistics are for those who ask').toBe(0);
    await checkAxe(page);

    await openDetails(page);
    await section(page, 'Latest training')
      .getByText(
        /0 recorded since the latest training\. It used 420\. The latest 126 of those \(30%\) were held out/,
      )
      .waitFor();

    const accuracy = section(page, 'How right it is');
    await accuracy.getByText(/^Calling the top 2\d% finds \d+% of the wins\./).waitFor();
    await accuracy.getByText(/it expected \d+% to be won; \d+% were\./).waitFor();
    await accuracy
      .getByText(
        /On the latest 126 outcomes, which were held out, it rates a won lead above a lost one in \d+% of comparisons \(\d+–\d+%\)/,
      )
      .waitFor();
    await accuracy.getByText('From the second training on, a chart shows here how it develops.').waitFor();
    expect(await accuracy.getByRole('img', { name: /by training$/ }).count()).toBe(0);
    await accuracy.getByRole('button', { name: 'Table: Does it happen as often as predicted?' }).click();
    await accuracy.getByRole('columnheader', { name: 'Upper bound (90%)' }).waitFor();
    await accuracy.getByRole('button', { name: 'Table: Does it happen as often as predicted?' }).click();
    const learned = section(page, 'What it learned');
    await learned
      .getByRole('row', { name: /^Trade fair Won 8 in 10 of such leads, 1 in 2 overall \+\d+ 140 112 80%$/ })
      .waitFor();
    await section(page, 'What it left out').getByText('Lost because').waitFor();
    const bias = section(page, 'Bias report');
    await bias.getByText('No score changed.').waitFor();
    await bias.getByRole('row', { name: /^Other names \d+ [0–] [0–]$/ }).waitFor();
    await bias
      .getByRole('row', { name: /^No phone number, or not clear 126 \d+% \d+% \(\d+–\d+%\)$/ })
      .waitFor();
    await checkAxe(page);

    await page.getByRole('radio', { name: 'Chance of closing and points' }).check();
    await page.getByLabel('Most points').fill('61');
    await page.getByText('Enter a number from 0 to 60').waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await page.getByLabel('Most points').fill('20');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. New leads follow within seconds.').waitFor();
    await status.getByText('adds or subtracts up to 20 points').waitFor();
    await page.getByRole('list', { name: 'Versions' }).getByText('With points, up to 20').waitFor();

    const leadId = await postUntilScoredBy(owner, 'm2', { source: 'Trade fair', phone: '' });
    await page.goto(`/leads/${leadId}`);
    await page.getByText(/^Chance of closing: \d+–\d+%, from 420 outcomes$/).waitFor();
    await page.getByRole('button', { name: 'Show the points' }).click();
    await page
      .getByText(/^Source “Trade fair”: won 8 in 10 of such leads, 1 in 2 overall/)
      .last()
      .waitFor();

    await page.goto(PAGE);
    await openDetails(page);
    await page.getByRole('button', { name: 'Roll back to the rules alone' }).click();
    const dialog = page.getByRole('dialog', { name: 'Roll back to the rules alone?' });
    await dialog.getByLabel('Note (optional)').fill('Our forms have changed');
    await checkAxe(page);
    await dialog.getByRole('button', { name: 'Roll back' }).click();
    await page.getByText('Rolled back to the rules alone. It is live as version 3.').waitFor();
    await status.getByText('Rolled back to the rules alone').waitFor();
    await page.getByRole('list', { name: 'Versions' }).getByText('Our forms have changed').waitFor();
  },
  LONG,
);

test('without outcomes, the page says what to do; with few, how many are missing', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  await page.goto(PAGE);
  const status = section(page, 'Status');
  await status.getByText('No outcomes yet').waitFor();
  await status.getByRole('link', { name: 'import past leads' }).waitFor();
  expect(await status.getByRole('button', { name: 'Train now' }).count()).toBe(0);
  await checkAxe(page);

  const leadId = await suite.postLead(owner);
  await owner.person.call(`/api/leads/${leadId}/outcome`, { outcome: 'won' });
  await page.reload();
  await status.getByRole('button', { name: 'Train now' }).click();
  await status.getByText('Nothing is live yet').waitFor({ timeout: 60_000 });
  await status
    .getByText(/^Leads are scored by the rules alone\. Too few outcomes.*more outcomes are missing\.$/)
    .waitFor();
  await status.getByText(/^1 of about \d+ won or lost leads$/).waitFor();
  await status.getByRole('heading', { name: 'What happens then' }).waitFor();
  await checkAxe(page);
  await openDetails(page);
  await section(page, 'How right it is').getByText('There are too few outcomes to measure it yet.').waitFor();
  expect(await status.getByText('Too few outcomes').count()).toBe(1);
  await section(page, 'What it learned').getByText('Not in use').waitFor();
  await page.getByRole('radio', { name: 'Chance of closing and points' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved. It takes effect once a model goes live.').waitFor();

  await page.getByRole('radio', { name: 'Off' }).check();
  await page.getByRole('link', { name: 're-score open leads' }).click();
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
  await leaving.getByText('Your changes to the use of the model are not saved yet.').waitFor();
  await leaving.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await status
    .getByText('Leads are scored by the rules alone, and nothing is learned from outcomes.')
    .waitFor();
  expect(await status.getByRole('button', { name: 'Train now' }).count()).toBe(0);
});

test('of two owners who change the model at the same time, the second sees what the first has chosen', async () => {
  const page = await suite.newPage({ tolerates: [/status of 409/] });
  const owner = await suite.signUpOwner(page);
  await page.goto(PAGE);
  await page.getByRole('radio', { name: 'Off' }).check();
  const body = { version: 0, mode: 'on', point_limit: 12 };
  expect((await owner.person.call('/api/model', body, { method: 'PUT' })).status).toBe(200);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Somebody else has changed the model').waitFor();
  await expect.poll(() => page.getByLabel('Most points').inputValue()).toBe('12');
});

test('a page that fails to load can be tried again', async () => {
  const page = await suite.newPage({ tolerates: [/status of 500/] });
  await suite.signUpOwner(page);
  await failUntilRetried(page, '**/api/model', 'internal_error');
  await page.goto(PAGE);
  await page.getByRole('button', { name: 'Try again' }).click();
  await section(page, 'Status').getByText('No outcomes yet').waitFor();
});
