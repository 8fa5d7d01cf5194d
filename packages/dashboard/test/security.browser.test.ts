// Other sites and links can't make the browser of a signed-in person do anything.

import { openPool } from '@leadline/server';
import { readDatabase } from '@leadline/testkit/database/read-database';
import type { Page, Request } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { PAGES } from '../src/navigation/page-paths.ts';
import { startOtherSite } from './support/other-site.ts';
import { PASSWORD, useBrowserSuite } from './support/suite.ts';

const suite = useBrowserSuite();

const EVIL_ADDRESSES = [
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/%09/evil.example',
  '/%2f%2fevil.example',
  '/%5cevil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/inbox/..//evil.example',
  '/leads/..%2f..%2f%2fevil.example',
  'https://evil.example',
  'https:evil.example',
  'https:/evil.example',
  'HTTPS://EVIL.EXAMPLE',
  'http:\\\\evil.example',
  'https://evil.example/inbox',
  'https://127.0.0.1@evil.example/inbox',
  '//127.0.0.1:1@evil.example/inbox',
  'javascript:alert(1)',
  'JavaScript://%0aalert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:alert(1)',
  'file:///etc/passwd',
  'blob:https://evil.example/1',
  'evil.example',
  '.evil.example',
  '@evil.example',
  ':80',
  '//[::1]',
  '/api/auth/sign-out',
];

