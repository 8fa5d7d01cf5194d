// Sessions opened by single sign-on last only as long as the identity provider confirms the person, against a real provider.

import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { MODEST_CLIENT_ID } from '@leadline/testkit/auth/identity-provider';
import { PASSWORD, Person } from '@leadline/testkit/auth/person';
import { comeBack, confirmSilently, followRedirects, signInBySso } from '@leadline/testkit/auth/sso-flow';
import { useSsoSuite } from '@leadline/testkit/auth/use-sso-suite';
import { expectError, retryAfter } from '@leadline/testkit/http/expect-error';
import { startTestApi } from '@leadline/testkit/service/start-in-process';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RunningApi } from '../../src/processes/api.ts';

const suite = useSsoSuite();
/** Another process of the same installation. */
let second: RunningApi;
let users = 0;

beforeAll(async () => {
  second = await startTestApi(suite.databaseUrl, { sso: suite.sso, publicUrl: suite.api.url });
});
afterAll(() => second.stop());
beforeEach(async () => {
  await suite.owner.deleteFrom('sign_in_attempts').execute();
  Object.assign(suite.idp, { isDisabled: false, givesRefreshTokens: true, delayMs: 0 });
});

/** Somebody new with an account, who has just signed in. */
async function arrive(cookies = new Map<string, string>()): Promise<Person> {
  const sub = `checked-${++users}`;
  suite.idp.user = { sub, email: `${sub}@example.org`, email_verified: true, name: 'Ana Lopez' };
  const person = suite.person();
  const start = await person.call('/api/auth/sign-in/sso', {});
  const back = await comeBack(person, await followRedirects(start.body.data.url, cookies));
  expect(back.headers.get('location')).toBe('/');
  await person.call('/api/accounts', { name: 'Acme' });
  return person;
}

const sessionOf = async (person: Person) => (await person.call('/api/session')).body.data;
const rowOf = async (sessionId: string) =>
  suite.owner
    .selectFrom('sessions')
    .select(['sso_checked_at', 'sso_token', 'created_at'])
    .where('id', '=', sessionId)
    .executeTakeFirst();
/** As if the provider had confirmed the session that long ago. */
const age = (sessionId: string, interval: string) =>
  sql`update leadline.sessions set sso_checked_at = now() - ${interval}::interval where id = ${sessionId}`.execute(
    suite.owner,
  );
const leads = async (person: Person) => person.call('/api/leads');

