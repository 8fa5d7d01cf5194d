// Signing in: password, two-factor, password reset and invitations.

import { Person } from '@leadline/testkit/auth/person';
import { computeTotp } from '@leadline/testkit/auth/totp';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { checkAxe } from './support/check-axe.ts';
import { PASSWORD, useBrowserSuite } from './support/suite.ts';

const suite = useBrowserSuite();
const REJECTED = /status of (400|401|403|429)/;

async function fillSignIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const waitForShell = (page: Page): Promise<void> => page.getByRole('navigation', { name: 'Main' }).waitFor();

/** Uses the API; the page is tested in settings-profile.test.ts. */
async function turnOnTwoFactor(person: Person): Promise<{ totpURI: string; backupCodes: string[] }> {
  const { body } = await person.call('/api/auth/two-factor/enable', { password: PASSWORD });
  const { status } = await person.call('/api/auth/two-factor/verify-totp', {
    code: computeTotp(body.totpURI),
  });
  expect(status).toBe(200);
  return body;
}

test('a wrong password and an unknown email show the same error, and don’t sign in', async () => {
  const { person } = await suite.newOwner();
  const page = await suite.newPage({ tolerates: [REJECTED] });
  await page.goto('/insights');
  const errors: string[] = [];
  for (const email of [person.email, 'nobody@example.org']) {
    await fillSignIn(page, email, 'not the password');
    errors.push(await page.getByRole('alert').innerText());
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
    await page.reload();
  }
  expect(errors[0]).not.toBe('');
  expect(errors[1]).toBe(errors[0]);
  await fillSignIn(page, person.email);
  await waitForShell(page);
  expect(new URL(page.url()).pathname).toBe('/insights');
});

test('after too many attempts, even the correct password has to wait, and the error says how long', async () => {
  const { person } = await suite.newOwner();
  const stranger = new Person(() => suite.api.url, person.email); // in a browser that the service doesn't know
  for (let attempt = 0; attempt < 10; attempt++) await stranger.signIn(`guess ${attempt}`);
  const page = await suite.newPage({ tolerates: [REJECTED] });
  await page.goto('/sign-in');
  await fillSignIn(page, person.email);
  await page
    .getByRole('alert')
    .filter({ hasText: /Too many attempts.* 15 min/ })
    .waitFor();
});

test('a reset link sets a new password once and ends all sessions', async () => {
  const { person } = await suite.newOwner();
  const elsewhere = await suite.newPage({ tolerates: [REJECTED] });
  await suite.signIn(elsewhere, person);
  await elsewhere.goto('/inbox');
  await waitForShell(elsewhere);

  const page = await suite.newPage({ tolerates: [REJECTED] });
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('heading', { name: 'Reset your password' }).waitFor();
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
  await waitForShell(page);

  await elsewhere.reload();
  await elsewhere.getByRole('heading', { name: 'Sign in' }).waitFor();
  await elsewhere.goto(link);
  await elsewhere.getByLabel('New password').fill('a third horse battery');
  await elsewhere.getByRole('button', { name: 'Change password' }).click();
  await elsewhere.getByRole('alert').waitFor();
  expect((await person.signIn('another horse battery')).status).toBe(200);
});

test('two-factor sign-in requires a correct code and continues to the requested page', async () => {
  const { person } = await suite.newOwner();
  const { totpURI } = await turnOnTwoFactor(person);
  const page = await suite.newPage({ tolerates: [REJECTED] });
  await page.goto('/connect');
  await fillSignIn(page, person.email);
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('alert').waitFor();
  const { data } = await page.evaluate(() => fetch('/api/session').then((answer) => answer.json()));
  expect(data.user, 'the password alone creates no session').toBeNull();
  // The next code, because each works only once.
  await page.getByLabel('Code').fill(computeTotp(totpURI, Date.now() + 30_000));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await waitForShell(page);
  expect(new URL(page.url()).pathname).toBe('/connect');
});

