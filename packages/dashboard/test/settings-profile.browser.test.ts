// Personal settings: name, password, two-factor sign-in, sessions.

import { readFile } from 'node:fs/promises';
import { computeTotp } from '@leadline/testkit/auth/totp';
import { expect, test } from 'vitest';
import { checkAxe } from './support/check-axe.ts';
import { PASSWORD, useBrowserSuite } from './support/suite.ts';

const suite = useBrowserSuite();
const REJECTED = /status of 40[01]/;

test('a changed name appears everywhere', async () => {
  const page = await suite.newPage();
  await suite.signUpOwner(page);
  await page.goto('/settings/profile');
  await page.getByRole('textbox', { name: 'Name' }).fill('  ');
  await page.getByRole('button', { name: 'Save name' }).click();
  await page.getByText('Enter your name').waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('Ana María');
  await page.getByRole('button', { name: 'Save name' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByText('Ana María').waitFor();
});

test('changing the password requires the current one and signs out everywhere else', async () => {
  const page = await suite.newPage({ tolerates: [REJECTED] });
  const { person } = await suite.signUpOwner(page);
  await person.signIn(); // a second session, on another device
  await page.goto('/settings/profile');
  const sessions = page.getByRole('list', { name: 'Sessions' });
  await expect.poll(() => sessions.getByRole('listitem').count()).toBe(2);
  expect(await sessions.getByRole('listitem').first().innerText()).toContain('This session');

  const change = async (current: string): Promise<void> => {
    await page.getByLabel('Current password').fill(current);
    await page.getByLabel('New password').fill('another horse battery');
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await change('not the password');
  await page.getByRole('alert').waitFor();
  expect(await page.getByLabel('Current password').inputValue()).toBe('');
  await change(PASSWORD);
  await page.getByText('Password changed').waitFor();
  await expect.poll(() => sessions.getByRole('listitem').count()).toBe(1);
  expect((await person.call('/api/leads')).status).toBe(401);
  expect((await person.signIn('another horse battery')).status).toBe(200);
});

test('another session can be signed out without ending this one', async () => {
  const page = await suite.newPage();
  const { person } = await suite.signUpOwner(page);
  await person.signIn();
  await page.goto('/settings/profile');
  const sessions = page.getByRole('list', { name: 'Sessions' });
  await sessions.getByRole('button', { name: /^Sign out: / }).click();
  await expect.poll(() => sessions.getByRole('listitem').count()).toBe(1);
  await sessions.getByText('This session').waitFor();
  expect((await person.call('/api/leads')).status).toBe(401);
  await page.reload();
  await sessions.getByText('This session').waitFor();
});

test('two-factor sign-in needs a correct code to turn on, gives backup codes, and needs password and code to turn off', async () => {
  const page = await suite.newPage({ tolerates: [REJECTED] });
  const { person, accountId } = await suite.signUpOwner(page);
  await page.goto('/settings/profile');
  await page.getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(PASSWORD);
  const enrolled = page.waitForResponse('**/two-factor/enable');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const { totpURI, backupCodes } = (await (await enrolled).json()) as {
    totpURI: string;
    backupCodes: string[];
  };
  await dialog.getByRole('img', { name: /^QR code/ }).waitFor();
  const key = await dialog.getByLabel('Or enter this key in the app').inputValue();
  expect(totpURI).toContain(`secret=${key.replaceAll(' ', '')}`);
  const code = dialog.getByRole('textbox', { name: 'Code' });
  expect(await code.evaluate((field) => field === document.activeElement)).toBe(true);
  await checkAxe(page);

  await dialog.getByRole('textbox', { name: 'Code' }).fill('000000');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByRole('alert').waitFor();
  expect((await person.call('/api/session')).body.data.user.has_two_factor).toBe(false);
  await dialog.getByRole('textbox', { name: 'Code' }).fill(computeTotp(totpURI));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const codes = dialog.getByRole('list', { name: 'Backup codes' }).getByRole('listitem');
  await codes.first().waitFor();
  expect(await codes.allInnerTexts()).toEqual(backupCodes);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toBe(`${backupCodes.join('\n')}\n`);
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click();
  await page.getByText('On', { exact: true }).waitFor();
  const own = page.getByRole('list', { name: 'Sessions' }).getByText('This session');
  await own.waitFor();
  expect((await person.signIn()).body.twoFactorRedirect).toBe(true);

  await page.getByText('10 backup codes left.').waitFor();
  await page.getByRole('button', { name: 'Make new codes' }).click();
  await dialog.getByText('The ones you have now stop working.').waitFor();
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('textbox', { name: 'Code' }).fill(backupCodes[1] ?? '');
  await dialog.getByRole('button', { name: 'Make new codes' }).click();
  await dialog.getByText('Your old backup codes no longer work.').waitFor();
  expect(await codes.allInnerTexts()).toHaveLength(10);
  expect(await codes.allInnerTexts()).not.toContain(backupCodes[0]);
  await checkAxe(page);
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click();
  await dialog.waitFor({ state: 'detached' });

  await suite.owner
    .updateTable('accounts')
    .set({ requires_two_factor: true })
    .where('id', '=', accountId.slice('acct_'.length))
    .execute();
  await page.reload();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await dialog.getByText('Acme requires two-factor sign-in').waitFor();
  await suite.owner
    .updateTable('accounts')
    .set({ requires_two_factor: false })
    .where('id', '=', accountId.slice('acct_'.length))
    .execute();
  await dialog.getByLabel('Your password').fill('not the password');
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await dialog.getByText('Enter a code', { exact: true }).waitFor();
  // The next code, because each works only once.
  const next = computeTotp(totpURI, Date.now() + 30_000);
  await dialog.getByRole('textbox', { name: 'Code' }).fill(next);
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await page.getByText('Off', { exact: true }).waitFor();
  await own.waitFor();
  await page.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByLabel('Your password').waitFor();
});