describe('with a refresh token', () => {
  test('a person disabled at the provider is out within the hour', async () => {
    const ana = await arrive();
    const { session_id: id } = await sessionOf(ana);
    suite.idp.isDisabled = true;
    await age(id, '29 minutes');
    expect((await leads(ana)).status).toBe(200);
    await age(id, '31 minutes');
    await leads(ana); // asks in the background
    await vi.waitFor(async () => expectError(await leads(ana), 'sso_check_required'));
    expect(await sessionOf(ana)).toMatchObject({ user: null, needs_sso_check: true });
    expect((await rowOf(id))?.sso_token).toBeNull();
  });

  test('after a pause, nothing is answered before the provider has confirmed the person', async () => {
    const ana = await arrive();
    const { session_id: id } = await sessionOf(ana);
    await age(id, '61 minutes');
    suite.idp.isDisabled = true;
    for (const path of ['/api/leads', '/api/live', '/api/auth/list-sessions', '/api/activity'])
      expectError(await ana.call(path), 'sso_check_required');
    expectError(await ana.call('/api/auth/update-user', { name: 'Eve' }), 'sso_check_required');
    // Signing out works all the same.
    expect((await ana.call('/api/auth/sign-out', {})).status).toBe(200);
    expect(await rowOf(id)).toBeUndefined();
  });

  test('everyone else stays signed in, hour after hour, without noticing', async () => {
    const ana = await arrive();
    const { session_id: id } = await sessionOf(ana);
    for (let hour = 0; hour < 4; hour++) {
      await age(id, '61 minutes');
      expect((await leads(ana)).status).toBe(200);
      expect((await sessionOf(ana)).session_id).toBe(id);
      expect(Date.now() - Number((await rowOf(id))?.sso_checked_at)).toBeLessThan(60_000);
    }
  });

  test('many requests in several processes use the token once', async () => {
    const ana = await arrive();
    const { session_id: id } = await sessionOf(ana);
    const elsewhere = new Person(() => second.url, ana.email, ana.cookies);
    suite.idp.delayMs = 500;
    for (const interval of ['61 minutes', '31 minutes']) {
      await age(id, interval);
      const before = suite.idp.exchanges();
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) => leads(index % 2 === 0 ? ana : elsewhere)),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
      await vi.waitFor(async () =>
        expect(Date.now() - Number((await rowOf(id))?.sso_checked_at)).toBeLessThan(60_000),
      );
      expect(suite.idp.exchanges() - before).toBe(1);
    }
    // A token that is used twice would have revoked this one.
    await age(id, '61 minutes');
    expect((await leads(elsewhere)).status).toBe(200);
  });

  test('while the provider is down, a session is good until the hour is over, and again once it is back', async () => {
    const ana = await arrive();
    const { session_id: id } = await sessionOf(ana);
    await suite.idp.pause();
    await age(id, '59 minutes');
    expect((await leads(ana)).status).toBe(200);
    expect((await leads(ana)).status).toBe(200);
    await age(id, '61 minutes');
    const down = await leads(ana);
    expectError(down, 'sso_unavailable', 'can’t be reached');
    expect(retryAfter(down)).toBeGreaterThan(0);
    expectError(await ana.call('/api/session'), 'sso_unavailable');
    await suite.idp.resume();
    expect((await leads(ana)).status).toBe(200);
    expect((await sessionOf(ana)).session_id).toBe(id);
  });

  test('an answer that is not about the person ends nobody’s session', async () => {
    const ana = await arrive();
    const { session_id: id } = await sessionOf(ana);
    const other = await startTestApi(suite.databaseUrl, {
      sso: { ...suite.sso, clientSecret: 'a secret that was changed at the provider' },
      publicUrl: suite.api.url,
    });
    await age(id, '61 minutes');
    expectError(await leads(new Person(() => other.url, ana.email, ana.cookies)), 'sso_unavailable');
    expect((await leads(ana)).status).toBe(200);
    await other.stop();
  });

  test('an ID token of somebody else confirms nobody', async () => {
    const ana = await arrive();
    const { session_id: id } = await sessionOf(ana);
    await age(id, '61 minutes');
    suite.idp.tamper = (claims, sign) => sign({ ...claims, sub: 'somebody-else' });
    expectError(await leads(ana), 'sso_check_required');
    suite.idp.tamper = null;
  });

  test('the token is encrypted, and another provider never gets it', async () => {
    const ana = await arrive();
    const { session_id: id } = await sessionOf(ana);
    const stored = (await rowOf(id))?.sso_token;
    expect(stored?.length).toBeGreaterThan(60);
    expect(stored?.toString('latin1')).not.toContain(suite.idp.issuer);
    // A copy in another session can't be decrypted there.
    const bo = await arrive();
    const { session_id: other } = await sessionOf(bo);
    await suite.owner
      .updateTable('sessions')
      .set({ sso_token: stored ?? null })
      .where('id', '=', other)
      .execute();
    const before = suite.idp.exchanges();
    await age(other, '61 minutes');
    expectError(await leads(bo), 'sso_check_required');
    expect(suite.idp.exchanges()).toBe(before);
  });

  test('an open stream ends if the provider has not confirmed the person for an hour', async () => {
    const ana = await arrive();
    const { session_id: id } = await sessionOf(ana);
    const stream = await openStream(ana);
    const ended = once(stream, 'close');
    await age(id, '61 minutes');
    await ended;
  });
});

