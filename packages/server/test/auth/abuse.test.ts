// What somebody who means harm tries.

import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RunningApi } from '../../src/api.ts';
import { call, startTestApi } from '../support/api.ts';
import { PASSWORD, type Person, useAuthSuite } from './suite.ts';

const suite = useAuthSuite();

/** As behind a proxy that says where requests come from. */
let behind: RunningApi;
beforeAll(async () => {
  behind = await startTestApi(suite.databaseUrl, { trustedProxies: '127.0.0.1', mail: 'print' });
});
afterAll(() => behind.stop());
beforeEach(() => suite.owner.deleteFrom('sign_in_attempts').execute());

const comingFrom = (address: string) => ({
  headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address },
});
const signInFrom = (address: string, email: string, password = PASSWORD) =>
  call(behind.url, '/api/auth/sign-in/email', { email, password }, comingFrom(address));

test('somebody who guesses does not keep the owner out who comes from elsewhere', async () => {
  const ana = suite.person();
  const { email } = ana;
  await ana.signUp();
  for (let i = 0; i < 11; i++) await signInFrom('2001:db8:1:2::1', email, 'a guess');
  expect((await signInFrom('2001:db8:1:2:ffff::9', email)).status).toBe(429);
  expect((await signInFrom('198.51.100.7', email)).status).toBe(200);
});

test('however long they go on', async () => {
  const ana = suite.person();
  const { email } = ana;
  await ana.signUp();
  for (let i = 0; i < 120; i++) await signInFrom('198.51.100.1', email, 'a guess');
  expect((await signInFrom('198.51.100.7', email)).status).toBe(200);
});

test('an office in which everybody knows their password is never locked out', async () => {
  const ana = suite.person();
  const { email } = ana;
  await ana.signUp();
  for (let i = 0; i < 70; i++) expect((await signInFrom('198.51.100.20', email)).status).toBe(200);
});

test('invitations are no way to send mail to the world', async () => {
  const ana = suite.person();
  await ana.settle();
  const invite = (email: string) =>
    ana.call('/api/auth/organization/invite-member', { email, role: 'viewer' });
  const statuses = [];
  for (let i = 0; i < 12; i++) statuses.push((await invite('bo@example.org')).status);
  expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
});

test('nor is a second account, and nobody keeps others from inviting somebody', async () => {
  const eve = suite.person();
  await eve.settle();
  const invite = (person: Person, email: string) =>
    person.call('/api/auth/organization/invite-member', { email, role: 'viewer' });
  let sent = 0;
  for (let made = 0; made < 2; made++) {
    for (let i = 0; i < 30; i++) if ((await invite(eve, `v${made}-${i}@example.org`)).status === 200) sent++;
    await suite.owner.deleteFrom('sign_in_attempts').where('resets_at', '<', inAnHour()).execute();
    await eve.call('/api/accounts', { name: 'Another' });
  }
  expect(sent).toBe(50);
  const mallory = suite.person();
  await mallory.settle();
  for (let i = 0; i < 11; i++) await invite(mallory, 'bo@example.org');
  const ana = suite.person();
  await ana.settle();
  expect((await invite(ana, 'bo@example.org')).status).toBe(200);
});

/** What counts by the quarter of an hour is over by then, what counts by the day is not. */
const inAnHour = (): Date => new Date(Date.now() + 60 * 60 * 1000);

test('the log, which keys may read, has no invitation that lets one in', async () => {
  const ana = suite.person();
  await ana.settle();
  const invited = { email: 'bo@example.org', role: 'owner' };
  const { body } = await ana.call('/api/auth/organization/invite-member', invited);
  const { text } = await ana.call('/api/audit');
  const id = body.id.replaceAll('-', '');
  expect(text).toContain(`inv_${id.slice(0, 16)}"`);
  expect(text).not.toContain(id);
});

test('what the library would look up as it comes is not passed on', async () => {
  const ana = suite.person();
  await ana.settle();
  for (const query of [
    'sortBy=nonsense',
    'limit=-1',
    'organizationSlug=x',
    'filterField=createdAt&filterValue=x',
  ])
    expect((await ana.call(`/api/auth/organization/list-members?${query}`)).status, query).toBe(200);
  await ana.call('/api/auth/update-user', { name: 'Ana', image: 'https://evil.example/pixel' });
  const users = await sql<{ image: string | null }>`select image from leadline.users`.execute(suite.owner);
  expect(users.rows.every(({ image }) => image === null)).toBe(true);
});

test('what is no name, no address and no object is refused', async () => {
  const ana = suite.person();
  await ana.settle();
  for (const [path, body] of [
    ['update-user', { name: 'x'.repeat(101) }],
    ['update-user', { name: ' ' }],
    ['update-user', { name: 'a\u001b[2Jb' }],
    ['update-user', { name: 7 }],
    ['sign-in/email', { email: { toString: 1 }, password: 'x' }],
    ['sign-in/email', '"x"'],
    ['sign-in/email', '1'],
    ['sign-in/email', '[]'],
  ] as const) {
    const { status, text } = await ana.call(`/api/auth/${path}`, body);
    expect(status, `${path} ${text}`).toBe(400);
  }
});
