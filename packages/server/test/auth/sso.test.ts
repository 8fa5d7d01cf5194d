// Single sign-on against a real OpenID Connect provider: who gets in, as whom, and every way to cheat.

import { CLIENT_SECRET, type Tamper } from '@leadline/testkit/auth/identity-provider';
import { PASSWORD, Person } from '@leadline/testkit/auth/person';
import { comeBack, followRedirects, signInBySso, visitProvider } from '@leadline/testkit/auth/sso-flow';
import { computeTotp } from '@leadline/testkit/auth/totp';
import { useSsoSuite } from '@leadline/testkit/auth/use-sso-suite';
import { openOwner } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import type { ApiResponse } from '@leadline/testkit/http/call';
import { expectError } from '@leadline/testkit/http/expect-error';
import { startTestApi } from '@leadline/testkit/service/start-in-process';
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSetupToken, isSetUpBy } from '../../src/accounts/lifecycle/setup-token.ts';
import { BY_NETWORK, SIGN_UPS } from '../../src/auth/security/attempts.ts';
import { readNextPath } from '../../src/http/routes/auth/next-path.ts';

const suite = useSsoSuite();
let users = 0;

/** Changes who the provider says comes in next. */
function comeAs(changes: Partial<typeof suite.idp.user> = {}): string {
  const sub = `subject-${++users}`;
  suite.idp.user = { sub, email: `${sub}@example.org`, email_verified: true, name: 'Ana Lopez', ...changes };
  return suite.idp.user.email;
}

const expectFailure = ({ status, headers }: ApiResponse, code: string): void => {
  expect([status, headers.get('location')]).toEqual([302, `/sign-in?sso_error=${code}`]);
  expect(headers.getSetCookie().join()).not.toContain('session_token=');
};
const sessionOf = async (person: Person) => (await person.call('/api/session')).body.data;
const confirmEmail = (email: string) =>
  suite.owner.updateTable('users').set({ email_verified: true }).where('email', '=', email).execute();

// Someone has set up the installation.
beforeAll(() => suite.person('founder@example.org').createAccount());
beforeEach(async () => {
  await suite.owner.deleteFrom('sign_in_attempts').execute();
  comeAs();
});
afterEach(() => {
  suite.idp.tamper = null;
});

describe('the way in', () => {
  test('a new person signs up, opens an account, and signs in again as the same user', async () => {
    const email = comeAs();
    const ana = suite.person();
    const answer = await signInBySso(ana, '/inbox?grade=Hot');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/inbox?grade=Hot']);
    const first = await sessionOf(ana);
    expect(first).toMatchObject({ user: { email, name: 'Ana Lopez' }, account: null });
    expect((await ana.call('/api/accounts', { name: 'Acme' })).status).toBe(200);
    const { data } = (await ana.call('/api/activity')).body;
    expect(data[0]).toMatchObject({ action: 'user.signed_up', details: { method: 'sso' } });
    const again = suite.person();
    expect((await signInBySso(again)).headers.get('location')).toBe('/');
    expect((await sessionOf(again)).user.user_id).toBe(first.user.user_id);
    expect((await again.call('/api/activity')).body.data[0]).toMatchObject({ action: 'user.signed_in' });
  });

  test('the user is recognized by subject, not by email', async () => {
    comeAs({ sub: 'steady' });
    const ana = suite.person();
    await signInBySso(ana);
    const { user_id } = (await sessionOf(ana)).user;
    comeAs({ sub: 'steady', email: 'married@example.org' });
    const again = suite.person();
    await signInBySso(again);
    expect((await sessionOf(again)).user.user_id).toBe(user_id);
  });

  test('the request uses PKCE, state and nonce, and asks for no more than needed', async () => {
    const { body } = await suite.person().call('/api/auth/sign-in/sso', {});
    const { searchParams } = new URL(body.data.url);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      // Offline access only means a refresh token; see sso-checks.test.ts.
      scope: 'openid email profile offline_access',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^.{20,}$/),
      nonce: expect.stringMatching(/^.{20,}$/),
    });
  });

  test('a name that could mislead others in an email is replaced', async () => {
    const email = comeAs({ name: 'Win at evil.example' });
    const ana = suite.person();
    await signInBySso(ana);
    expect((await sessionOf(ana)).user.name).toBe(email.slice(0, email.indexOf('@')));
  });

  test('tokens of the provider are not stored', async () => {
    await signInBySso(suite.person());
    const stored = await suite.owner
      .selectFrom('credentials')
      .selectAll()
      .where('provider_id', '=', 'oidc')
      .execute();
    expect(stored.length).toBeGreaterThan(0);
    for (const row of stored)
      expect(row).toMatchObject({ access_token: null, refresh_token: null, id_token: null } as object);
  });

  test('the session says which provider there is', async () => {
    expect((await sessionOf(suite.person())).sso).toEqual({ name: 'Example ID', only: false });
  });
});

