// Sessions: which account they use, caching and renewal.

import { PASSWORD, Person } from '@leadline/testkit/auth/person';
import { useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import { expectError } from '@leadline/testkit/http/expect-error';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { startTestApi, TEST_SECRET_KEY } from '@leadline/testkit/service/start-in-process';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import pino from 'pino';
import { expect, test } from 'vitest';
import { makeAuthSecrets } from '../../src/auth/cookies/auth-secrets.ts';
import { makeAuth } from '../../src/auth/sessions/auth.ts';
import { Sessions } from '../../src/auth/sessions/sessions.ts';
import { makeSecretKeys } from '../../src/platform/base/secret-keys.ts';
import { openInstallation } from '../../src/platform/db/installation.ts';
import { openPool } from '../../src/platform/db/pool.ts';
import { openMailer } from '../../src/platform/email/mailer.ts';

const suite = useAuthSuite();

test('a window that shows another account cannot write into the current one', async () => {
  const ana = suite.person();
  const first = await ana.createAccount('First');
  const { body } = await ana.call('/api/accounts', { name: 'Second' });
  const inWindow = (account: string) => ({ headers: { 'X-Leadline-Account': account } });
  const stale = await ana.call('/api/keys', { name: 'Website' }, inWindow(first));
  expectError(stale, 'account_switched');
  expect((await ana.call('/api/keys', { name: 'Website' }, inWindow(body.data.account_id))).status).toBe(200);
});

test('responses to a session are not cached', async () => {
  const ana = suite.person();
  await ana.createAccount();
  const { headers } = await ana.call('/api/leads');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('erasing a person also erases their test leads', async () => {
  const ana = suite.person();
  await ana.createAccount();
  const test = { headers: { 'X-Leadline-Mode': 'test' } };
  await ana.call('/api/test-lead', makeLead({ email: 'cy@acme.com' }), test);
  const found = await ana.call('/api/people?email=cy@acme.com');
  expect(found.body.data.leads).toHaveLength(1);
  const erased = await ana.call('/api/people/erase', { email: 'cy@acme.com' });
  expect(erased.body.data.leads).toBe(1);
  expect((await ana.call('/api/leads', undefined, test)).body.data).toEqual([]);
});

test('keys belong to the live account even in test mode', async () => {
  const ana = suite.person();
  await ana.createAccount();
  const test = { headers: { 'X-Leadline-Mode': 'test' } };
  const created = await ana.call('/api/keys', { name: 'Website' }, test);
  expect(created.body.data.key).toMatch(/^ll_live_/);
  expect((await ana.call('/api/keys', undefined, test)).body.data).toHaveLength(1);
});

function openTestSessions(requestsPerMinute?: number): Sessions {
  const db = openInstallation(openPool(suite.databaseUrl, { size: 1, role: 'leadline_auth' }));
  const logger = pino({ level: 'silent' });
  const mailer = openMailer(null);
  const secrets = makeAuthSecrets(makeSecretKeys(TEST_SECRET_KEY));
  const auth = makeAuth({
    db,
    secrets,
    publicUrl: 'http://localhost',
    mailer,
    verifiesOnSignUp: false,
    logger,
  });
  return new Sessions(auth, db, db, (header) => header, undefined, requestsPerMinute);
}

const requestOf = ({ cookies }: Person, prefix = ''): FastifyRequest => {
  const cookie = prefix + [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return { headers: { cookie }, ip: '198.51.100.1', routeOptions: { config: {} } } as FastifyRequest;
};

test('a user has a limit of requests with all sessions together, however they send their cookies', async () => {
  const [ana, bo] = [suite.person(), suite.person()];
  await ana.signUp();
  await bo.signUp();
  const elsewhere = new Person(() => suite.api.url, ana.email);
  await elsewhere.signIn();
  const sessions = openTestSessions(3);
  for (const request of [
    requestOf(ana),
    requestOf(elsewhere),
    requestOf(ana, 'xleadline.session_token=made-up; '),
    requestOf(ana, 'leadline.session_token=made-up.too; '),
  ])
    await sessions.find(request, null);
  for (const request of [requestOf(ana), requestOf(elsewhere)])
    await expect(sessions.find(request, null)).rejects.toMatchObject({ code: 'rate_limited' });
  expect((await sessions.find(requestOf(bo), null))?.user.email).toBe(bo.email);
  await sessions.db.destroy();
});

test('a user cannot wait in the queue for sessions as if they were many', async () => {
  const ana = suite.person();
  await ana.signUp();
  const sessions = openTestSessions();
  await sessions.find(requestOf(ana), null);
  const found = await suite.owner.transaction().execute(async (blocking) => {
    await sql`lock table leadline.sessions in access exclusive mode`.execute(blocking);
    const waiting = Array.from({ length: 60 }, (_, i) =>
      sessions.find(requestOf(ana, `xleadline.session_token=made-up-${i}; `), null),
    );
    return { answers: Promise.allSettled(waiting) };
  });
  const answers = await found.answers;
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(42);
  await sessions.db.destroy();
});

test('a cookie whose name only ends like that of a session is not a session cookie', async () => {
  const sessions = openTestSessions();
  const headers = { cookie: 'xleadline.session_token=made-up' };
  expect(await sessions.find({ headers, ip: '198.51.100.1' } as FastifyRequest, null)).toBeNull();
  expectError(await suite.person().call('/api/leads', undefined, { headers }), 'missing_api_key');
  await sessions.db.destroy();
});

test('checking a session without a reply does not renew it', async () => {
  const ana = suite.person();
  await ana.createAccount();
  await sql`update leadline.sessions set expires_at = now() + interval '12 days'`.execute(suite.owner);
  const sessions = openTestSessions();
  const found = await sessions.find(requestOf(ana), null);
  await sessions.db.destroy();
  expect(found?.user.email).toBe(ana.email);
  const { headers } = await ana.call('/api/leads');
  expect(headers.getSetCookie().join()).toMatch(/Max-Age=1209600/);
});

test('a database outage is reported as 503, not as signed out', async () => {
  const ana = suite.person();
  await ana.createAccount();
  const away = await startTestApi('postgres://leadline@127.0.0.1:1/leadline');
  const there = new Person(() => away.url, ana.email, ana.cookies);
  for (const path of [
    '/api/leads',
    '/api/session',
    '/api/auth/list-sessions',
    '/api/auth/organization/list-members',
  ]) {
    const answer = await there.call(path);
    expect(answer.status, `${path} ${answer.text}`).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('2');
  }
  expect((await there.signIn()).status).toBe(503);
  await away.stop();
});

test('the session is only visible to our own pages, and a viewer may send HEAD requests', async () => {
  const ana = suite.person();
  await ana.createAccount();
  const elsewhere = { headers: { 'sec-fetch-site': 'cross-site' } };
  expect((await ana.call('/api/session', undefined, elsewhere)).status).toBe(403);
  const viewer = suite.person();
  const { body } = await ana.call('/api/auth/organization/invite-member', {
    email: viewer.email,
    role: 'viewer',
  });
  await viewer.signUp();
  await viewer.call('/api/auth/organization/accept-invitation', { invitationId: body.id });
  expect((await viewer.call('/api/leads', undefined, { method: 'HEAD' })).status).toBe(200);
});

test.each([true, false])(
  'changing the password keeps the current account (signs out other sessions: %s)',
  async (revokeOtherSessions) => {
    const ana = suite.person();
    await ana.createAccount('First');
    const { body } = await ana.call('/api/accounts', { name: 'Second' });
    const second = body.data.account_id;
    const changed = await ana.call('/api/auth/change-password', {
      currentPassword: PASSWORD,
      newPassword: 'another horse battery',
      revokeOtherSessions,
    });
    expect(changed.status, changed.text).toBe(200);
    // The next call of the page, before it reloads the session.
    const shown = { headers: { 'X-Leadline-Account': second } };
    expect((await ana.call('/api/leads', undefined, shown)).status).toBe(200);
    expect((await ana.call('/api/session')).body.data.account).toMatchObject({ account_id: second });
  },
);

test('signing in over another user’s session does not take over their account', async () => {
  const [ana, eve] = [suite.person(), suite.person()];
  await ana.createAccount('Hers');
  await eve.signUp();
  const shared = new Person(() => suite.api.url, eve.email, ana.cookies);
  expect((await shared.signIn()).status).toBe(200);
  expect((await shared.call('/api/session')).body.data).toMatchObject({
    user: { email: eve.email },
    account: null,
  });
});
