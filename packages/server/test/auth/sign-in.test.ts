// Signing up, in and out, and session security.

import { PASSWORD } from '@leadline/testkit/auth/person';
import { useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import { makeAccount } from '@leadline/testkit/database/accounts';
import { call } from '@leadline/testkit/http/call';
import { expectError } from '@leadline/testkit/http/expect-error';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { startTestApi } from '@leadline/testkit/service/start-in-process';
import { expect, test, vi } from 'vitest';
import { addMember } from '../../src/operations/commands/add-member.ts';
import { runMaintenance } from '../../src/operations/maintenance/run-maintenance.ts';
import { openInstallation } from '../../src/platform/db/installation.ts';
import { openPool } from '../../src/platform/db/pool.ts';

const suite = useAuthSuite();

test('a user can sign up, create an account and create a key', async () => {
  const ana = suite.person();
  expect((await ana.call('/api/session')).body.data).toMatchObject({ user: null, sign_up: 'open' });
  const signedUp = await ana.signUp();
  expect(signedUp.status, signedUp.text).toBe(200);
  expect((await ana.call('/api/session')).body.data).toMatchObject({
    user: { email: ana.email, email_verified: false, has_two_factor: false },
    account: null,
    sign_up: 'open',
  });
  expect((await ana.call('/api/leads')).status).toBe(403);
  const opened = await ana.call('/api/accounts', { name: 'Acme' });
  expect(opened.status, opened.text).toBe(200);
  expect((await ana.call('/api/leads')).body).toMatchObject({ success: true, data: [] });
  const created = await ana.call('/api/keys', { name: 'Website' });
  expect(created.status, created.text).toBe(200);
  expect(created.body.data.key).toMatch(/^ll_live_/);
});

test('a wrong password and an unknown email get the same error', async () => {
  const ana = suite.person();
  await ana.signUp();
  const wrong = await ana.signIn('not the password');
  const unknown = await suite.person().signIn();
  expect(wrong.body).toEqual(unknown.body);
  expectError(wrong, 'wrong_credentials');
  expectError(unknown, 'wrong_credentials');
});

test('a short password is rejected', async () => {
  const answer = await suite.person().call('/api/auth/sign-up/email', {
    name: 'Ana',
    email: 'short@example.org',
    password: 'short',
  });
  expectError(answer, 'invalid_input', 'the password is too short');
});

test('guessing the password of an email is slowed down', async () => {
  const ana = suite.person();
  await ana.signUp();
  const statuses = [];
  for (let i = 0; i < 12; i++) statuses.push((await ana.signIn(`guess number ${i}`)).status);
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  // Requesting an email does not reset the counter.
  await ana.call('/api/auth/request-password-reset', { email: ana.email });
  const even = await ana.signIn();
  expect(even.status).toBe(429);
  expect(Number(even.headers.get('retry-after'))).toBeGreaterThan(600);
});

test('signing out ends the session on the server', async () => {
  const ana = suite.person();
  await ana.createAccount();
  const kept = new Map(ana.cookies);
  expect((await ana.call('/api/auth/sign-out', {})).status).toBe(200);
  for (const [name, value] of kept) ana.cookies.set(name, value);
  expect((await ana.call('/api/leads')).status).toBe(401);
});

test('a cookie planted before signing in does not become the session', async () => {
  const eve = suite.person();
  await eve.createAccount();
  const ana = suite.person();
  await ana.signUp();
  ana.cookies.clear();
  for (const [name, value] of eve.cookies) ana.cookies.set(name, value);
  await ana.signIn();
  expect(ana.cookies.get('leadline.session_token')).not.toBe(eve.cookies.get('leadline.session_token'));
  expect((await ana.call('/api/session')).body.data.user.email).toBe(ana.email);
  expect((await eve.call('/api/session')).body.data.user.email).toBe(eve.email);
});

test('a forged or altered cookie is not accepted', async () => {
  const ana = suite.person();
  await ana.createAccount();
  const real = ana.cookies.get('leadline.session_token') ?? '';
  const { token } = await suite.owner
    .selectFrom('sessions')
    .select('token')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  for (const forged of [token, `${token}.`, `${token}.AAAA`, real.slice(0, -6), `${real}x`, '', 'null']) {
    ana.cookies.set('leadline.session_token', forged);
    expect((await ana.call('/api/leads')).status, forged).toBe(401);
  }
});

test('the session cookie is hidden from scripts and other sites', async () => {
  const ana = suite.person();
  const { headers } = await ana.signUp();
  const cookie = headers.getSetCookie().find((setCookie) => setCookie.startsWith('leadline.session_token='));
  expect(cookie).toMatch(/HttpOnly/i);
  expect(cookie).toMatch(/SameSite=Lax/i);
});

test('requests from another site are rejected whatever they contain', async () => {
  const ana = suite.person();
  await ana.createAccount();
  const { url } = suite.api;
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': '', origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site', origin: url },
  ]) {
    for (const [path, body] of [
      ['/api/keys', { name: 'Theirs' }],
      ['/api/accounts', { name: 'Theirs' }],
      ['/api/auth/update-user', { name: 'Theirs' }],
      ['/api/auth/sign-out', {}],
    ] as const) {
      expect((await ana.call(path, body, { headers })).status, JSON.stringify([headers, path])).toBe(403);
    }
  }
  const plain = await ana.call('/api/keys', '{"name":"Theirs"}', {
    headers: { 'content-type': 'text/plain', 'sec-fetch-site': 'cross-site' },
  });
  expect(plain.status).toBe(403);
  expect((await ana.call('/api/keys')).body.data).toEqual([]);
});