describe('who gets in', () => {
  test('an email that the provider has not verified is rejected', async () => {
    comeAs({ email_verified: false });
    expectFailure(await signInBySso(suite.person()), 'sso_email_unverified');
  });

  test('an existing user with an unconfirmed email is neither taken over nor joined', async () => {
    const email = comeAs();
    const squatter = suite.person(email);
    await squatter.createAccount('Trap');
    expectFailure(await signInBySso(suite.person()), 'sso_email_taken');
    const connected = await suite.owner
      .selectFrom('credentials as c')
      .innerJoin('users as u', 'u.id', 'c.user_id')
      .select('c.id')
      .where('u.email', '=', email)
      .where('c.provider_id', '=', 'oidc')
      .execute();
    expect(connected).toEqual([]);
  });

  test('an existing user with a confirmed email is connected, and told', async () => {
    const email = comeAs();
    const ana = suite.person(email);
    await ana.createAccount();
    await confirmEmail(email);
    const here = suite.person(email);
    expect((await signInBySso(here)).headers.get('location')).toBe('/');
    expect((await sessionOf(here)).account.name).toBe('Acme');
    const actions = (await here.call('/api/activity')).body.data.map(
      ({ action }: { action: string }) => action,
    );
    expect(actions).toEqual(['user.signed_in', 'user.sso_linked', 'user.signed_up']);
    // The password still works.
    expect((await suite.person(email).signIn()).status).toBe(200);
  });

  test('an unverified email at the provider does not connect to a confirmed user', async () => {
    const email = comeAs({ email_verified: false });
    await suite.person(email).createAccount();
    await confirmEmail(email);
    expectFailure(await signInBySso(suite.person()), 'sso_email_unverified');
  });

  test('an invited person joins with single sign-on even if sign-up is closed', async () => {
    const owner = suite.person();
    await owner.createAccount('Closed');
    const api = await startTestApi(suite.databaseUrl, {
      sso: suite.sso,
      signUp: 'closed',
      publicUrl: suite.api.url, // where the provider sends people back
    });
    const stranger = new Person(() => api.url, comeAs());
    expectFailure(await signInBySso(stranger), 'sign_up_closed');
    const email = comeAs();
    const { body } = await owner.call('/api/auth/organization/invite-member', { email, role: 'rep' });
    const invited = new Person(() => api.url, email);
    const answer = await signInBySso(invited, `/invitation/${body.id}`);
    expect(answer.headers.get('location')).toBe(`/invitation/${body.id}`);
    const joined = await invited.call('/api/auth/organization/accept-invitation', { invitationId: body.id });
    expect(joined.status, joined.text).toBe(200);
    expect((await sessionOf(invited)).account).toMatchObject({ name: 'Closed', role: 'rep' });
    await api.stop();
  });

  test('only allowed domains get in, and passwords can be switched off', async () => {
    const api = await startTestApi(suite.databaseUrl, {
      sso: { ...suite.sso, allowedDomains: ['acme.com'], isOnly: true },
      publicUrl: suite.api.url,
    });
    const at = (email: string) => new Person(() => api.url, email);
    for (const email of [
      'eve@evil.com',
      'eve@acme.com.evil.com',
      'eve@notacme.com',
      '"eve@acme.com"@evil.com',
    ]) {
      expectFailure(
        await signInBySso(at(comeAs({ email }))),
        email.startsWith('"') ? 'sso_failed' : 'sso_domain_not_allowed',
      );
    }
    const ana = at(comeAs({ email: 'Ana@ACME.com' }));
    expect((await signInBySso(ana)).headers.get('location')).toBe('/');
    expect((await sessionOf(ana)).sso).toEqual({ name: 'Example ID', only: true });
    for (const [path, body] of [
      ['sign-in/email', { email: 'founder@example.org', password: PASSWORD }],
      ['sign-up/email', { email: 'new@acme.com', password: PASSWORD, name: 'New' }],
      ['request-password-reset', { email: 'founder@example.org' }],
      ['reset-password', { token: 'x', newPassword: PASSWORD }],
    ] as const)
      expectError(await at('x').call(`/api/auth/${path}`, body), 'passwords_off', 'Example ID');
    await api.stop();
  });
});

