// Connect: keys, examples, test leads and recent requests.

import { call } from '@leadline/testkit/http/call';
import { expect, test } from 'vitest';
import { checkAxe } from './support/check-axe.ts';
import { failUntilRetried } from './support/fail-until-retried.ts';
import { useBrowserSuite } from './support/suite.ts';

const suite = useBrowserSuite();

test('a new key appears in the example, and a request sent with it shows how its fields were read', async () => {
  const page = await suite.newPage();
  await suite.signUpOwner(page);
  await page.goto('/connect');
  await page.getByText('No requests in the last 7 days').waitFor();

  await page.getByRole('heading', { name: 'Where do your leads come from?' }).waitFor();
  await checkAxe(page);
  await page.getByRole('link', { name: 'HTML form' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Connect HTML form' }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  expect(await page.getByRole('button', { name: 'Send test lead' }).count(), 'the guide alone').toBe(0);
  expect(await page.getByText(/Waiting for the first lead/).count(), 'without a key').toBe(0);

  await page.getByRole('button', { name: 'Create an intake key' }).click();
  await page.getByLabel('Key name').fill('Contact form');
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = await page.getByLabel('Intake key “Contact form”').inputValue();
  expect(key).toMatch(/^ll_intake_\w{38}$/);
  const url = `${suite.url}/api/intake/${key}`;
  expect(await page.getByRole('button', { name: /^Copy (URL|HTML form)$/ }).count()).toBe(2);
  expect(await page.getByRole('region', { name: 'HTML form' }).innerText()).toContain(`action="${url}"`);

  const firstLead = page.locator('[role=status][data-state]');
  await firstLead.getByText('Waiting for the first lead from HTML form').waitFor();
  await checkAxe(page);
  const rejected = await fetch(url, { method: 'POST', body: new URLSearchParams({ Size: '12' }) });
  expect(rejected.status).toBe(400);
  await firstLead.getByText('The last request from HTML form was rejected').waitFor();
  await checkAxe(page);
  const sent = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ first_name: 'Bo', last_name: 'Ek', 'E-Mail': 'bo@initech.com', Size: '12' }),
  });
  expect(sent.status).toBe(200);
  await firstLead.getByText('HTML form is connected').waitFor();
  await firstLead.getByText(/^Bo Ek arrived/).waitFor();
  await firstLead.getByRole('link', { name: 'Open this lead' }).waitFor();
  await page.getByRole('button', { name: /Accepted/ }).click();
  const lastName = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'last_name' }) });
  await expect.poll(() => lastName.innerText()).toMatch(/Ek\s+Name/);
  await page.getByRole('row', { name: 'E-Mail bo@initech.com Email' }).waitFor();
  await page.getByRole('row', { name: 'Size 12 Question and answer' }).waitFor();
  expect(await page.getByRole('region', { name: 'body' }).innerText()).toContain('first_name=Bo');
  await checkAxe(page);

  // An intake key is public anyway, so the code is there again after a reload.
  await page.reload();
  await page.getByRole('region', { name: 'HTML form' }).getByText(`action="${url}"`).waitFor();
  expect(await page.getByRole('button', { name: /^Copy (URL|HTML form)$/ }).count()).toBe(2);
  await page.getByRole('button', { name: /Accepted.*Intake URL · Contact form/ }).waitFor();
  await page.getByRole('link', { name: 'Bo Ek' }).click();
  await page.getByRole('heading', { name: 'Bo Ek' }).first().waitFor();
});

test('each tool has a key of its own that can only send leads, and its name is the source', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  // The account's key with full access isn't offered to any tool.
  await page.goto('/connect?with=zapier');
  await page.getByText('There is no key for Zapier yet.').waitFor();
  expect(await page.getByLabel('API key').count()).toBe(0);
  await page.getByRole('button', { name: 'Create an API key' }).click();
  await page.getByRole('button', { name: 'Create key' }).click();
  const zapier = await page.getByLabel('API key “Zapier”').inputValue();
  expect(await call(suite.url, '/api/leads', undefined, { key: zapier })).toMatchObject({ status: 403 });
  await call(suite.url, '/api/webhook.php', { email: 'ana@acme.com' }, { key: zapier });

  await page.getByText('Zapier is connected').waitFor();
  const openTool = async (name: string): Promise<void> => {
    await page.getByRole('link', { name: 'All tools' }).click();
    await page.getByRole('link', { name, exact: true }).click();
  };
  await openTool('Typeform');
  await page.getByRole('button', { name: 'Create an intake key' }).click();
  await page.getByLabel('Key name').fill('Pricing');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('Start with “Typeform”').waitFor();
  await page.getByLabel('Key name').fill('Typeform pricing');
  await page.getByRole('button', { name: 'Create key' }).click();
  const typeform = await page.getByLabel('Intake key “Typeform pricing”').inputValue();
  await call(suite.url, `/api/intake/${typeform}`, { email: 'bo@acme.com' });
  await openTool('Tally');
  await page.getByText('Create one for each form.').waitFor();
  await openTool('Zapier');
  expect(await page.getByLabel('API key “Zapier”').inputValue(), 'it can’t be shown again').toBe(zapier);
  await openTool('Typeform');
  expect(await page.getByLabel('Intake key “Typeform pricing”').inputValue()).toBe(typeform);
  await checkAxe(page);

  const { body } = await owner.person.call('/api/leads');
  const sources = body.data.map(({ email, source }: Record<string, string>) => `${email} ${source}`);
  expect(sources.toSorted()).toEqual(['ana@acme.com Zapier', 'bo@acme.com Typeform pricing']);
});

