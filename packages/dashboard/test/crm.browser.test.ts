// CRM: connecting Odoo and Pipedrive, mapping fields, previewing, syncing, a failure, and disconnecting.

import { FAKE_LOGIN, FakeOdoo } from '@leadline/testkit/crm/fake-odoo';
import { FakePipedrive } from '@leadline/testkit/crm/fake-pipedrive';
import { expect, onTestFinished, test } from 'vitest';
import { checkAxe } from './support/check-axe.ts';
import { useBrowserSuite } from './support/suite.ts';

const suite = useBrowserSuite({ withWorker: true });

test('an owner connects Odoo, sees a lead there, and its outcome here', async () => {
  const page = await suite.newPage({ width: 1_280, height: 1_400 });
  const owner = await suite.signUpOwner(page);
  const odoo = await FakeOdoo.start();
  onTestFinished(() => odoo.close());
  await suite.postLead(owner, { email: 'ana@acme.com', name: 'Ana Lopez' });
  await page.goto('/crm');
  await page.getByRole('heading', { name: 'Connect a CRM' }).waitFor();
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.getByText('Required').first().waitFor();
  await checkAxe(page);

  await page.getByLabel('URL').fill(odoo.url);
  await page.getByLabel('Database').fill(FAKE_LOGIN.database);
  await page.getByLabel('User').fill(FAKE_LOGIN.login);
  await page.getByLabel('API key').fill(FAKE_LOGIN.api_key);
  await page.getByLabel('Leads to send').selectOption('Also open leads of the last 30 days');
  await page.getByRole('button', { name: 'Connect' }).click();
  const runs = page.getByRole('list', { name: 'Runs' });
  await runs.getByText('1 added').waitFor({ timeout: 30_000 });
  expect(odoo.find('ana@acme.com')).toHaveLength(1);
  const [record] = odoo.find('ana@acme.com');
  await checkAxe(page);

  await page.getByLabel('Message').selectOption('Not sent');
  await page.getByRole('button', { name: 'Save fields' }).click();
  await expect.poll(() => page.getByRole('button', { name: 'Save fields' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Preview' }).click();
  await runs.getByText('nothing was changed').waitFor({ timeout: 30_000 });

  odoo.win(record?.id as number, 4_000);
  await page.getByRole('button', { name: 'Sync now' }).click();
  await runs.getByText('1 won').waitFor({ timeout: 30_000 });
  const { body } = await owner.person.call('/api/leads?outcome=won');
  expect(body.data).toHaveLength(1);
  if (process.env.PICTURES !== undefined)
    await page.screenshot({ path: `${process.env.PICTURES}/crm-light.png` });

  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('heading', { name: 'Connect a CRM' }).waitFor();
});

test('a login that Odoo rejects is shown', async () => {
  const page = await suite.newPage({ colorScheme: 'dark', width: 390, height: 844 });
  const owner = await suite.signUpOwner(page);
  const odoo = await FakeOdoo.start();
  onTestFinished(() => odoo.close());
  const body = { ...FAKE_LOGIN, url: odoo.url, api_key: 'wrong' };
  await owner.person.call('/api/crm', body, { method: 'PUT' });
  await page.goto('/crm');
  await page.getByText(/failing since/).waitFor({ timeout: 30_000 });
  await page.getByText('Failed: Odoo rejected the login or API key').waitFor();
  await checkAxe(page);
  if (process.env.PICTURES !== undefined)
    await page.screenshot({ path: `${process.env.PICTURES}/crm-dark.png`, fullPage: true });
});

test('an owner chooses Pipedrive, which asks for its own login, and sees a lead there', async () => {
  const page = await suite.newPage({ width: 1_280, height: 1_400 });
  const owner = await suite.signUpOwner(page);
  const pipedrive = await FakePipedrive.start();
  onTestFinished(() => pipedrive.close());
  await suite.postLead(owner, { email: 'ana@acme.com', name: 'Ana Lopez' });
  await page.goto('/crm');
  await page.getByLabel('CRM', { exact: true }).selectOption('Salesforce');
  await page.getByLabel('Consumer key').waitFor();
  await checkAxe(page);
  await page.getByLabel('CRM', { exact: true }).selectOption('Pipedrive');
  expect(await page.getByLabel('Database').count()).toBe(0);
  await page.getByLabel('URL').fill(pipedrive.url);
  await page.getByLabel('API token').fill(pipedrive.login.api_key);
  await page.getByLabel('Leads to send').selectOption('Also open leads of the last 30 days');
  await page.getByRole('button', { name: 'Connect' }).click();
  const runs = page.getByRole('list', { name: 'Runs' });
  await runs.getByText('1 added').waitFor({ timeout: 30_000 });
  expect(pipedrive.people()).toMatchObject([{ email: 'ana@acme.com', name: 'Ana Lopez' }]);
  await page.getByText('Adds or updates the person with the lead’s email.').waitFor();
  await checkAxe(page);
});
