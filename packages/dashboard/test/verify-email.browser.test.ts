// Verifying an email: before creating an account, and before inviting people.

import { type ReceivedMail, startMailSink } from '@leadline/testkit/mail/mail-sink';
import type { Page } from 'playwright-core';
import { afterAll, expect, test, vi } from 'vitest';
import { checkAxe } from './support/check-axe.ts';
import { PASSWORD, useBrowserSuite } from './support/suite.ts';

const sink = await startMailSink();
const suite = useBrowserSuite({ smtpUrl: sink.url });
afterAll(() => sink.close());

const REJECTED = /status of (400|403|429)/;

/** The path in the newest email to this address. */
async function waitForLink(email: string, kind: string): Promise<string> {
  const find = (): ReceivedMail | undefined =>
    sink.mails.findLast(({ to, text }) => to === email && text.includes(kind));
  await vi.waitFor(() => expect(find()).toBeDefined(), { timeout: 30_000 });
  return /https?:\/\/[^/\s]+(\/\S+)/.exec(find()?.text ?? '')?.[1] ?? '';
}

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/sign-up');
  await page.getByLabel('Name').fill('Ana Lopez');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByLabel('Company').waitFor();
}

test('a new person verifies their email before they create an account', async () => {
  const page = await suite.newPage({ tolerates: [REJECTED] });
  await signUp(page, 'ana@example.org');
  await page.getByLabel('Company').fill('Acme');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Verify your email to continue').waitFor();
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByText('We sent a link to ana@example.org').waitFor();
  await checkAxe(page);

  await page.goto(await waitForLink('ana@example.org', '/verify-email#'));
  await page.getByRole('heading', { name: 'Email verified' }).waitFor();
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.getByLabel('Company').fill('Acme');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { level: 1, name: 'Connect' }).waitFor();
});

test('someone who verifies their email is offered the invitation sent to it', async () => {
  const inviter = suite.person();
  await inviter.signUp();
  await suite.owner
    .updateTable('users')
    .set({ email_verified: true })
    .where('email', '=', inviter.email)
    .execute();
  await inviter.call('/api/accounts', { name: 'Berg & Sons' });
  await suite.invite(inviter, 'fay@example.org', 'viewer');
  const page = await suite.newPage({ tolerates: [REJECTED] });
  await signUp(page, 'fay@example.org');
  await page.getByText('Verify your email to see invitations here').waitFor();
  await page.goto(await waitForLink('fay@example.org', '/verify-email#'));
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.getByText('invited you to Berg & Sons as a viewer.').waitFor();
  await page.getByRole('button', { name: 'Join Berg & Sons' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
});

test('the link asks people to sign in first, and then works', async () => {
  const page = await suite.newPage({ tolerates: [REJECTED] });
  await signUp(page, 'bo@example.org');
  const link = await waitForLink('bo@example.org', '/verify-email#');
  await page.context().clearCookies();
  await page.goto(link);
  await page.getByLabel('Email').fill('bo@example.org');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Email verified' }).waitFor();
});

test('a broken link says so and offers a new one', async () => {
  const page = await suite.newPage({ tolerates: [REJECTED] });
  await signUp(page, 'cy@example.org');
  await page.goto('/verify-email#token=broken');
  await page.getByRole('heading', { name: 'This link doesn’t work' }).waitFor();
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByText('We sent a link to cy@example.org').waitFor();
});

test('an owner with an unverified email is asked to verify it before inviting people', async () => {
  const page = await suite.newPage({ tolerates: [REJECTED] });
  await signUp(page, 'di@example.org');
  await page.goto(await waitForLink('di@example.org', '/verify-email#'));
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.getByLabel('Company').fill('Acme');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();

  const setVerified = (email_verified: boolean) =>
    suite.owner.updateTable('users').set({ email_verified }).where('email', '=', 'di@example.org').execute();
  await setVerified(false);
  await page.goto('/settings/team');
  await page.getByText('Verify your email to invite people').waitFor();
  expect(await page.getByRole('button', { name: 'Invite' }).count()).toBe(0);
  await checkAxe(page);
  await page.goto('/settings/profile');
  await page.getByRole('heading', { name: 'Email' }).waitFor();
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByText('We sent a link to di@example.org').waitFor();
  await setVerified(true);
  await page.getByRole('button', { name: 'I’ve verified it' }).click();
  await page.getByText('di@example.org is verified.').waitFor();

  await page.goto('/settings/team');
  await page.getByLabel('Email').fill('eve@example.org');
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByText('The invitation was emailed.').waitFor();
  expect(await waitForLink('eve@example.org', '/invitation/')).toMatch(/^\/invitation\//);
});