test('a password reset link works once and ends every session', async () => {
  const ana = suite.person();
  await ana.createAccount();
  const before = suite.mails.length;
  const asked = await suite
    .person()
    .call('/api/auth/request-password-reset', { email: ana.email, redirectTo: '/reset-password' });
  expect(asked.status, asked.text).toBe(200);
  const mail = suite.mails[before] ?? '';
  const token = decodeURIComponent(/reset-password\?token=(\S+)/.exec(mail)?.[1] ?? '');
  const stored = await suite.owner.selectFrom('sessions').select('id').execute();
  expect(stored.length).toBeGreaterThan(0);
  const newPassword = 'another horse battery';
  const reset = await suite.person().call('/api/auth/reset-password', { newPassword, token });
  expect(reset.status, reset.text).toBe(200);
  expect((await suite.person().call('/api/auth/reset-password', { newPassword, token })).status).toBe(400);
  expect((await ana.call('/api/leads')).status).toBe(401);
  expect((await ana.signIn()).status).toBe(401);
  expect((await ana.signIn(newPassword)).status).toBe(200);
});

test('changing the password invalidates earlier reset links', async () => {
  const ana = suite.person();
  await ana.signUp();
  const tokens = (): string[] =>
    suite.mails
      .filter((mail) => mail.includes(`to ${ana.email} `) && mail.includes('token='))
      .map((mail) => decodeURIComponent(/reset-password\?token=(\S+)/.exec(mail)?.[1] ?? ''));
  for (let count = 1; count <= 3; count++) {
    await ana.call('/api/auth/request-password-reset', { email: ana.email });
    await vi.waitFor(() => expect(tokens()).toHaveLength(count));
  }
  const [first = '', second = '', third = ''] = tokens();
  const reset = (token: string) =>
    suite.person().call('/api/auth/reset-password', { newPassword: 'another password', token });
  const current = { currentPassword: PASSWORD, newPassword: 'a second password' };
  expect((await ana.call('/api/auth/change-password', current)).status).toBe(200);
  expect((await reset(first)).status).toBe(400);
  await suite.owner.deleteFrom('sign_in_attempts').execute(); // the limit per hour is lower
  for (let count = 4; count <= 5; count++) {
    await ana.call('/api/auth/request-password-reset', { email: ana.email });
    await vi.waitFor(() => expect(tokens()).toHaveLength(count));
  }
  const [, , , fourth = '', fifth = ''] = tokens();
  expect((await reset(fifth)).status).toBe(200);
  for (const token of [second, third, fourth]) expect((await reset(token)).status).toBe(400);
});

test('a password reset for an unknown email sends nothing and reveals nothing', async () => {
  const before = suite.mails.length;
  const { status } = await suite
    .person()
    .call('/api/auth/request-password-reset', { email: 'nobody@example.org', redirectTo: '/reset-password' });
  expect(status).toBe(200);
  expect(suite.mails.length).toBe(before);
});

test('only the better-auth calls that the dashboard uses are exposed', async () => {
  const ana = suite.person();
  await ana.createAccount();
  for (const path of [
    'get-session',
    'organization/create',
    'organization/delete',
    'organization/update',
    'organization/list-user-invitations',
    'organization/add-member',
    'delete-user',
    'change-email',
    'callback/google',
    'sign-in/social',
    'two-factor/get-totp-uri',
    'error',
    'ok',
    'reset-password/token?callbackURL=https://evil.example',
  ]) {
    for (const method of ['GET', 'POST']) {
      const { status } = await ana.call(`/api/auth/${path}`, method === 'POST' ? {} : undefined, { method });
      expect([404, 405], `${method} ${path}`).toContain(status);
    }
  }
});