describe('without a refresh token', () => {
  beforeEach(() => {
    suite.idp.givesRefreshTokens = false;
  });

  test('the browser visits the provider every hour, which shows nothing, and keeps its session', async () => {
    const provider = new Map<string, string>();
    const ana = await arrive(provider);
    const { session_id: id } = await sessionOf(ana);
    const began = (await rowOf(id))?.created_at;
    await age(id, '59 minutes');
    expect((await leads(ana)).status).toBe(200);
    await age(id, '61 minutes');
    expectError(await leads(ana), 'sso_check_required');
    const back = await confirmSilently(ana, provider, '/leads/lead_1');
    expect([back.status, back.headers.get('location')]).toEqual([302, '/leads/lead_1']);
    expect((await leads(ana)).status).toBe(200);
    // Its limits go on as before.
    expect((await sessionOf(ana)).session_id).toBe(id);
    expect((await rowOf(id))?.created_at).toEqual(began);
    const list = (await ana.call('/api/auth/list-sessions')).body;
    expect(list).toHaveLength(1);
    const { data } = (await ana.call('/api/activity')).body;
    expect(data.map(({ action }: { action: string }) => action)).toEqual(['user.signed_up']);
  });

  test('a person who is disabled, or signed out there, has to sign in again', async () => {
    const provider = new Map<string, string>();
    const ana = await arrive(provider);
    const { session_id: id } = await sessionOf(ana);
    await age(id, '61 minutes');
    const elsewhere = await confirmSilently(ana, new Map(), '/inbox?grade=Hot');
    const again = '/sign-in?sso_error=sso_login_required&next=%2Finbox%3Fgrade%3DHot';
    expect(elsewhere.headers.get('location')).toBe(again);
    expectError(await leads(ana), 'sso_check_required');
    // The provider doesn't send them back.
    suite.idp.isDisabled = true;
    await expect(confirmSilently(ana, provider)).rejects.toThrow('the provider returned');
    expectError(await leads(ana), 'sso_check_required');
  });

  test('somebody else who is signed in at the provider gets neither this session nor one of their own', async () => {
    const provider = new Map<string, string>();
    const ana = await arrive();
    const { session_id: id } = await sessionOf(ana);
    const bo = await arrive(provider);
    const boId = (await sessionOf(bo)).user.user_id;
    await age(id, '61 minutes');
    const back = await confirmSilently(ana, provider);
    expect(back.headers.get('location')).toBe('/sign-in?sso_error=sso_login_required');
    expect(back.headers.getSetCookie().join()).not.toContain('session_token=');
    expectError(await leads(ana), 'sso_check_required');
    const sessions =
      await sql`select from leadline.sessions where user_id = ${boId.slice('user_'.length)}`.execute(
        suite.owner,
      );
    expect(sessions.rows).toHaveLength(1);
  });

  test('a visit that asks nothing opens no session', async () => {
    const provider = new Map<string, string>();
    const ana = await arrive(provider);
    const fresh = suite.person();
    expect((await confirmSilently(fresh, provider)).headers.get('location')).toContain('sso_login_required');
    expect((await sessionOf(fresh)).user).toBeNull();
    // Nor does it lengthen one that is over its limit.
    const { session_id: id } = await sessionOf(ana);
    await sql`update leadline.sessions set created_at = now() - interval '91 days' where id = ${id}`.execute(
      suite.owner,
    );
    expect((await confirmSilently(ana, provider)).headers.get('location')).toContain('sso_login_required');
    expect((await sessionOf(ana)).user).toBeNull();
  });

  test('signing in again replaces the session', async () => {
    const ana = await arrive();
    const { session_id: id } = await sessionOf(ana);
    await age(id, '61 minutes');
    expect((await signInBySso(ana)).headers.get('location')).toBe('/');
    expect((await leads(ana)).status).toBe(200);
    expect(await rowOf(id)).toBeUndefined();
  });
});

