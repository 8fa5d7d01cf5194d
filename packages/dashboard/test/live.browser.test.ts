// Changes appear on every open page within two seconds, as the nightly run measures.

import { makeLead } from '@leadline/testkit/leads/make-lead';
import { isNightly } from '@leadline/testkit/size';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { showTab } from './support/show-tab.ts';
import { useBrowserSuite } from './support/suite.ts';

const suite = useBrowserSuite();
/** A push runs on a machine that does other things, too. */
const SOON_MS = isNightly ? 2_000 : 10_000;

const rowOf = (page: Page, name: string): Locator => page.getByRole('row', { name: new RegExp(`^${name}`) });
const isLive = (page: Page): Promise<void> => page.getByRole('img', { name: /^Live/ }).waitFor();

/** Two members of an account, each with the inbox open. */
async function openTwoInboxes() {
  const first = await suite.newPage();
  const owner = await suite.signUpOwner(first);
  const second = await suite.newPage();
  await suite.signIn(second, await suite.addMember(owner, 'rep'));
  await suite.postLead(owner, { name: 'Ana Lopez' });
  for (const page of [first, second]) {
    await page.goto('/inbox');
    await rowOf(page, 'Ana Lopez').waitFor();
    await isLive(page);
  }
  return { owner, first, second };
}

test('a new lead appears in every open inbox', async () => {
  const { owner, first, second } = await openTwoInboxes();
  for (const name of ['Bo Berg', 'Chen Wei']) {
    await suite.postLead(owner, { name, email: `${name.slice(0, 2)}@example.org`, phone: '' });
    const options = { timeout: SOON_MS };
    await Promise.all([rowOf(first, name).waitFor(options), rowOf(second, name).waitFor(options)]);
  }
});

test('an outcome recorded by one person shows up for others, in the inbox and on the lead’s page', async () => {
  const { owner, first, second } = await openTwoInboxes();
  const third = await suite.newPage();
  await suite.signIn(third, owner.person);
  const leadId = await rowOf(first, 'Ana Lopez').getAttribute('data-lead');
  await third.goto(`/leads/${leadId}`);
  await third.getByRole('button', { name: 'Mark as contacted' }).waitFor();

  await first.keyboard.press('j');
  await first.keyboard.press('w');
  await first.getByRole('dialog', { name: 'Mark Ana Lopez as won' }).getByLabel('Deal value').fill('12000');
  const recorded = first.waitForResponse((response) => response.url().includes('/outcome'));
  await first.keyboard.press('Enter');
  expect((await recorded).status()).toBe(200);
  await Promise.all([
    rowOf(second, 'Ana Lopez').waitFor({ state: 'detached', timeout: SOON_MS }),
    third.getByRole('button', { name: 'Reopen' }).waitFor({ timeout: SOON_MS }),
  ]);
  await second.getByRole('link', { name: 'Won', exact: true }).click();
  await rowOf(second, 'Ana Lopez').getByRole('link').first().click();
  await second.getByText('by Ana Lopez').first().waitFor();
});

test('what a colleague does about a lead shows on its page and in every inbox while it is open', async () => {
  const { owner, first, second } = await openTwoInboxes();
  const third = await suite.newPage();
  await suite.signIn(third, owner.person);
  const leadId = await rowOf(first, 'Ana Lopez').getAttribute('data-lead');
  await third.goto(`/leads/${leadId}`);
  await third.getByRole('button', { name: 'Mark as contacted' }).waitFor();
  const options = { timeout: SOON_MS };
  const see = async (name: string): Promise<void> => third.getByRole('button', { name }).waitFor(options);

  await first.keyboard.press('j');
  await first.keyboard.press('c');
  await Promise.all([
    see('Status: Contacted'),
    rowOf(second, 'Ana Lopez').waitFor({ state: 'detached', ...options }),
  ]);
  await second.getByRole('link', { name: 'In progress', exact: true }).click();
  await rowOf(second, 'Ana Lopez').waitFor();
  await second.keyboard.press('j');
  await second.keyboard.press('a');
  await second.getByRole('option', { name: 'Nobody' }).click();
  await see('Assignee: Nobody');
  await second.keyboard.press('z');
  await second.getByRole('option', { name: /^Tomorrow morning/ }).click();
  await see('Snoozed');
  await owner.person.call(`/api/leads/${leadId}`, { note: 'Prefers email' }, { method: 'PATCH' });
  await third.getByText('Prefers email').waitFor(options);
});

test('an erased lead disappears from every page that shows it, even while the list is in use', async () => {
  const { owner, first, second } = await openTwoInboxes();
  const leadId = await rowOf(first, 'Ana Lopez').getAttribute('data-lead');
  const third = await suite.newPage({ tolerates: [/status of 404/] });
  await suite.signIn(third, owner.person);
  await third.goto(`/leads/${leadId}`);
  await third.getByRole('button', { name: 'Mark as contacted' }).waitFor();
  await rowOf(first, 'Ana Lopez').getByRole('checkbox').check(); // nothing moves, else
  const erased = await owner.person.call('/api/people/erase', { email: makeLead().email });
  expect(erased.status).toBe(200);
  const options = { state: 'detached', timeout: SOON_MS } as const;
  await Promise.all([
    rowOf(first, 'Ana Lopez').waitFor(options),
    rowOf(second, 'Ana Lopez').waitFor(options),
    third.getByRole('heading', { name: 'Ana Lopez' }).waitFor(options),
  ]);
  await third.getByRole('heading', { name: 'This lead doesn’t exist' }).waitFor();
});

test('a lead erased while the tab was hidden is gone when it is shown again', async () => {
  const { owner, first } = await openTwoInboxes();
  await suite.postLead(owner, { name: 'Bo Berg', email: 'bo@example.org', phone: '' });
  await rowOf(first, 'Bo Berg').waitFor();
  await rowOf(first, 'Ana Lopez').getByRole('checkbox').check();
  await showTab(first, 'hidden');
  expect((await owner.person.call('/api/people/erase', { email: makeLead().email })).status).toBe(200);
  await showTab(first, 'visible');
  await rowOf(first, 'Ana Lopez').waitFor({ state: 'detached' });
  await rowOf(first, 'Bo Berg').waitFor();
});

test('live events never reach another account', async () => {
  const { owner, first } = await openTwoInboxes();
  const stranger = await suite.newPage();
  const other = await suite.signUpOwner(stranger, 'Mallory Ltd');
  await stranger.goto('/inbox');
  const heard = stranger.evaluate(
    () =>
      new Promise<string>((resolve) => {
        new EventSource('/api/live').addEventListener('leads', ({ data }) => resolve(data));
      }),
  );
  await isLive(stranger);
  await suite.postLead(owner, { name: 'Bo Berg' });
  await rowOf(first, 'Bo Berg').waitFor();
  const ownId = await suite.postLead(other, { name: 'Mallory' });
  expect(JSON.parse(await heard)).toEqual({ lead_ids: [ownId] });
  await rowOf(stranger, 'Mallory').waitFor();
  expect(await rowOf(stranger, 'Bo Berg').count()).toBe(0);
});
