// Exporting and deleting an account, and deleting one's own user.

import { readFile } from 'node:fs/promises';
import { call } from '@leadline/testkit/http/call';
import { expect, test } from 'vitest';
import { checkAxe } from './support/check-axe.ts';
import { PASSWORD, useBrowserSuite } from './support/suite.ts';

const suite = useBrowserSuite();
const REJECTED = /status of 40[09]/;

test('an owner exports all data, deletes the account, and cancels in time', async () => {
  const page = await suite.newPage({ tolerates: [REJECTED] });
  const owner = await suite.signUpOwner(page, 'Acme');
  const leadId = await suite.postLead(owner);
  await page.goto('/settings/privacy');
  await page.getByRole('button', { name: 'Delete Acme' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Acme?' });
  await checkAxe(page);
  await dialog.getByRole('button', { name: 'Export all data' }).click();
  const exporting = page.getByRole('dialog', { name: 'Export all data?' });
  await exporting.getByLabel('Your password').fill('not the password');
  await exporting.getByRole('button', { name: 'Export' }).click();
  await exporting.getByRole('alert').getByText('The password is wrong.').waitFor();
  await checkAxe(page);
  await exporting.getByLabel('Your password').fill(PASSWORD);
  const downloading = page.waitForEvent('download');
  await exporting.getByRole('button', { name: 'Export' }).click();
  const file = await readFile(await (await downloading).path(), 'utf8');
  expect(file).toContain(leadId);
  expect(file.trimEnd().split('\n').at(-1)).toContain('"kind":"end"');

  const confirm = dialog.getByRole('button', { name: 'Delete account' });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByLabel('Type “Acme” to confirm').fill('Acme');
  await dialog.getByLabel('Your password').fill('not the password');
  await confirm.click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await confirm.click();
  const banner = page.getByRole('status').filter({ hasText: 'Acme is closed and will be deleted on' });
  await banner.waitFor();
  await checkAxe(page);
  const send = async () =>
    (await call(suite.url, '/api/webhook.php', { email: 'bo@acme.com' }, { key: owner.liveKey })).status;
  await expect.poll(send).toBe(403);

  await page.goto('/inbox');
  await banner.getByRole('button', { name: 'Cancel deletion' }).click();
  await banner.waitFor({ state: 'detached' });
  await expect.poll(send).toBe(200);
});

test('a user deletes themselves, unless they are the only owner of an account', async () => {
  const page = await suite.newPage({ tolerates: [REJECTED] });
  const owner = await suite.signUpOwner(page, 'Acme');
  await page.goto('/settings/profile');
  const start = page.getByRole('button', { name: 'Delete my profile' });
  const dialog = page.getByRole('dialog');
  await start.click();
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete my profile' }).click();
  await dialog.getByText('the only owner of “Acme”').waitFor();

  const member = await suite.addMember(owner, 'rep');
  const own = await suite.newPage();
  await suite.signIn(own, member);
  await own.goto('/settings/profile');
  await own.getByRole('button', { name: 'Delete my profile' }).click();
  await own.getByRole('dialog').getByLabel('Your password').fill(PASSWORD);
  await own.getByRole('dialog').getByRole('button', { name: 'Delete my profile' }).click();
  await own.waitForURL('**/sign-in');
  expect((await member.signIn()).status).toBe(401);
});

test('a key that can only read is offered and listed as such', async () => {
  const page = await suite.newPage();
  await suite.signUpOwner(page);
  await page.goto('/settings/keys');
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Report');
  await dialog.getByLabel('Read only').check();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const key = await dialog.getByRole('textbox', { name: 'API key' }).inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('list', { name: 'Active keys' }).getByRole('listitem');
  await row.filter({ hasText: 'Report' }).getByText('API key, read only').waitFor();
  expect((await call(suite.url, '/api/leads', undefined, { key })).status).toBe(200);
  expect((await call(suite.url, '/api/webhook.php', { email: 'bo@acme.com' }, { key })).status).toBe(403);
});
