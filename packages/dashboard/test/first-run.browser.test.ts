// From an empty database to a scored lead without leaving the browser.

import { call } from '@leadline/testkit/http/call';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { expect, test } from 'vitest';
import { checkAxe } from './support/check-axe.ts';
import { PASSWORD, signUpByHand, useBrowserSuite } from './support/suite.ts';

const suite = useBrowserSuite({ isEmpty: true, signUp: 'closed' });

test('without the link that Leadline prints, the first page asks for the setup token', async () => {
  const page = await suite.newPage({ tolerates: [/status of 403/] });
  await page.goto('/');
  await page.getByRole('heading', { name: 'Set up Leadline' }).waitFor();
  await page.getByLabel('Name').fill('Eve');
  await page.getByLabel('Email').fill('eve@example.org');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByText('Enter the setup token').waitFor();
  await page.getByLabel('Setup token').fill('a guess');
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('alert').filter({ hasText: 'leadline setup-token' }).waitFor();
});

test('a setup link pasted into a tab that shows the page already counts, and so does a newer one', async () => {
  const page = await suite.newPage({ tolerates: [/status of 403|ERR_FAILED/] });
  await page.goto('/sign-up');
  await page.getByLabel('Setup token').waitFor();
  await page.getByLabel('Name').fill('Ana');
  const paste = (hash: string): Promise<void> =>
    page.evaluate((fragment) => {
      window.location.hash = fragment;
    }, hash);
  await paste('#setup=outdated');
  await page.getByLabel('Setup token').waitFor({ state: 'detached' });
  expect(await page.getByLabel('Name').inputValue(), 'what was typed stays').toBe('Ana');
  await page.getByLabel('Email').fill('ana@example.org');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('alert').filter({ hasText: 'leadline setup-token' }).waitFor();
  expect(await page.getByLabel('Setup token').inputValue()).toBe('outdated');

  const token = new URL((await suite.api.createSetupLink()) ?? '').hash;
  await paste(token);
  await page.getByLabel('Setup token').waitFor({ state: 'detached' });
  expect(await page.getByRole('alert').count()).toBe(0);
  const sent = page.waitForRequest('**/sign-up/email');
  await page.route('**/sign-up/email', (route) => route.abort());
  await page.getByRole('button', { name: 'Set up' }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    setupToken: new URLSearchParams(token.slice(1)).get('setup'),
  });
});

test('the first person sets up Leadline, sends a test lead, creates a key and sees the first lead arrive', async () => {
  const page = await suite.newPage();
  const link = new URL((await suite.api.createSetupLink()) ?? '');
  const setup = link.pathname + link.hash;
  await page.goto(setup);
  await page.getByRole('heading', { name: 'Set up Leadline' }).waitFor();
  expect(await page.getByLabel('Setup token').count(), 'the link is enough').toBe(0);
  await signUpByHand(page, { email: 'ana@example.org', company: 'Acme' }, setup);
  await page.getByRole('heading', { level: 1, name: 'Connect' }).waitFor();
  await page.getByText('No requests in the last 7 days').waitFor();

  await page.getByRole('button', { name: 'Send test lead' }).click();
  const reasons = page.getByRole('list', { name: 'Reasons' });
  await reasons.waitFor();
  expect(await reasons.getByRole('listitem').count()).toBeGreaterThan(2);
  await page.getByRole('button', { name: /Accepted/ }).waitFor();
  await page.getByRole('link', { name: 'Open this lead' }).click();
  await page.getByRole('heading', { level: 1, name: 'Ana Lopez' }).waitFor();
  await page.getByText('Test lead').waitFor();
  await page.getByRole('heading', { name: 'Score breakdown' }).waitFor();

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Connect' }).click();
  await page.getByRole('link', { name: 'Embeddable form' }).click();
  await page.getByRole('button', { name: 'Create an intake key' }).click();
  await page.getByLabel('Key name').fill('Website');
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = await page.getByLabel('Intake key “Website”').inputValue();
  expect(key).toMatch(/^ll_intake_/);

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inbox' }).click();
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  expect(await page.getByRole('grid').count(), 'test leads are not in the inbox').toBe(0);
  const checklist = page.getByRole('region', { name: 'Get started' });
  await checklist.getByText('0 of 5 done').waitFor();
  const { status } = await call(suite.url, `/api/intake/${key}`, makeLead({ name: 'Bo Berg' }));
  expect(status).toBe(200);
  await page.getByRole('row', { name: /^Bo Berg/ }).waitFor();
  await page.getByRole('link', { name: 'Bo Berg' }).click();
  await page.getByRole('heading', { level: 1, name: 'Bo Berg' }).waitFor();

  // The checklist knows what is done, and stays hidden once a person has hidden it.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Connect' }).click();
  await checklist.getByText('Connect a form (done)').waitFor();
  await checklist.getByText('See your first lead (done)').waitFor();
  await checklist.getByText('2 of 5 done').waitFor();
  await checkAxe(page);
  await checklist.getByRole('link', { name: 'Invite' }).click();
  await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor();
  await page.goBack();
  await checklist.getByRole('button', { name: 'Hide this checklist' }).click();
  await page.reload();
  await page.getByRole('heading', { name: 'Where do your leads come from?' }).waitFor();
  expect(await checklist.count()).toBe(0);

  await page.getByRole('button', { name: 'Show checklist' }).click();
  await checklist.getByText('2 of 5 done').waitFor();
  await checklist.getByRole('button', { name: 'Hide this checklist' }).click();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await palette.getByRole('combobox').fill('checklist');
  await palette.getByRole('option', { name: 'Show the get-started checklist' }).click();
  await checklist.getByText('2 of 5 done').waitFor();
});
