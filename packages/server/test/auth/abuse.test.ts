// Attacks on sign-in, sign-up and invitations.

import { PASSWORD, Person } from '@leadline/testkit/auth/person';
import { computeTotp } from '@leadline/testkit/auth/totp';
import { useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import { makeAccount } from '@leadline/testkit/database/accounts';
import { type ApiResponse, call } from '@leadline/testkit/http/call';
import { expectError } from '@leadline/testkit/http/expect-error';
import { startTestApi } from '@leadline/testkit/service/start-in-process';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { CALLS } from '../../src/http/routes/auth/add-auth.ts';
import { addMember } from '../../src/operations/commands/add-member.ts';
import type { RunningApi } from '../../src/processes/api.ts';

const suite = useAuthSuite();

/** Sends requests through a trusted proxy, from any address. */
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

test('guessing a password does not lock its owner out from another network', async () => {
  const ana = suite.person();
  const { email } = ana;
  await ana.signUp();
  for (let i = 0; i < 11; i++) await signInFrom('2001:db8:1:2::1', email, 'a guess');
  expect((await signInFrom('2001:db8:1:2:ffff::9', email)).status).toBe(429);
  expect((await signInFrom('198.51.100.7', email)).status).toBe(200);
});

test('guessing a password for a long time does not lock its owner out', async () => {
  const ana = suite.person();
  const { email } = ana;
  await ana.signUp();
  for (let i = 0; i < 120; i++) await signInFrom('198.51.100.1', email, 'a guess');
  expect((await signInFrom('198.51.100.7', email)).status).toBe(200);
});

test('wrong codes of someone who knows the password do not lock its owner out', async () => {
  const ana = new Person(() => behind.url, 'ana.codes@example.org');
  await ana.signUp();
  const { body } = await ana.call('/api/auth/two-factor/enable', { password: PASSWORD });
  await ana.call('/api/auth/two-factor/verify-totp', { code: computeTotp(body.totpURI) });
  await ana.call('/api/auth/sign-out', {});
  const guessFrom = async (address: string): Promise<number[]> => {
    const statuses: number[] = [];
    for (let round = 0; round < 5; round++) {
      const thief = new Person(() => behind.url, ana.email);
      await thief.call(
        '/api/auth/sign-in/email',
        { email: ana.email, password: PASSWORD },
        comingFrom(address),
      );
      for (let i = 0; i < 5; i++) {
        const code = String(round * 5 + i).padStart(6, '0');
        const guess = await thief.call('/api/auth/two-factor/verify-totp', { code }, comingFrom(address));
        statuses.push(guess.status);
      }
    }
    return statuses;
  };
  const statuses = await guessFrom('198.51.100.1');
  // From one network, only ten are checked at all, however often they start over.
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  await vi.waitFor(() =>
    expect(
      suite.mails.some((mail) => mail.includes(ana.email) && mail.includes('has your Leadline password')),
    ).toBe(true),
  );

  // From another network, with a browser that is new.
  const elsewhere = new Person(() => behind.url, ana.email);
  await elsewhere.call(
    '/api/auth/sign-in/email',
    { email: ana.email, password: PASSWORD },
    comingFrom('203.0.113.9'),
  );
  const [first, second] = body.backupCodes;
  const own = await elsewhere.call(
    '/api/auth/two-factor/verify-backup-code',
    { code: first },
    comingFrom('203.0.113.9'),
  );
  expect(own.status, own.text).toBe(200);

  // From the attacker's network, while others guess from many more: with the browser they always use.
  for (const address of ['198.51.100.2', '198.51.100.3', '198.51.100.4']) await guessFrom(address);
  await ana.call(
    '/api/auth/sign-in/email',
    { email: ana.email, password: PASSWORD },
    comingFrom('198.51.100.1'),
  );
  const known = await ana.call(
    '/api/auth/two-factor/verify-backup-code',
    { code: second },
    comingFrom('198.51.100.1'),
  );
  expect(known.status, known.text).toBe(200);
});

test('a crafted email cannot lock another person out', async () => {
  const ana = suite.person();
  const { email } = ana;
  await ana.signUp();
  for (let i = 0; i < 70; i++) {
    await signInFrom(`198.51.${i}.1`, `${email} from 198.51.100.7`, 'a guess');
    await signInFrom(`198.51.${i}.2`, 'from 198.51.100.7', 'a guess');
  }
  expect((await signInFrom('198.51.100.7', email)).status).toBe(200);
});

test('an office where everyone knows their password is never locked out', async () => {
  const ana = suite.person();
  const { email } = ana;
  await ana.signUp();
  for (let i = 0; i < 12; i++) expect((await signInFrom('198.51.100.20', email)).status).toBe(200);
  const counters = await suite.owner.selectFrom('sign_in_attempts').select('attempts').execute();
  // Emails about new browsers are counted here too, until there have been five.
  expect(counters.map(({ attempts }) => attempts).filter((attempts) => attempts >= 10)).toEqual([]);
});

test('an office that invites many people at once is not locked out', async () => {
  const ana = suite.person();
  await endFirstWeek(await ana.createAccount());
  const people = Array.from({ length: 25 }, () => suite.person());
  for (const { email } of people) {
    const { status, text } = await ana.call('/api/auth/organization/invite-member', { email, role: 'rep' });
    expect(status, text).toBe(200);
  }
  for (const person of people) expect((await person.signUp()).status).toBe(200);
  for (const { email } of people) await ana.call('/api/auth/request-password-reset', { email });
  for (let i = 0; i < 5; i++)
    await suite.person().call('/api/auth/reset-password', { newPassword: PASSWORD, token: 'guessed' });
  expect((await ana.signIn()).status).toBe(200);
});

test('successful sign-ups from one network are limited per day', async () => {
  const address = '198.51.100.30';
  const signUp = (email: string) =>
    call(
      behind.url,
      '/api/auth/sign-up/email',
      { name: 'Ana', email, password: PASSWORD },
      comingFrom(address),
    );
  expect((await signUp('bounded0@example.org')).status).toBe(200);
  // Pretend that many people signed up today; successful sign-ups only count per day.
  await sql`update leadline.sign_in_attempts set attempts = 49 where attempts = 1`.execute(suite.owner);
  expectError(await signUp('bounded0@example.org'), 'email_taken'); // doesn't count
  expect((await signUp('bounded1@example.org')).status).toBe(200);
  expectError(await signUp('bounded2@example.org'), 'too_many_sign_ups', '24 hours');
  expect((await signInFrom(address, 'bounded1@example.org')).status).toBe(200);
  await suite.owner.deleteFrom('sign_in_attempts').execute();
  // Probing for registered emails is stopped sooner.
  const statuses = [];
  for (let i = 0; i < 62; i++) statuses.push((await signUp('bounded0@example.org')).status);
  expect(statuses).toEqual([...Array(60).fill(400), 429, 429]);
});

test('password reset emails to one person are limited across all networks', async () => {
  const ana = suite.person();
  await ana.signUp();
  const ask = (email: string, index: number) =>
    call(behind.url, '/api/auth/request-password-reset', { email }, comingFrom(`198.51.100.${100 + index}`));
  const bodies = [];
  for (const email of [ana.email, 'nobody@example.org']) {
    const answers = [];
    for (let index = 0; index < 6; index++) answers.push(await ask(email, index));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429, 429]);
    bodies.push(answers.map(({ body }) => body));
  }
  expect(bodies[0], 'responses must not reveal whether an email is registered').toEqual(bodies[1]);
  await vi.waitFor(() => expect(mailsTo(ana)).toBe(3));
  await suite.owner.deleteFrom('sign_in_attempts').where('resets_at', '<', inAnHour()).execute();
  expect((await ask(ana.email.toUpperCase(), 9)).status).toBe(200);
});