test('sessions of people with a password are not affected, and a changed password extends nothing', async () => {
  const bo = suite.person();
  await bo.createAccount();
  const before = suite.idp.exchanges();
  const { session_id: id } = await sessionOf(bo);
  await age(id, '2 days');
  expect((await leads(bo)).status).toBe(200);
  expect(suite.idp.exchanges()).toBe(before);

  // Somebody with both, whose session was opened by single sign-on.
  await suite.owner
    .updateTable('users')
    .set({ email_verified: true })
    .where('email', '=', bo.email)
    .execute();
  suite.idp.user = { sub: `both-${bo.email}`, email: bo.email, email_verified: true };
  suite.idp.givesRefreshTokens = false;
  await signInBySso(bo);
  await age((await sessionOf(bo)).session_id, '50 minutes');
  const changed = await bo.call('/api/auth/change-password', {
    currentPassword: PASSWORD,
    newPassword: 'another horse battery',
    revokeOtherSessions: true,
  });
  expect(changed.status, changed.text).toBe(200);
  const { sso_checked_at } = (await rowOf((await sessionOf(bo)).session_id)) ?? {};
  expect(Date.now() - Number(sso_checked_at)).toBeGreaterThan(49 * 60_000);
});

test('with passwords switched off, sessions that were opened with one end', async () => {
  const bo = suite.person();
  await bo.createAccount();
  const only = await startTestApi(suite.databaseUrl, {
    sso: { ...suite.sso, isOnly: true },
    publicUrl: suite.api.url,
  });
  const { session_id: id } = await sessionOf(bo);
  expectError(await leads(new Person(() => only.url, bo.email, bo.cookies)), 'not_signed_in');
  expect(await rowOf(id)).toBeUndefined();
  await only.stop();
});

test('without single sign-on, sessions that were opened by it end within the hour', async () => {
  const ana = await arrive();
  const { session_id: id } = await sessionOf(ana);
  const without = await startTestApi(suite.databaseUrl, { sso: null, publicUrl: suite.api.url });
  const there = new Person(() => without.url, ana.email, ana.cookies);
  expect((await leads(there)).status).toBe(200);
  await age(id, '61 minutes');
  expectError(await leads(there), 'not_signed_in');
  await without.stop();
});

test('a provider that offers refresh tokens, but not to us, is asked for less', async () => {
  const modest = await startTestApi(suite.databaseUrl, {
    sso: { ...suite.sso, clientId: MODEST_CLIENT_ID },
    publicUrl: suite.api.url,
  });
  const scopeOf = (url: string) => new URL(url).searchParams.get('scope');
  const ana = new Person(() => modest.url, 'modest@example.org');
  suite.idp.user = { sub: 'modest', email: 'modest@example.org', email_verified: true };
  const start = await ana.call('/api/auth/sign-in/sso', { next: '/insights' });
  expect(scopeOf(start.body.data.url)).toBe('openid email profile offline_access');
  const refused = await comeBack(ana, await followRedirects(start.body.data.url));
  const again = refused.headers.get('location') ?? '';
  expect(scopeOf(again)).toBe('openid email profile');
  expect((await comeBack(ana, await followRedirects(again))).headers.get('location')).toBe('/insights');
  expect((await sessionOf(ana)).user.email).toBe('modest@example.org');
  // From then on at once.
  const next = await ana.call('/api/auth/sign-in/sso', {});
  expect(scopeOf(next.body.data.url)).toBe('openid email profile');
  await modest.stop();
});

test('only a visit that must not ask anything says so to the provider', async () => {
  const promptOf = async (body: object) =>
    new URL((await suite.person().call('/api/auth/sign-in/sso', body)).body.data.url).searchParams.get(
      'prompt',
    );
  expect(await promptOf({})).toBeNull();
  expect(await promptOf({ silent: 'yes' })).toBeNull();
  expect(await promptOf({ silent: true })).toBe('none');
});

/** Resolves once the stream is open. */
async function openStream(person: Person): Promise<IncomingMessage> {
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const opening = request(`${suite.api.url}/api/live`, {
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  });
  opening.end();
  const [response] = (await once(opening, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  response.resume();
  response.on('error', () => {});
  return response;
}