test('an intake key from before keys were kept can’t be shown again', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  const { body } = await owner.person.call('/api/keys', { name: 'Old form', scope: 'intake' });
  await suite.owner
    .updateTable('api_keys')
    .set({ sealed: null })
    .where('hint', '=', body.data.key.slice(-4))
    .execute();
  await page.goto('/connect?with=html');
  await page.getByText('This key can’t be shown again. Create a new one.').waitFor();
  await page.getByText('Create a new key first').waitFor();
  expect(await page.getByRole('button', { name: /^Copy (URL|HTML form)$/ }).count()).toBe(0);
});

test('a link to a guide that does not exist says so', async () => {
  const page = await suite.newPage();
  await suite.signUpOwner(page);
  await page.goto('/connect?with=fax');
  await page.getByText('There is no guide for “fax”').waitFor();
  await page.getByRole('link', { name: 'LinkedIn lead gen' }).click();
  await page.getByText('LinkedIn doesn’t send leads to a URL by itself').waitFor();
  expect(await page.getByText('There is no guide for').count()).toBe(0);
});

test('a test lead is scored and listed among the recent requests, marked as a test', async () => {
  const page = await suite.newPage({ colorScheme: 'dark', width: 390, height: 844 });
  const owner = await suite.signUpOwner(page);
  await page.goto('/connect');
  await page.getByRole('button', { name: 'Send test lead' }).click();
  const result = page.getByRole('status').filter({ hasText: 'Open this lead' });
  await expect.poll(() => result.innerText()).toMatch(/^\d+\s+(Hot|Warm)/);
  expect(await result.innerText()).toContain('kept out of the inbox');
  const reasons = page.getByRole('list', { name: 'Reasons' }).getByRole('listitem');
  expect(await reasons.count()).toBe(3);
  await page.getByRole('button', { name: /^Show all \d+ reasons$/ }).click();
  expect(await reasons.count()).toBeGreaterThan(3);
  await page.getByRole('button', { name: /Accepted.*Test/ }).waitFor();
  expect(await page.getByRole('link', { name: 'Ana Lopez' }).getAttribute('href')).toMatch(
    /^\/leads\/lead_\w+\?mode=test$/,
  );
  await checkAxe(page);
  expect((await owner.person.call('/api/leads')).body.data).toEqual([]);
});

test('a rejected request shows the reason and advice, and the list can be filtered by rejected requests', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  await suite.postLead(owner);
  const { liveKey: key } = owner;
  await call(suite.url, '/api/webhook.php', { name: 'Cy Young', Telefono: '' }, { key });
  const headers = { 'Content-Type': 'application/json' };
  await call(suite.url, '/api/webhook.php', '{"name": "Cy', { key, headers });
  await page.goto('/connect');
  await expect.poll(() => page.getByRole('button', { name: /(Accepted|Rejected)/ }).count()).toBe(3);
  await page.getByRole('region', { name: 'Recent requests' }).getByRole('link').hover();
  await checkAxe(page);
  await page.getByRole('radiogroup', { name: 'Filter requests' }).getByText('Rejected').click();
  await expect.poll(() => page.getByRole('button', { name: /Accepted/ }).count()).toBe(0);

  await page.getByRole('button', { name: /Email and phone are both missing/ }).click();
  await page.getByText('see below what its fields are called').waitFor();
  await page.getByRole('row', { name: 'name Cy Young' }).waitFor();
  await checkAxe(page);
  await page.getByRole('button', { name: /not valid JSON/ }).click();
  await page.getByText('Check quotes, commas and brackets').waitFor();
  await page.getByText('The body is neither valid JSON nor a form').waitFor();
});

test('a failed list of requests can be loaded again', async () => {
  const page = await suite.newPage({ tolerates: [/status of 503/] });
  await suite.signUpOwner(page);
  await failUntilRetried(page, '**/api/received?*', 'overloaded');
  await page.goto('/connect');
  const retry = page.getByRole('alert').getByRole('button', { name: 'Try again' });
  await retry.waitFor();
  await retry.click();
  await page.getByText('No requests in the last 7 days').waitFor();
});