const mailsTo = ({ email }: Person): number =>
  suite.mails.filter((mail) => mail.includes(`mail to ${email} `)).length;

test('sign-ups without an invitation are limited across all networks', async () => {
  const signUp = (email: string, address: string, invitationId?: string) =>
    call(
      behind.url,
      '/api/auth/sign-up/email',
      { name: 'Ana', email, password: PASSWORD, invitationId },
      comingFrom(address),
    );
  expect((await signUp('crowd0@example.org', '198.51.100.40')).status).toBe(200);
  await sql`update leadline.sign_in_attempts set attempts = 200
    where attempts = 1 and resets_at < ${inAnHour()}`.execute(suite.owner);
  expectError(await signUp('crowd1@example.org', '198.51.100.41'), 'too_many_sign_ups');
  const ana = suite.person();
  const { password } = await addMember(
    suite.owner,
    (await makeAccount(suite.owner)).accountId,
    ana.email,
    'owner',
  );
  await ana.signIn(password ?? '');
  await ana.call('/api/session');
  const email = 'crowd2@example.org';
  const { body } = await ana.call('/api/auth/organization/invite-member', { email, role: 'rep' });
  expectError(await signUp(email, '198.51.100.41'), 'too_many_sign_ups'); // without the link, it could be anyone
  expect((await signUp(email, '198.51.100.41', body.id)).status, 'invited').toBe(200);
});

