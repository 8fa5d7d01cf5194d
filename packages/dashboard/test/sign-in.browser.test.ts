// Getting in: with a password, a second factor, a link from a mail, an invitation; and not getting in.

import { computeTotp } from '@leadline/testkit/auth/totp';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PASSWORD, type Person, useBrowserSuite } from './support/suite.ts';

const suite = useBrowserSuite();
const REFUSED = /status of (400|401|403|429)/;

async function fillSignIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const isInside = (page: Page): Promise<void> => page.getByRole('navigation', { name: 'Main' }).waitFor();

/** Turned on by HTTP; the page for it has a test of its own. */
async function turnOnTwoFactor(person: Person): Promise<{ totpURI: string; backupCodes: string[] }> {
  const { body } = await person.call('/api/auth/two-factor/enable', { password: PASSWORD });
  const { status } = await person.call('/api/auth/two-factor/verify-totp', {
    code: computeTotp(body.totpURI),
  });
  expect(status).toBe(200);
  return body;
}

test('a wrong password is told, the same way for an address nobody has, and leads nowhere', async () => {
  const { person } = await suite.newOwner();
  const page = await suite.newPage({ tolerates: [REFUSED] });
  await page.goto('/insights');
  const told: string[] = [];
  for (const email of [person.email, 'nobody@example.org']) {
    await fillSignIn(page, email, 'not the password');
    told.push(await page.getByRole('alert').innerText());
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
    await page.reload();
  }
  expect(told[0]).not.toBe('');
  expect(told[1]).toBe(told[0]);
  await fillSignIn(page, person.email);
  await isInside(page);
  expect(new URL(page.url()).pathname).toBe('/insights');
});

test('after too many attempts even the right password has to wait, and it is said how long', async () => {
  const { person } = await suite.newOwner();
  for (let attempt = 0; attempt < 10; attempt++) await person.signIn(`guess ${attempt}`);
  const page = await suite.newPage({ tolerates: [REFUSED] });
  await page.goto('/sign-in');
  await fillSignIn(page, person.email);
  await page
    .getByRole('alert')
    .filter({ hasText: /Too many attempts.* 15 min/ })
    .waitFor();
});

test('a mailed link sets a new password once, and ends every session there was', async () => {
  const { person } = await suite.newOwner();
  const elsewhere = await suite.newPage({ tolerates: [REFUSED] });
  await suite.signIn(elsewhere, person);
  await elsewhere.goto('/inbox');
  await isInside(elsewhere);

  const page = await suite.newPage({ tolerates: [REFUSED] });
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: /link$/ }).click();
  await page.getByRole('status').waitFor();
  const link = suite.mailedPath(person.email);
  await page.goto(link);
  await page.getByLabel('New password').fill('another horse battery');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await fillSignIn(page, person.email);
  await page.getByRole('alert').waitFor();
  await fillSignIn(page, person.email, 'another horse battery');
  await isInside(page);

  await elsewhere.reload();
  await elsewhere.getByRole('heading', { name: 'Sign in' }).waitFor();
  await elsewhere.goto(link);
  await elsewhere.getByLabel('New password').fill('a third horse battery');
  await elsewhere.getByRole('button', { name: 'Change password' }).click();
  await elsewhere.getByRole('alert').waitFor();
  expect((await person.signIn('another horse battery')).status).toBe(200);
});

test('who has a second factor gets in with its code only, and goes where they wanted to', async () => {
  const { person } = await suite.newOwner();
  const { totpURI } = await turnOnTwoFactor(person);
  const page = await suite.newPage({ tolerates: [REFUSED] });
  await page.goto('/connect');
  await fillSignIn(page, person.email);
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('alert').waitFor();
  const { data } = await page.evaluate(() => fetch('/api/session').then((answer) => answer.json()));
  expect(data.user, 'the password alone is no session').toBeNull();
  // The next one: a code is good once.
  await page.getByLabel('Code').fill(computeTotp(totpURI, Date.now() + 30_000));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await isInside(page);
  expect(new URL(page.url()).pathname).toBe('/connect');
});

test('a backup code stands in for the second factor, once', async () => {
  const { person } = await suite.newOwner();
  const { backupCodes } = await turnOnTwoFactor(person);
  for (const time of ['first', 'second']) {
    const page = await suite.newPage({ tolerates: [REFUSED] });
    await page.goto('/sign-in');
    await fillSignIn(page, person.email);
    await page.getByRole('button', { name: 'Use a backup code instead' }).click();
    await page.getByLabel('Backup code').fill(backupCodes[0] ?? '');
    await page.getByRole('button', { name: 'Confirm' }).click();
    if (time === 'first') await isInside(page);
    else await page.getByRole('alert').waitFor();
  }
});

test('who is invited signs up with that address and is in the account, in the role they were given', async () => {
  const owner = await suite.newOwner('Berg & Sons');
  await owner.person.call('/api/auth/organization/invite-member', { email: 'bo@example.org', role: 'rep' });
  const page = await suite.newPage({ tolerates: [REFUSED] });
  await page.goto(suite.mailedPath('bo@example.org'));
  await page.getByRole('link', { name: 'Create account' }).click();
  await page.getByLabel('Name').fill('Bo Berg');
  await page.getByLabel('Email').fill('bo@example.org');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Join Berg & Sons' }).waitFor();
  await page.getByText('as rep').waitFor();
  await page.getByRole('button', { name: 'Accept invitation' }).click();
  await isInside(page);
  await page.getByRole('navigation').getByText('Berg & Sons').waitFor();
});

test('who is signed out in the middle of something is told that it may not be saved', async () => {
  const page = await suite.newPage({ tolerates: [REFUSED] });
  const owner = await suite.signUpOwner(page);
  const leadId = await suite.postLead(owner);
  await page.goto(`/leads/${leadId}`);
  await page.getByRole('button', { name: 'Won' }).waitFor();
  await page.context().clearCookies();
  await page.keyboard.press('w');
  await page.getByLabel('Deal value').press('Enter');
  await page.getByText('What you did last may not have been saved.').waitFor();
  await page.getByLabel('Email').fill(owner.person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Won' }).waitFor();
});

test('an invitation is of no use to anybody but who was invited', async () => {
  const owner = await suite.newOwner();
  await owner.person.call('/api/auth/organization/invite-member', { email: 'di@example.org', role: 'owner' });
  const page = await suite.newPage({ tolerates: [/status of 404/] });
  await suite.signUpOwner(page, 'Mallory Ltd');
  await page.goto(suite.mailedPath('di@example.org'));
  await page.getByRole('heading', { name: 'This invitation does not work' }).waitFor();
});
