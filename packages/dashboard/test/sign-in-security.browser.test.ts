// Recent activity, the security log of an account, and accounts that require two-factor sign-in.

import { Person } from '@leadline/testkit/auth/person';
import { computeTotp } from '@leadline/testkit/auth/totp';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { checkAxe } from './support/check-axe.ts';
import { PASSWORD, useBrowserSuite } from './support/suite.ts';

const suite = useBrowserSuite();
const FORBIDDEN = /status of 403/;

/** Returns the URI of the authenticator app. */
async function turnOnTwoFactor(person: Person): Promise<string> {
  const { body } = await person.call('/api/auth/two-factor/enable', { password: PASSWORD });
  await person.call('/api/auth/two-factor/verify-totp', { code: computeTotp(body.totpURI) });
  return body.totpURI;
}

/** Fills in the steps and returns when the backup codes are shown. */
async function setUpTwoFactor(page: Page): Promise<void> {
  await page.getByLabel('Your password').fill(PASSWORD);
  const enrolled = page.waitForResponse('**/two-factor/enable');
  await page.getByRole('button', { name: 'Continue' }).click();
  const { totpURI } = (await (await enrolled).json()) as { totpURI: string };
  await page.getByRole('textbox', { name: 'Code' }).fill(computeTotp(totpURI));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('list', { name: 'Backup codes' }).waitFor();
}

test('users see their recent activity in their profile, page by page', async () => {
  const page = await suite.newPage();
  const { person } = await suite.signUpOwner(page);
  for (let count = 0; count < 6; count++) {
    await person.call('/api/auth/sign-out', {});
    await person.signIn();
  }
  await suite.signIn(page, person);
  await page.goto('/settings/profile');
  const activity = page.getByRole('list', { name: 'Recent activity' });
  await expect.poll(() => activity.getByRole('listitem').count()).toBe(10);
  const newest = await activity.getByRole('listitem').first().innerText();
  expect(newest).toContain('Signed in');
  expect(newest).toContain('127.0.0.0/24');
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect.poll(() => activity.getByRole('listitem').count()).toBe(13);
  expect(await activity.getByRole('listitem').last().innerText()).toContain('Signed up');
  await checkAxe(page);
});

test('owners see keys, team changes and members’ sign-ins in the security view of the audit log', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  const rep = await suite.addMember(owner, 'rep');
  await rep.call('/api/auth/sign-out', {});
  await rep.signIn();
  await page.goto('/settings/audit');
  await page.getByRole('cell', { name: /^Created a key/ }).waitFor();
  expect(await page.getByRole('cell', { name: /^Signed in/ }).count()).toBe(0);
  await page.getByText('Security and sign-ins').click();
  await page
    .getByRole('cell', { name: /^Signed in/ })
    .first()
    .waitFor();
  await page.getByRole('cell', { name: /^Created a key/ }).waitFor();
  await checkAxe(page);
});

test('an owner requires two-factor sign-in after turning it on', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  await page.goto('/settings/team');
  const rule = page.getByRole('switch', { name: 'Require two-factor sign-in' });
  expect(await rule.isDisabled()).toBe(true);
  await page.getByText('Turn it on for yourself first').waitFor();
  await turnOnTwoFactor(owner.person);
  await suite.signIn(page, owner.person);
  await page.reload();
  await expect.poll(() => rule.isEnabled()).toBe(true);
  await rule.focus();
  await page.keyboard.press('Space');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('All members have turned it on.').waitFor();
  await dialog.getByRole('button', { name: 'Require it' }).click();
  await page.getByText('Two-factor sign-in is now required').waitFor();
  await page.reload();
  await expect.poll(() => rule.isChecked()).toBe(true);
  await checkAxe(page);
});

test('a member without two-factor sign-in sees nothing but the page that turns it on', async () => {
  const page = await suite.newPage({ tolerates: [FORBIDDEN] });
  const owner = await suite.newOwner('Strict');
  await turnOnTwoFactor(owner.person);
  const member = await suite.addMember(owner, 'rep');
  await suite.signIn(page, member);
  await page.goto('/insights');
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await owner.person.call('/api/account/security', { requires_two_factor: true }, { method: 'PUT' });
  // The page notices with its next request: the one of this click, or one of its own, which takes the link away.
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/inbox"]')?.click());
  await page.getByText('Strict requires it from all members.').waitFor();
  for (const path of ['/inbox', '/settings/profile']) {
    await page.goto(path);
    await page.getByRole('heading', { name: 'Turn on two-factor sign-in' }).waitFor();
    expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
  }
  await checkAxe(page);
  await setUpTwoFactor(page);
  await page.getByRole('heading', { name: 'Save your backup codes' }).waitFor();
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  await page.getByRole('heading', { name: 'Profile', exact: true }).waitFor();
});

test('a member can use another account that doesn’t require it', async () => {
  const page = await suite.newPage({ tolerates: [FORBIDDEN] });
  const owner = await suite.newOwner('Strict');
  await turnOnTwoFactor(owner.person);
  const member = await suite.addMember(owner, 'rep');
  await member.call('/api/accounts', { name: 'Relaxed' });
  const strict = owner.accountId.slice('acct_'.length);
  await member.call('/api/auth/organization/set-active', { organizationId: strict });
  await owner.person.call('/api/account/security', { requires_two_factor: true }, { method: 'PUT' });
  await suite.signIn(page, member);
  await page.goto('/inbox');
  await page.getByRole('button', { name: 'Relaxed' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByText('Relaxed').waitFor();
});

test('a browser that signed in with the password alone asks for a code', async () => {
  const page = await suite.newPage({ tolerates: [FORBIDDEN] });
  const { person } = await suite.signUpOwner(page);
  const elsewhere = new Person(() => suite.url, person.email);
  await elsewhere.signIn();
  const totpURI = await turnOnTwoFactor(elsewhere);
  await elsewhere.call('/api/session');
  await elsewhere.call('/api/account/security', { requires_two_factor: true }, { method: 'PUT' });
  await page.goto('/inbox');
  await page.getByText('you signed in here with your password alone').waitFor();
  expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
  await checkAxe(page);
  await page.getByLabel('Code').fill(computeTotp(totpURI, Date.now() + 30_000));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
});