test('a person can create only a few accounts a day, each with its own allowance', async () => {
  const eve = suite.person();
  await eve.createAccount();
  const answers = [];
  for (let i = 0; i < 5; i++) answers.push(await eve.call('/api/accounts', { name: 'Another' }));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429]);
  expectError(answers[4] as ApiResponse, 'too_many_sign_ups');
});

test('invitations cannot be used to send mass email', async () => {
  const ana = suite.person();
  await ana.createAccount();
  const invite = (email: string) =>
    ana.call('/api/auth/organization/invite-member', { email, role: 'viewer' });
  const statuses = [];
  for (let i = 0; i < 5; i++) statuses.push((await invite('bo@example.org')).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  expectError(await invite('bo@example.org'), 'too_many_invitations', 'hours');
});

test('a second account does not raise the invitation limit, and nobody can block invitations of others', async () => {
  const eve = suite.person();
  await eve.createAccount();
  const invite = (person: Person, email: string) =>
    person.call('/api/auth/organization/invite-member', { email, role: 'viewer' });
  let sent = 0;
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 30; i++) if ((await invite(eve, `v${round}-${i}@example.org`)).status === 200) sent++;
    await suite.owner.deleteFrom('sign_in_attempts').where('resets_at', '<', inAnHour()).execute();
    await eve.call('/api/accounts', { name: 'Another' });
  }
  expect(sent, '20 a day from an account in its first week').toBe(40);
  for (let i = 0; i < 20; i++) if ((await invite(eve, `w${i}@example.org`)).status === 200) sent++;
  expect(sent, '50 a day from one person').toBe(50);
  for (let sender = 0; sender < 2; sender++) {
    const mallory = suite.person();
    await mallory.createAccount();
    for (let i = 0; i < 4; i++) await invite(mallory, 'bo@example.org');
  }
  const ana = suite.person();
  await ana.createAccount();
  expect((await invite(ana, 'bo@example.org')).status).toBe(200);
});

async function endFirstWeek(accountId: string): Promise<void> {
  await suite.owner
    .updateTable('accounts')
    .set({ created_at: new Date(Date.now() - 8 * 24 * 60 * 60 * 1000) })
    .where('id', '=', accountId.slice('acct_'.length))
    .execute();
}

/** Ends the 15-minute windows, but not the daily ones. */
const inAnHour = (): Date => new Date(Date.now() + 60 * 60 * 1000);