test('secrets are stored hashed or encrypted', async () => {
  const ana = suite.person();
  await ana.createAccount();
  const enabled = await ana.call('/api/auth/two-factor/enable', { password: 'correct horse battery' });
  expect(enabled.status, enabled.text).toBe(200);
  await suite.person().call('/api/auth/request-password-reset', { email: ana.email });
  const mail = suite.mails.at(-1) ?? '';
  const token = decodeURIComponent(/reset-password\?token=(\S+)/.exec(mail)?.[1] ?? 'none');
  const secret = new URL(enabled.body.totpURI).searchParams.get('secret') ?? 'none';
  const tables = ['users', 'sessions', 'credentials', 'verifications', 'two_factors'] as const;
  const dump = JSON.stringify(
    await Promise.all(
      tables.map((table) =>
        suite.owner
          .selectFrom(table as 'users')
          .selectAll()
          .execute(),
      ),
    ),
  );
  expect(dump).toContain('$argon2id$');
  for (const plain of ['correct horse battery', token, secret, ...enabled.body.backupCodes]) {
    expect(dump).not.toContain(plain);
  }
});

test('the operator can add a member who has never signed up', async () => {
  const account = await makeAccount(suite.owner);
  const bo = suite.person();
  const { password } = await addMember(suite.owner, account.accountId, bo.email, 'rep');
  expect((await bo.signIn(password ?? '')).status).toBe(200);
  expect((await bo.call('/api/session')).body.data.account).toMatchObject({
    account_id: `acct_${account.accountId}`,
    role: 'rep',
  });
  expect((await bo.call('/api/leads')).status).toBe(200);
  await expect(addMember(suite.owner, account.accountId, bo.email, 'owner')).rejects.toThrow('signed up');
  await expect(addMember(suite.owner, account.accountId, bo.email, 'owner', true)).rejects.toThrow('already');
});

test('an installation without SECRET_KEY reports that sessions are not available', async () => {
  const api = await startTestApi(suite.databaseUrl, { secretKey: null });
  expectError(await call(api.url, '/api/session'), 'not_available', 'SECRET_KEY');
  await api.stop();
});

test('with sign-up closed, only people with the link of an invitation can sign up', async () => {
  const ana = suite.person();
  await ana.createAccount();
  const bo = suite.person();
  const invite = async (email: string): Promise<string> =>
    (await ana.call('/api/auth/organization/invite-member', { email, role: 'viewer' })).body.id;
  const invitationId = await invite(bo.email);
  const other = await invite('other@example.org');
  const api = await startTestApi(suite.databaseUrl, { signUp: 'closed' });
  const signUp = (email: string, invitationId?: string) =>
    call(
      api.url,
      '/api/auth/sign-up/email',
      { name: 'Somebody', email, password: PASSWORD, invitationId },
      { headers: { 'sec-fetch-site': 'same-origin' } },
    );
  expectError(await signUp('stranger@example.org'), 'sign_up_closed');
  // A stranger who knows the invited email, or has a link for another one, must not take it.
  expectError(await signUp(bo.email), 'sign_up_closed', 'link in your invitation');
  expectError(await signUp(bo.email, other), 'sign_up_closed');
  expectError(await signUp('stranger@example.org', invitationId), 'sign_up_closed');
  expect((await signUp(bo.email, invitationId)).status).toBe(200);
  await api.stop();
});

test('a test lead from the dashboard is never stored as a live lead', async () => {
  const ana = suite.person();
  await ana.createAccount();
  const headers = { 'X-Leadline-Mode': 'test' };
  expect((await ana.call('/api/test-lead', makeLead())).status).toBe(400);
  const sent = await ana.call('/api/test-lead', makeLead(), { headers });
  expect(sent.status, sent.text).toBe(200);
  expect((await ana.call('/api/leads')).body.data).toEqual([]);
  expect((await ana.call('/api/leads', undefined, { headers })).body.data).toHaveLength(1);
  expect((await ana.call('/api/usage')).body.data.used).toBe(0);
});

test('maintenance deletes expired sessions and keeps the others', async () => {
  const [ana, bo] = [suite.person(), suite.person()];
  await ana.createAccount();
  await bo.createAccount();
  const past = new Date(Date.now() - 1_000);
  const { user } = (await ana.call('/api/session')).body.data;
  await suite.owner
    .updateTable('sessions')
    .set({ expires_at: past })
    .where('user_id', '=', user.user_id.slice('user_'.length))
    .execute();
  const worker = openInstallation(openPool(suite.databaseUrl, { size: 1, role: 'leadline_worker' }));
  await runMaintenance(worker, new Date(), new AbortController().signal);
  await worker.destroy();
  const left = await suite.owner
    .selectFrom('sessions')
    .select('id')
    .where('expires_at', '<=', past)
    .execute();
  expect(left).toEqual([]);
  expect((await bo.call('/api/leads')).status).toBe(200);
  expect((await ana.call('/api/leads')).status).toBe(401);
});