describe('signing up', () => {
  test('has the same limits as with a password, which do not concern people who are known', async () => {
    const known = comeAs({ sub: 'known' });
    await signInBySso(suite.person());
    await suite.owner.updateTable('sign_in_attempts').set({ attempts: SIGN_UPS.max }).execute();
    comeAs();
    expectFailure(await signInBySso(suite.person()), 'too_many_sign_ups');
    comeAs({ sub: 'known', email: known });
    expect((await signInBySso(suite.person())).headers.get('location')).toBe('/');
  });

  test.each([true, false])('the first person needs the setup token (OIDC_ONLY: %s)', async (isOnly) => {
    const databaseUrl = await cloneDatabase();
    const owner = openOwner(databaseUrl);
    const api = await startTestApi(databaseUrl, { sso: { ...suite.sso, isOnly }, publicUrl: suite.api.url });
    const email = comeAs();
    const newPerson = () => new Person(() => api.url, email);
    const start = (person: Person, setupToken?: string) =>
      person.call('/api/auth/sign-in/sso', { setupToken });
    const setupToken = (await createSetupToken(owner)) ?? '';
    for (const guess of [undefined, '', 'guess'])
      expectError(await start(newPerson(), guess), 'invalid_setup_token', 'leadline setup-token');

    const forgetful = newPerson();
    const left = await start(forgetful, setupToken);
    expect(left.headers.getSetCookie().join()).toMatch(/leadline\.setup=.*HttpOnly/);
    forgetful.cookies.delete('leadline.setup');
    const returning = await followRedirects(left.body.data.url);
    expectFailure(await comeBack(forgetful, returning), 'invalid_setup_token');
    expect(await owner.selectFrom('users').select('id').execute()).toEqual([]);

    const first = newPerson();
    const { body } = await start(first, setupToken);
    const answer = await comeBack(first, await followRedirects(body.data.url));
    expect(answer.headers.get('location')).toBe('/');
    expect(first.cookies.has('leadline.setup')).toBe(false);
    const { user } = await sessionOf(first);
    expect(await isSetUpBy(owner, user.user_id.slice('user_'.length))).toBe(true);
    expect((await start(newPerson())).status).toBe(200);
    await api.stop();
    await owner.destroy();
  });
});

describe('two-factor sign-in', () => {
  test('single sign-on counts as two-factor', async () => {
    const owner = suite.person();
    await owner.createAccount('Strict');
    const { body } = await owner.call('/api/auth/two-factor/enable', { password: PASSWORD });
    await owner.call('/api/auth/two-factor/verify-totp', { code: computeTotp(body.totpURI) });
    const required = await owner.call(
      '/api/account/security',
      { requires_two_factor: true },
      { method: 'PUT' },
    );
    expect(required.status, required.text).toBe(200);
    const email = comeAs();
    const { body: invited } = await owner.call('/api/auth/organization/invite-member', {
      email,
      role: 'rep',
    });
    const member = suite.person(email);
    await signInBySso(member);
    await member.call('/api/auth/organization/accept-invitation', { invitationId: invited.id });
    expect((await member.call('/api/leads')).status).toBe(200);
    expect((await sessionOf(member)).needs_two_factor).toBe(false);
  });
});