test('the audit log does not contain usable invitation IDs', async () => {
  const ana = suite.person();
  await ana.createAccount();
  const invited = { email: 'bo@example.org', role: 'owner' };
  const { body } = await ana.call('/api/auth/organization/invite-member', invited);
  const { text } = await ana.call('/api/audit');
  const id = body.id.replaceAll('-', '');
  expect(text).toContain(`inv_${id.slice(0, 16)}"`);
  expect(text).not.toContain(id);
});

test('fields that a call does not need are not passed to the library', async () => {
  const ana = suite.person();
  await ana.createAccount();
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

test('invalid names, emails and bodies are rejected', async () => {
  const ana = suite.person();
  await ana.createAccount();
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

test('invalid characters are rejected in every field of every auth call', async () => {
  const ana = suite.person();
  await ana.createAccount();
  let tried = 0;
  for (const [path, { method, takes = [], reads = [], role, needsSession }] of Object.entries(CALLS)) {
    if (path === 'send-verification-email') continue; // email is not set up here; see mail-relay.test.ts
    for (const field of [...takes, ...reads]) {
      for (const text of method === 'GET' ? ['\0'] : ['\0', 'a\0b', '\ud800', 'x\udc00']) {
        const people = role === undefined && !needsSession ? [ana, suite.person()] : [ana];
        for (const person of people) {
          const query = method === 'GET' ? `?${field}=${encodeURIComponent(text)}` : '';
          const body = method === 'GET' ? undefined : { newPassword: PASSWORD, [field]: text };
          const answer = await person.call(`/api/auth/${path}${query}`, body, { method });
          expect(answer.status, `${path} ${field} ${JSON.stringify(text)} ${answer.text}`).toBe(400);
          expectError(answer, 'invalid_characters', field);
          expect(answer.body.field).toBe(field);
          tried++;
        }
      }
    }
  }
  expect(tried).toBeGreaterThan(100);
  for (const text of ['\0', '\ud800']) {
    const body = { invitationId: text };
    expect((await ana.call('/api/auth/organization/accept-invitation', body)).status).toBe(404);
  }
});

test('errors of the auth library get a code and a readable sentence', async () => {
  const ana = suite.person();
  await ana.createAccount();
  const wrong = 'not the password';
  for (const [path, body, code, words] of [
    ['reset-password', { newPassword: PASSWORD, token: 'x' }, 'link_expired', 'this link has expired'],
    [
      'change-password',
      { currentPassword: wrong, newPassword: PASSWORD },
      'wrong_password',
      'current password',
    ],
    ['two-factor/enable', { password: wrong }, 'wrong_password', 'not your current password'],
    ['two-factor/verify-totp', {}, 'invalid_input', 'code is missing or invalid'],
    ['two-factor/verify-totp', { code: '123456' }, 'invalid_input', 'two-factor authentication is off'],
    ['two-factor/verify-backup-code', { code: 'x' }, 'invalid_input', 'two-factor authentication is off'],
    ['sign-in/email', { email: 'x', password: 'x' }, 'invalid_input', 'not a valid email address'],
    ['update-user', {}, 'invalid_input', 'nothing to change'],
    ['organization/invite-member', { email: ana.email, role: 'rep' }, 'invalid_input', 'already a member'],
    ['organization/invite-member', { email: 'x', role: 'rep' }, 'invalid_input', 'not a valid email address'],
  ] as const) {
    expectError(await ana.call(`/api/auth/${path}`, body), code, words);
  }
  const nobody = new Person(() => suite.api.url, 'nobody@example.org');
  for (const path of ['list-sessions', 'change-password', 'two-factor/enable', 'revoke-session']) {
    const method = path === 'list-sessions' ? 'GET' : 'POST';
    const body = { currentPassword: wrong, newPassword: PASSWORD, password: wrong, token: 'x' };
    const answer = await nobody.call(`/api/auth/${path}`, method === 'GET' ? undefined : body, { method });
    expectError(answer, 'not_signed_in', 'please sign in again');
  }
});
