// Single sign-on in a real browser, with a real identity provider.

import { randomUUID } from 'node:crypto';
import { CLIENT_ID, CLIENT_SECRET, startIdentityProvider } from '@leadline/testkit/auth/identity-provider';
import { findFreePort } from '@leadline/testkit/net/find-free-port';
import { startTestApi } from '@leadline/testkit/service/start-in-process';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { checkAxe } from './support/check-axe.ts';
import { useBrowserSuite } from './support/suite.ts';

const port = await findFreePort();
const publicUrl = `http://127.0.0.1:${port}`;
const idp = await startIdentityProvider(await findFreePort(), `${publicUrl}/api/auth/callback/oidc`);
const sso = {
  issuer: idp.issuer,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  name: 'Example ID',
  allowedDomains: null,
  isOnly: false,
};
const suite = useBrowserSuite({ config: { port, publicUrl, sso } });
afterAll(() => idp.close());

test('a person signs in with the button, opens an account, and comes back to the page they wanted', async () => {
  await suite.newOwner(); // set up by somebody
  idp.user = { sub: 'bo', email: 'bo@example.org', email_verified: true, name: 'Bo Berg' };
  const page = await suite.newPage();
  await page.goto('/sign-in');
  await checkAxe(page);
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click();
  await page.getByRole('heading', { name: 'Welcome, Bo Berg' }).waitFor();
  await page.getByLabel('Company').fill('Berg & Co');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();

  const elsewhere = await suite.newPage();
  await elsewhere.goto('/settings/profile');
  await elsewhere.getByRole('button', { name: 'Sign in with Example ID' }).click();
  await elsewhere.getByRole('heading', { name: 'Profile', exact: true }).waitFor();
  const activity = elsewhere.getByRole('list', { name: 'Recent activity' });
  await activity.getByText('Single sign-on').first().waitFor();
});

test('what went wrong is explained on the sign-in page', async () => {
  await suite.newOwner();
  const page = await suite.newPage({ tolerates: [/status of 503/] });
  idp.user = { sub: 'eve', email: 'eve@example.org', email_verified: false };
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click();
  await page.getByText('has not confirmed your email').waitFor();
  await checkAxe(page);
  await page.goto('/sign-in?sso_error=<script>');
  await page.getByText('Single sign-on failed. Try again.').waitFor();
});

test('while the provider is down, the button says so and the password still works', async () => {
  const { person } = await suite.newOwner();
  await idp.pause();
  const otherPort = await findFreePort();
  const otherUrl = `http://127.0.0.1:${otherPort}`;
  const api = await startTestApi(suite.databaseUrl, {
    port: otherPort,
    publicUrl: otherUrl,
    dashboardFolder: suite.dashboardFolder,
    sso,
  });
  const page = await suite.newPage({ tolerates: [/status of 503/] });
  await page.goto(`${otherUrl}/sign-in`);
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click();
  await page.getByText('can’t be reached').waitFor();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.close();
  await api.stop();
  await idp.resume();
});

test('with passwords switched off, single sign-on is the only way in', async () => {
  await suite.newOwner();
  const otherPort = await findFreePort();
  const otherUrl = `http://127.0.0.1:${otherPort}`;
  const api = await startTestApi(suite.databaseUrl, {
    port: otherPort,
    publicUrl: otherUrl,
    dashboardFolder: suite.dashboardFolder,
    sso: { ...sso, isOnly: true },
  });
  const page = await suite.newPage();
  await page.goto(`${otherUrl}/sign-up`);
  await page.getByRole('button', { name: 'Sign in with Example ID' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/sign-in');
  expect(await page.getByLabel('Password').count()).toBe(0);
  expect(await page.getByText('Forgot your password?').count()).toBe(0);
  await page.close();
  await api.stop();
});

test('a session is confirmed at the provider without a word, or the person signs in again', async () => {
  await suite.newOwner();
  const sub = randomUUID(); // a second try needs a person who has no account yet
  idp.user = { sub, email: `${sub}@example.org`, email_verified: true, name: 'Cy Park' };
  const page = await suite.newPage({ tolerates: [/status of 401/] });
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click();
  await page.getByLabel('Company').fill('Park Ltd');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  const anHourLater = () =>
    sql`update leadline.sessions set sso_checked_at = now() - interval '61 minutes'`.execute(suite.owner);

  // When a page is opened.
  await anHourLater();
  await page.goto('/settings/business');
  await page.getByRole('heading', { name: 'Business', exact: true }).waitFor();
  // While a page is open.
  await page.evaluate(() => sessionStorage.removeItem('leadline.sso-check')); // as if more time had passed
  await anHourLater();
  const visit = page.waitForRequest((request) => request.url().startsWith(idp.issuer));
  await page.getByRole('link', { name: 'Insights' }).click();
  await visit;
  // It comes back to the page that was open when the session was checked, which may be before the link was followed.
  await page.waitForURL((url) => ['/insights', '/settings/business'].includes(url.pathname));
  await page.getByRole('navigation', { name: 'Main' }).waitFor();

  // Signed out at the provider.
  await page.evaluate(() => sessionStorage.removeItem('leadline.sso-check'));
  await page.context().clearCookies({ name: /^_/ });
  await anHourLater();
  await page.goto('/settings/profile');
  await page.getByText('wants you to sign in again').waitFor();
  await checkAxe(page);
  expect(new URL(page.url()).searchParams.get('next')).toBe('/settings/profile');
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click();
  await page.getByRole('heading', { name: 'Profile', exact: true }).waitFor();
});