describe('cheating', () => {
  const sub = (claims: object) => claims as Record<string, unknown>;
  const FORGERIES: Readonly<Record<string, Tamper>> = {
    'for another audience': (claims, sign) => sign({ ...claims, aud: 'another-client' }),
    'for several audiences, issued to another': (claims, sign) =>
      sign({ ...claims, aud: ['leadline', 'other'], azp: 'other' }),
    'from another issuer': (claims, sign) => sign({ ...claims, iss: 'https://evil.example' }),
    'that has expired': (claims, sign) => sign({ ...claims, exp: 1_700_000_000, iat: 1_699_999_000 }),
    'that is too old': (claims, sign) => sign({ ...claims, iat: Math.floor(Date.now() / 1000) - 3_600 }),
    'with another nonce': (claims, sign) => sign({ ...claims, nonce: 'another' }),
    'without a nonce': (claims, sign) => {
      const { nonce: _, ...rest } = sub(claims);
      return sign(rest);
    },
    'without a subject': (claims, sign) => {
      const { sub: _, ...rest } = sub(claims);
      return sign(rest);
    },
    'with changed claims': async (claims, sign) => {
      const [head, , signature] = (await sign(claims)).split('.');
      const body = Buffer.from(JSON.stringify({ ...claims, sub: 'boss' })).toString('base64url');
      return `${head}.${body}.${signature}`;
    },
    'without a signature': async (claims) => new UnsecuredJWT(claims).encode(),
    'signed with the client secret': (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(CLIENT_SECRET)),
    'that is garbage': async () => 'a.b.c',
    'of another user than the user info': (claims, sign) => sign({ ...claims, sub: 'boss' }),
  };
  test.each(Object.entries(FORGERIES))('an ID token %s is rejected', async (_, tamper) => {
    suite.idp.tamper = tamper;
    expectFailure(await signInBySso(suite.person()), 'sso_failed');
  });

  test('a code only works once', async () => {
    const ana = suite.person();
    const url = await visitProvider(ana);
    const thief = suite.person();
    for (const [name, value] of ana.cookies) thief.cookies.set(name, value);
    expect((await comeBack(ana, url)).headers.get('location')).toBe('/');
    expectFailure(await comeBack(thief, url), 'sso_failed');
    expectFailure(await comeBack(ana, url), 'sso_failed');
    // With a state of their own, the provider itself rejects the code.
    const own = new URL(await visitProvider(thief));
    own.searchParams.set('code', new URL(url).searchParams.get('code') ?? '');
    expectFailure(await comeBack(thief, own.href), 'sso_failed');
  });

  test('a link from another browser does not sign anyone in', async () => {
    const url = await visitProvider(suite.person());
    const before = suite.idp.exchanges();
    expectFailure(await comeBack(suite.person(), url), 'sso_failed');
    const victim = suite.person();
    await visitProvider(victim); // has a state cookie, but another one
    expectFailure(await comeBack(victim, url), 'sso_failed');
    expect(suite.idp.exchanges()).toBe(before);
  });

  test('a wrong or missing state, code or issuer is rejected', async () => {
    for (const change of [
      (query: URLSearchParams) => query.set('state', 'invented'),
      (query: URLSearchParams) => query.delete('state'),
      (query: URLSearchParams) => query.delete('code'),
      (query: URLSearchParams) => query.set('code', 'x'.repeat(9_000)),
      (query: URLSearchParams) => query.set('iss', 'https://evil.example'),
      (query: URLSearchParams) => query.append('state', 'twice'),
    ]) {
      const ana = suite.person();
      const url = new URL(await visitProvider(ana));
      change(url.searchParams);
      expectFailure(await comeBack(ana, url.href), 'sso_failed');
    }
  });

  test('a refusal by the provider is explained', async () => {
    const ana = suite.person();
    const url = new URL(await visitProvider(ana));
    url.searchParams.delete('code');
    url.searchParams.set('error', 'access_denied');
    expectFailure(await comeBack(ana, url.href), 'sso_denied');
  });

  test('nobody is sent to another site afterwards', async () => {
    for (const next of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/api/auth/sign-out',
      7,
      null,
    ]) {
      const ana = suite.person();
      const start = await ana.call('/api/auth/sign-in/sso', { next, callbackURL: 'https://evil.example' });
      const answer = await comeBack(ana, await followRedirects(start.body.data.url));
      expect(answer.headers.get('location'), String(next)).toBe('/');
    }
  });

  test('it cannot be started from another site, nor by the library’s own call', async () => {
    const ana = suite.person();
    const elsewhere = { headers: { 'sec-fetch-site': 'cross-site' } };
    expectError(await ana.call('/api/auth/sign-in/sso', {}, elsewhere), 'cross_site_request');
    for (const path of ['sign-in/social', 'link-social', 'callback/other', 'get-access-token'])
      expect([404, 405]).toContain((await ana.call(`/api/auth/${path}`, { provider: 'oidc' })).status);
  });

  test('starting it over and over is slowed down', async () => {
    const start = async () =>
      (await suite.person().call('/api/auth/sign-in/sso', {})).headers.get('x-error-code');
    expect(await start()).toBe(null);
    await suite.owner.updateTable('sign_in_attempts').set({ attempts: BY_NETWORK.max }).execute();
    expect(await start()).toBe('too_many_attempts');
  });
});

test('paths to open afterwards are limited to our own pages', () => {
  for (const path of ['/inbox', '/invitation/0193', '/leads/lead_1?x=1'])
    expect(readNextPath(path)).toBe(path);
  for (const path of [
    '',
    'inbox',
    '/\t/evil.example',
    '/..//evil.example',
    '/.//evil.example',
    '/api/keys',
    {},
  ])
    expect(readNextPath(path), String(path)).toBe('/');
});
