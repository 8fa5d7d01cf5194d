// A window shows one person and one account: it never writes to another, and leaves no data for the next person.

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Owner, PASSWORD, useBrowserSuite } from './support/suite.ts';

const suite = useBrowserSuite();
const REJECTED = /status of (401|409)/;

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });

/** A window on the first of two accounts, and a second window. */
async function openTwoWindows(path: string): Promise<{ first: Page; second: Page; owner: Owner }> {
  const first = await suite.newPage({ tolerates: [REJECTED] });
  const owner = await suite.newOwner('First Ltd');
  await owner.person.call('/api/accounts', { name: 'Second Ltd' });
  const organizationId = owner.accountId.slice('acct_'.length);
  await owner.person.call('/api/auth/organization/set-active', { organizationId });
  await suite.signIn(first, owner.person);
  await first.goto(path);
  await navigation(first).getByText('First Ltd').waitFor();
  const second = await first.context().newPage();
  await second.goto('/settings/profile');
  return { first, second, owner };
}

async function switchAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account: First Ltd' }).click();
  await page.getByRole('menuitemradio', { name: 'Second Ltd' }).click();
  await page.getByRole('button', { name: 'Account: Second Ltd' }).waitFor();
}

test('a window left on another account saves nothing and reloads with the chosen account', async () => {
  const { first, second } = await openTwoWindows('/inbox?grade=Hot');
  await first.getByRole('button', { name: 'Views' }).click();
  await first.getByLabel('Save these filters as').fill('Best first');
  await switchAccount(second);
  await first.keyboard.press('Enter');
  await navigation(first).getByText('Second Ltd').waitFor();
  expect(await suite.owner.selectFrom('views').selectAll().execute()).toEqual([]);
  await first.getByRole('button', { name: 'Views' }).click();
  await first.getByLabel('Save these filters as').fill('Best first');
  await first.keyboard.press('Enter');
  await first.getByRole('button', { name: 'Delete view Best first' }).waitFor();
});

test('a window left on another account uploads no file to it', async () => {
  const { first, second } = await openTwoWindows('/imports');
  await switchAccount(second);
  const file = {
    name: 'old.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('name,email\nAna,ana@acme.com\n'),
  };
  await first.getByLabel('File to import').setInputFiles(file);
  await navigation(first).getByText('Second Ltd').waitFor();
  expect(await suite.owner.selectFrom('imports').selectAll().execute()).toEqual([]);
});

test('a window whose session has another account opens the inbox of that account', async () => {
  const { first, second } = await openTwoWindows('/settings/profile');
  await switchAccount(second);
  await first.getByRole('textbox', { name: 'Name' }).fill('Ana María');
  await first.getByRole('button', { name: 'Save name' }).click();
  await first.waitForURL('**/inbox');
  await navigation(first).getByText('Second Ltd').waitFor();
});

test('a person who signs in after a session ended sees no data of the previous person', async () => {
  const page = await suite.newPage({ tolerates: [REJECTED] });
  const { person, ...last } = await suite.signUpOwner(page, 'First Ltd');
  await suite.postLead({ person, ...last }, { name: 'Hot Hana' });
  await page.goto('/inbox');
  await page.getByText('Hot Hana').waitFor();
  // This page makes no requests on its own, so the next page is the one to notice the end of the session.
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await page.getByRole('list', { name: 'Sessions' }).getByRole('listitem').first().waitFor();
  await person.call('/api/auth/sign-out', {});
  await navigation(page).getByRole('link', { name: 'Insights' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(new URL(page.url()).search).toBe('?next=%2Finsights');

  const next = await suite.newOwner('Second Ltd');
  // Anything shown before a response arrives comes from the cache.
  await page.route('**/api/leads?*', () => {});
  await page.getByLabel('Email').fill(next.person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await navigation(page).getByText('Second Ltd').waitFor();
  await navigation(page).getByRole('link', { name: 'Inbox' }).click();
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  expect(await page.getByText('Hot Hana').count()).toBe(0);
});

test('accepting an invitation switches to that account, and signing out there signs out everywhere', async () => {
  const inviter = await suite.newOwner('Berg & Sons');
  const page = await suite.newPage({ tolerates: [/status of 40[014]/] });
  const { person } = await suite.signUpOwner(page, 'First Ltd');
  const path = await suite.invite(inviter.person, person.email, 'rep');
  await page.goto(path);
  await page.getByRole('button', { name: 'Accept invitation' }).click();
  await page.waitForURL('**/inbox');
  await page.getByRole('button', { name: 'Account: Berg & Sons' }).waitFor();
  await page.getByText('No leads yet').waitFor();

  await page.goto(path);
  await page.getByRole('heading', { name: 'This invitation doesn’t work' }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('link', { name: 'Sign in' }).waitFor();
  const { data } = await page.evaluate(() => fetch('/api/session').then((answer) => answer.json()));
  expect(data.user).toBeNull();
});
