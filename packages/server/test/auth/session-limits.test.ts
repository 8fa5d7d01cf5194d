// How long sessions last: the limits that owners set, on every request.

import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { PASSWORD, Person } from '@leadline/testkit/auth/person';
import { useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import { expectError } from '@leadline/testkit/http/expect-error';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';

const suite = useAuthSuite();

beforeEach(() => suite.owner.deleteFrom('sign_in_attempts').execute());

const limit = (owner: Person, limits: object) =>
  owner.call('/api/account/security', limits, { method: 'PUT' });
const idOf = async (person: Person): Promise<string> =>
  (await person.call('/api/session')).body.data.session_id;

/** Makes the session look as if it began, or was last used, that long ago. */
async function age(person: Person, column: 'created_at' | 'last_used_at', interval: string): Promise<void> {
  await sql`update leadline.sessions set ${sql.ref(column)} = now() - ${interval}::interval
    where id = ${await idOf(person)}`.execute(suite.owner);
}

async function join(owner: Person, role: string, person = suite.person()): Promise<Person> {
  const { body } = await owner.call('/api/auth/organization/invite-member', { email: person.email, role });
  await person.signUp();
  const joined = await person.call('/api/auth/organization/accept-invitation', { invitationId: body.id });
  expect(joined.status, joined.text).toBe(200);
  return person;
}

const lastUsedAt = async (sessionId: string): Promise<Date> => {
  const { last_used_at } = await suite.owner
    .selectFrom('sessions')
    .select('last_used_at')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  return last_used_at;
};

test('by default, a session ends after two weeks without use, and after 90 days', async () => {
  const ana = suite.person();
  await ana.createAccount();
  expect((await ana.call('/api/account/security')).body.data).toMatchObject({
    session_idle_minutes: 14 * 24 * 60,
    session_max_hours: 90 * 24,
  });
  await age(ana, 'last_used_at', '13 days 23 hours');
  await age(ana, 'created_at', '89 days 23 hours');
  expect((await ana.call('/api/leads')).status).toBe(200);
  await age(ana, 'last_used_at', '14 days 1 minute');
  expectError(await ana.call('/api/leads'), 'not_signed_in');

  await ana.signIn();
  await age(ana, 'created_at', '90 days 1 minute');
  expectError(await ana.call('/api/leads'), 'not_signed_in');

  // Without an account, too.
  const bo = suite.person();
  await bo.signUp();
  await age(bo, 'created_at', '90 days 1 minute');
  expect((await bo.call('/api/session')).body.data.user).toBeNull();
});

test('an owner can shorten both, which applies to open sessions at once and is in the audit log', async () => {
  const owner = suite.person();
  await owner.createAccount();
  const rep = await join(owner, 'rep');
  await age(rep, 'last_used_at', '16 minutes');
  const changed = await limit(owner, { session_idle_minutes: 15 });
  expect(changed.body.data).toMatchObject({ session_idle_minutes: 15, session_max_hours: 2160 });
  expectError(await rep.call('/api/leads'), 'not_signed_in');

  await rep.signIn();
  await rep.call('/api/session'); // opens the account
  await limit(owner, { session_max_hours: 8 });
  expect((await rep.call('/api/leads')).status).toBe(200);
  await age(rep, 'created_at', '8 hours 1 minute');
  expectError(await rep.call('/api/leads'), 'not_signed_in');

  await limit(owner, { session_max_hours: 8 }); // changes nothing
  const { data } = (await owner.call('/api/audit?category=security')).body;
  expect(
    data.filter(({ action }: { action: string }) => action === 'account.sessions_changed'),
  ).toMatchObject([
    { details: { max_hours: { from: 2160, to: 8 } } },
    { details: { idle_minutes: { from: 20160, to: 15 } } },
  ]);
});

test('a session over its limit can do nothing at all, and is deleted', async () => {
  const owner = suite.person();
  await owner.createAccount();
  await limit(owner, { session_idle_minutes: 15 });
  const calls: readonly (readonly [string, unknown?, string?])[] = [
    ['/api/leads'],
    ['/api/live'],
    ['/api/activity'],
    ['/api/accounts', { name: 'Another' }],
    ['/api/auth/update-user', { name: 'Eve' }],
    ['/api/auth/list-sessions'],
    ['/api/auth/organization/list-members'],
    ['/api/auth/change-password', { currentPassword: PASSWORD, newPassword: 'another horse battery' }],
    ['/api/auth/two-factor/enable', { password: PASSWORD }],
    ['/api/user/deletion', { password: PASSWORD }],
  ];
  for (const [path, body] of calls) {
    await owner.signIn();
    const sessionId = await idOf(owner);
    await age(owner, 'last_used_at', '16 minutes');
    expect((await owner.call(path, body)).status, path).toBe(401);
    const row = await suite.owner
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', sessionId)
      .executeTakeFirst();
    expect(row, path).toBeUndefined();
  }
  await owner.signIn();
  expect((await owner.call('/api/session')).body.data.user.name).toBe('Ana Lopez');
});

test('use keeps a session alive, but not what an open tab does on its own', async () => {
  const owner = suite.person();
  await owner.createAccount();
  const sessionId = await idOf(owner);
  await age(owner, 'last_used_at', '10 minutes');
  const before = await lastUsedAt(sessionId);
  await owner.call('/api/leads', undefined, { headers: { 'X-Leadline-Background': '1' } });
  const live = await openStream(owner);
  live.destroy();
  expect(await lastUsedAt(sessionId)).toEqual(before);
  await owner.call('/api/leads');
  const after = await lastUsedAt(sessionId);
  expect(Date.now() - after.getTime()).toBeLessThan(60_000);
  // Not written again within a minute.
  await owner.call('/api/leads');
  expect(await lastUsedAt(sessionId)).toEqual(after);
});

test('the strictest of several accounts applies, whichever is open', async () => {
  const strict = suite.person();
  await strict.createAccount('Strict');
  const bo = suite.person();
  await bo.createAccount('Own');
  const { body } = await strict.call('/api/auth/organization/invite-member', {
    email: bo.email,
    role: 'viewer',
  });
  await bo.call('/api/auth/organization/accept-invitation', { invitationId: body.id });
  const own = (await bo.call('/api/session')).body.data.accounts.find(
    ({ name }: { name: string }) => name === 'Own',
  ).account_id;
  await limit(strict, { session_max_hours: 1, session_idle_minutes: 60 });
  await bo.call('/api/auth/organization/set-active', { organizationId: own.slice('acct_'.length) });
  expect((await bo.call('/api/session')).body.data.account.name).toBe('Own');
  await age(bo, 'created_at', '61 minutes');
  expectError(await bo.call('/api/leads'), 'not_signed_in');

  // No longer once they have left it.
  await bo.signIn();
  const { user_id } = (await bo.call('/api/session')).body.data.user;
  await strict.call(`/api/members/${user_id}`, undefined, { method: 'DELETE' });
  await age(bo, 'created_at', '61 minutes');
  expect((await bo.call('/api/leads')).status).toBe(200);
});

test('an open stream ends with its session', async () => {
  const owner = suite.person();
  await owner.createAccount();
  const stream = await openStream(owner);
  const ended = once(stream, 'close');
  await age(owner, 'last_used_at', '15 days');
  await ended;
});

test('the list of sessions says when each was last used, and leaves out those over their limit', async () => {
  const owner = suite.person();
  await owner.createAccount();
  await limit(owner, { session_idle_minutes: 30 });
  const phone = new Person(() => suite.api.url, owner.email);
  await phone.signIn();
  const list = async (): Promise<{ id: string; lastUsedAt: string }[]> =>
    (await owner.call('/api/auth/list-sessions')).body;
  const phoneId = await idOf(phone);
  await age(phone, 'last_used_at', '20 minutes');
  const listed = (await list()).find(({ id }) => id === phoneId);
  expect(Math.round((Date.now() - Date.parse(listed?.lastUsedAt ?? '')) / 60_000)).toBe(20);
  await age(phone, 'last_used_at', '31 minutes');
  expect((await list()).map(({ id }) => id)).toEqual([await idOf(owner)]);
});

test('only owners can change the limits, within reason', async () => {
  const owner = suite.person();
  await owner.createAccount();
  const rep = await join(owner, 'rep');
  expectError(await limit(rep, { session_idle_minutes: 60 }), 'role_required');
  for (const limits of [
    {},
    { session_idle_minutes: 14 },
    { session_idle_minutes: 20161 },
    { session_idle_minutes: 15.5 },
    { session_idle_minutes: null },
    { session_max_hours: 0 },
    { session_max_hours: 2161 },
    { session_max_hours: 'never' },
    { session_limit: 1 },
  ])
    expectError(await limit(owner, limits), 'invalid_input');
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