/** Collects every request to another origin. */
function watchRequests(page: Page): string[] {
  const foreign: string[] = [];
  page.context().on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== suite.url && protocol !== 'data:') foreign.push(request.url());
  });
  page.on('dialog', (dialog) => {
    foreign.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return foreign;
}

test('no form of ?next= leads out of the dashboard', async () => {
  const page = await suite.newPage({ tolerates: [/\/api\/leads\//] });
  await suite.signUpOwner(page);
  const foreign = watchRequests(page);
  const addresses = [
    ...EVIL_ADDRESSES.map((next) => `/sign-in?next=${encodeURIComponent(next)}`),
    ...['/sign-up', '/two-factor', '/welcome'].map((path) => `${path}?next=%2f%2fevil.example`),
  ];
  for (const address of addresses) {
    await page.goto(address);
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    expect(new URL(page.url()).origin, address).toBe(suite.url);
  }
  expect(foreign).toEqual([]);
});

test('no form of ?next= leads out of the dashboard after signing in', async () => {
  const { person } = await suite.newOwner();
  for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    const page = await suite.newPage();
    const foreign = watchRequests(page);
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await expect.poll(() => page.url()).toBe(`${suite.url}/inbox`);
    expect(foreign).toEqual([]);
  }
});

test('a link in an email leads to this installation, whatever target was requested', async () => {
  const { person } = await suite.newOwner();
  await person.call('/api/auth/request-password-reset', {
    email: person.email,
    redirectTo: 'https://evil.example/reset-password',
  });
  await person.call(
    '/api/auth/request-password-reset',
    { email: person.email, redirectTo: '/reset-password' },
    { headers: { 'x-forwarded-host': 'evil.example' } },
  );
  expect(suite.mailedPath(person.email)).toMatch(/^\/reset-password\?token=/);
  expect(suite.mails.join('\n')).not.toContain('evil.example');
});

test('no page can be framed by another origin', async () => {
  const paths = [...Object.values(PAGES), '/', '/nowhere', '/api/docs'];
  const frames = paths.map((path) => `<iframe src="${suite.url}${path}"></iframe>`).join('');
  const site = await startOtherSite(frames);
  onTestFinished(() => site.close());
  for (const address of [site.sameSite, site.crossSite]) {
    const page = await suite.newPage({ tolerates: [/frame-ancestors|chrome-error/] });
    await suite.signUpOwner(page);
    await page.goto(address, { waitUntil: 'load' });
    const shown = page.frames().filter((frame) => frame !== page.mainFrame());
    expect(shown).toHaveLength(paths.length);
    expect(shown.map((frame) => frame.url()).filter((url) => url.startsWith(suite.url))).toEqual([]);
  }
});

test('a page of another origin can change nothing for a signed-in person', async () => {
  const owner = await suite.newOwner();
  const leadId = await suite.postLead(owner);
  const site = await startOtherSite('<title>Win a prize</title>');
  onTestFinished(() => site.close());
  const before = await readStore();
  for (const address of [site.sameSite, site.crossSite]) {
    const page = await suite.newPage({ tolerates: [/./] });
    await suite.signIn(page, owner.person);
    const requests: Request[] = [];
    page.context().on('request', (request) => request.url().startsWith(suite.url) && requests.push(request));
    await page.goto(address);
    await page.evaluate(attack, { url: suite.url, calls: forgedCalls(leadId) });
    await expect.poll(() => requests.length).toBeGreaterThan(forgedCalls(leadId).length * 5);
    for (const request of requests) await request.response().catch(() => null);
    const withCookie = await Promise.all(
      requests.map(async (request) => 'cookie' in (await request.allHeaders())),
    );
    // Otherwise this would prove nothing: browsers only withhold the cookie from a different site.
    if (address === site.sameSite) expect(withCookie.filter(Boolean).length).toBeGreaterThan(20);
  }
  expect(await readStore()).toEqual(before);
});

interface ForgedCall {
  readonly method: 'POST' | 'DELETE' | 'PATCH';
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const forgedCalls = (leadId: string): ForgedCall[] => [
  { method: 'POST', path: '/api/accounts', body: { name: 'Forged' } },
  { method: 'POST', path: '/api/keys', body: { name: 'Forged' } },
  { method: 'POST', path: '/api/views', body: { name: 'Forged', query: '' } },
  { method: 'POST', path: '/api/webhooks', body: { url: 'http://127.0.0.1:9/', events: ['lead.scored'] } },
  { method: 'POST', path: '/api/imports', body: { email: 'forged@example.org' } },
  { method: 'POST', path: '/api/alerts/test', body: {} },
  { method: 'POST', path: '/api/test-lead', body: { email: 'forged@example.org' } },
  { method: 'POST', path: '/api/people/erase', body: { email: 'ana@acme.com' } },
  { method: 'POST', path: `/api/leads/${leadId}/outcome`, body: { outcome: 'won' } },
  { method: 'POST', path: '/api/leads/outcomes', body: { lead_ids: [leadId], outcome: 'lost' } },
  { method: 'DELETE', path: `/api/leads/${leadId}`, body: {} },
  { method: 'POST', path: '/api/auth/update-user', body: { name: 'Forged' } },
  {
    method: 'POST',
    path: '/api/auth/organization/invite-member',
    body: { email: 'm@evil.example', role: 'owner' },
  },
  { method: 'POST', path: '/api/auth/two-factor/enable', body: { password: PASSWORD } },
  {
    method: 'POST',
    path: '/api/auth/change-password',
    body: { currentPassword: PASSWORD, newPassword: 'x'.repeat(20) },
  },
  {
    method: 'POST',
    path: '/api/auth/sign-up/email',
    body: { name: 'M', email: 'm@evil.example', password: PASSWORD },
  },
  { method: 'POST', path: '/api/auth/revoke-other-sessions', body: {} },
  { method: 'POST', path: '/api/auth/sign-out', body: {} },
];

/** Runs on the other site: makes every call in every way that needs no permission. */
async function attack({ url, calls }: { url: string; calls: readonly ForgedCall[] }): Promise<void> {
  for (const { method, path, body } of calls) {
    const json = JSON.stringify(body);
    const cut = json.lastIndexOf('}');
    for (const enctype of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']) {
      const frame = document.createElement('iframe');
      frame.name = `frame-${Math.random()}`;
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', action: url + path, target: frame.name, enctype });
      // Sent as text, the form reads as JSON: the equals sign ends up in an ignored value.
      const fields: [string, string][] =
        enctype === 'text/plain'
          ? [[`${json.slice(0, cut)}${cut > 1 ? ',' : ''}"x":"`, '"}']]
          : Object.entries(body).map(([name, value]) => [name, String(value)]);
      for (const [name, value] of fields) {
        const input = document.createElement('input');
        Object.assign(input, { type: 'hidden', name, value });
        form.append(input);
      }
      document.body.append(frame, form);
      form.submit();
    }
    const send = (init: RequestInit): Promise<unknown> =>
      fetch(url + path, { credentials: 'include', method, body: json, ...init }).catch(() => null);
    await send({ method: 'POST', mode: 'no-cors', headers: { 'Content-Type': 'text/plain' } });
    await send({ headers: { 'Content-Type': 'application/json' } });
    await send({ headers: { 'Content-Type': 'text/plain' } });
    await send({ method: 'GET', body: null, mode: 'no-cors' });
    navigator.sendBeacon(url + path, new Blob([json], { type: 'text/plain' }));
  }
}

/** Except for what changes on its own: when a key was last used, and the request log. */
async function readStore(): Promise<string[]> {
  const pool = openPool(suite.databaseUrl, { size: 1 });
  const rows = await readDatabase(pool);
  await pool.end();
  return rows
    .filter(({ table }) => table !== 'leadline.received')
    .map(({ table, text }) => (table === 'leadline.api_keys' ? table : `${table} ${text}`))
    .sort();
}

test('a session planted before signing in is replaced by signing in', async () => {
  const { person } = await suite.newOwner();
  const mallory = await suite.newOwner('Mallory Ltd');
  const name = 'leadline.session_token';
  const planted = mallory.person.cookies.get(name) ?? '';
  for (const value of [planted, 'a'.repeat(32), `${'a'.repeat(32)}.${'b'.repeat(43)}%3D`]) {
    const page = await suite.newPage();
    await page.context().addCookies([{ name, value, url: suite.url }]);
    if (value === planted) {
      // A person who is signed in as somebody else signs out first, which ends that session.
      await page.goto('/inbox');
      await page.getByRole('navigation', { name: 'Main' }).getByText('Mallory Ltd').waitFor();
      await page.goto('about:blank'); // requests that the page still makes would be rejected
      await mallory.person.call('/api/auth/sign-out', {});
      await page.context().addCookies([{ name, value, url: suite.url }]);
    }
    await page.goto('/sign-in');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    const cookie = (await page.context().cookies()).find((each) => each.name === name);
    expect(cookie?.value).not.toBe(value);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
    const thief = suite.person();
    thief.cookies.set(name, value);
    expect((await thief.call('/api/session')).body.data.user).toBeNull();
  }
});
