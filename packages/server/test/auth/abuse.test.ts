// What somebody who means harm tries.

import { expect, test } from 'vitest';
import { call, startTestApi } from '../support/api.ts';
import { PASSWORD, useAuthSuite } from './suite.ts';

const suite = useAuthSuite();

test('somebody who guesses does not keep the owner out who comes from elsewhere', async () => {
  const api = await startTestApi(suite.databaseUrl, { trustedProxies: '127.0.0.1' });
  const ana = suite.person();
  await ana.signUp();
  const signInFrom = (address: string, password: string) =>
    call(
      api.url,
      '/api/auth/sign-in/email',
      { email: ana.email, password },
      { headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address } },
    );
  for (let i = 0; i < 11; i++) await signInFrom('2001:db8:1:2::1', 'a guess');
  expect((await signInFrom('2001:db8:1:2:ffff::9', PASSWORD)).status).toBe(429);
  expect((await signInFrom('198.51.100.7', PASSWORD)).status).toBe(200);
  await api.stop();
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

test('what is no name, no address and no object is refused', async () => {
  const ana = suite.person();
  await ana.settle();
  for (const [path, body] of [
    ['update-user', { name: 'x'.repeat(101) }],
    ['update-user', { name: ' ' }],
    ['update-user', { name: 'a\u001b[2Jb' }],
    ['update-user', { name: 7 }],
    ['update-user', { image: 'https://evil.example/pixel' }],
    ['sign-in/email', { email: { toString: 1 }, password: 'x' }],
    ['sign-in/email', '"x"'],
    ['sign-in/email', '1'],
    ['sign-in/email', '[]'],
  ] as const) {
    const { status, text } = await ana.call(`/api/auth/${path}`, body);
    expect(status, `${path} ${text}`).toBe(400);
  }
});