test('a backup code can replace the code from the app once', async () => {
  const { person } = await suite.newOwner();
  const { backupCodes } = await turnOnTwoFactor(person);
  for (const time of ['first', 'second']) {
    const page = await suite.newPage({ tolerates: [REJECTED] });
    await page.goto('/sign-in');
    await fillSignIn(page, person.email);
    await page.getByRole('button', { name: 'Use a backup code instead' }).click();
    await page.getByLabel('Backup code').fill(backupCodes[0] ?? '');
    await page.getByRole('button', { name: 'Confirm' }).click();
    if (time === 'first') await waitForShell(page);
    else await page.getByRole('alert').waitFor();
  }
});

test('an invited person signs up with the invited email and joins the account in the given role', async () => {
  const owner = await suite.newOwner('Berg & Sons');
  const invitation = await suite.invite(owner.person, 'bo@example.org', 'rep');
  const page = await suite.newPage({ tolerates: [REJECTED] });
  await page.goto(invitation);
  await page.getByRole('heading', { name: 'Join Berg & Sons' }).waitFor();
  await page.getByText(`(${owner.person.email}) invited you to Berg & Sons as a rep.`).waitFor();
  await page.getByText('Sign in or create an account as bo@example.org.').waitFor();
  await checkAxe(page);
  await page.getByRole('link', { name: 'Create account' }).click();
  await page.getByLabel('Name').fill('Bo Berg');
  expect(await page.getByLabel('Email').inputValue()).toBe('bo@example.org');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await waitForShell(page);
  await page.getByRole('navigation').getByText('Berg & Sons').waitFor();
});

test('someone without an account is offered the invitation they opened, before creating a company', async () => {
  const owner = await suite.newOwner('Berg & Sons');
  const guest = suite.person();
  await guest.signUp();
  const invitation = await suite.invite(owner.person, guest.email, 'rep');
  const page = await suite.newPage();
  await suite.signIn(page, guest);
  await page.goto('/inbox');
  await page.getByLabel('Company').waitFor();
  await page.getByText('Were you invited? Open the link in the invitation to join.').waitFor();
  await page.goto(invitation);
  await page.getByText(`Ana Lopez (${owner.person.email}) invited you to Berg & Sons as a rep.`).waitFor();
  await page.goto('/inbox');
  await page.getByText(`Ana Lopez (${owner.person.email}) invited you to Berg & Sons as a rep.`).waitFor();
  await checkAxe(page);
  await page.getByRole('button', { name: 'Create a company of your own instead' }).click();
  await page.getByLabel('Company').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Join Berg & Sons' }).click();
  await waitForShell(page);
  await page.getByRole('navigation').getByText('Berg & Sons').waitFor();
});

test('a person signed out while saving learns that the change may not be saved', async () => {
  const page = await suite.newPage({ tolerates: [REJECTED] });
  const owner = await suite.signUpOwner(page);
  const leadId = await suite.postLead(owner);
  await page.goto(`/leads/${leadId}`);
  await page.getByRole('button', { name: 'Mark as contacted' }).waitFor();
  await page.context().clearCookies();
  await page.keyboard.press('w');
  await page.getByLabel('Deal value').press('Enter');
  await page.getByText('Your last change may not have been saved.').waitFor();
  await page.getByLabel('Email').fill(owner.person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Mark as contacted' }).waitFor();
});

test('an invitation doesn’t work for anybody else', async () => {
  const owner = await suite.newOwner();
  const invitation = await suite.invite(owner.person, 'di@example.org', 'owner');
  const page = await suite.newPage({ tolerates: [/status of 404/] });
  await suite.signUpOwner(page, 'Mallory Ltd');
  await page.goto(invitation);
  await page.getByRole('heading', { name: 'This invitation doesn’t work' }).waitFor();
  const stranger = await suite.newPage({ tolerates: [/status of 404/] });
  await stranger.goto('/invitation/019a0000-0000-7000-8000-000000000000');
  await stranger.getByRole('heading', { name: 'This invitation doesn’t work' }).waitFor();
});
