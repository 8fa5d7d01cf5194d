// What viewers, reps, managers and owners may do, on every route.

import { PASSWORD, type Person } from '@leadline/testkit/auth/person';
import { useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import { expectError } from '@leadline/testkit/http/expect-error';
import pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp } from '../support/app.ts';
import { type ListedRoute, listRoutes } from '../support/list-routes.ts';

const suite = useAuthSuite();
let owner: Person;
let manager: Person;
let rep: Person;
let viewer: Person;
let routes: readonly ListedRoute[];

beforeAll(async () => {
  owner = suite.person();
  await owner.createAccount();
  manager = await invite('manager');
  rep = await invite('rep');
  viewer = await invite('viewer');
  const pool = () => new pg.Pool({ connectionString: suite.databaseUrl, max: 1 });
  const { app, close } = await buildTestApp(pool(), pool());
  routes = listRoutes(app);
  await close();
});

// The tests send more invitations than the limit allows.
beforeEach(() => suite.owner.deleteFrom('sign_in_attempts').execute());

async function invite(role: string, by = owner): Promise<Person> {
  const person = suite.person();
  const invited = await by.call('/api/auth/organization/invite-member', { email: person.email, role });
  expect(invited.status, invited.text).toBe(200);
  await person.signUp();
  const joined = await person.call('/api/auth/organization/accept-invitation', {
    invitationId: invited.body.id,
  });
  expect(joined.status, joined.text).toBe(200);
  expect((await person.call('/api/session')).body.data.account).toMatchObject({ name: 'Acme', role });
  return person;
}

/** Routes that take a key and no session, or that only concern the user. */
const OF_KEYS = /^\/api\/(?:webhook\.php|score\.php|explain\.php|batch|leads\/batch|intake\/)/;
const OWN_AFFAIRS =
  /^\/api\/(?:accounts$|auth\/(?:sign-|request-password-reset|reset-password|send-verification-email|change-password|update-user|revoke-|two-factor\/|organization\/(?:set-active|accept-invitation))|members\/me$|user\/deletion$|alerts$|alerts\/test$)/;

const fill = (path: string): string =>
  path.replace(/:(\w+)/g, (_all, name: string) => `${name === 'event' ? 'evt' : 'x'}_${'0'.repeat(32)}`);

test('the list of routes is complete', () => {
  expect(routes.length).toBeGreaterThan(60);
  expect(routes).toContainEqual({ method: 'POST', path: '/api/leads/:id/outcome' });
});

/** Those that change something of the account. */
const listChanging = () =>
  routes.filter(
    ({ method, path }) =>
      !['GET', 'HEAD'].includes(method) &&
      path.startsWith('/api/') &&
      !OF_KEYS.test(path) &&
      !OWN_AFFAIRS.test(path) &&
      !path.endsWith('/replay'),
  );

test('a viewer cannot change anything', async () => {
  const changing = listChanging();
  expect(changing.length).toBeGreaterThan(20);
  for (const { method, path } of changing) {
    const { status, text } = await viewer.call(fill(path), method === 'DELETE' ? undefined : {}, { method });
    expect(status, `${method} ${path}: ${text}`).toBe(403);
  }
});

test('another site cannot change anything with the session of an owner', async () => {
  const changing = listChanging();
  expect(changing).toContainEqual({ method: 'PUT', path: '/api/model' });
  for (const { method, path } of changing) {
    const { status, text } = await owner.call(fill(path), method === 'DELETE' ? undefined : {}, {
      method,
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(status, `${method} ${path}: ${text}`).toBe(403);
  }
});

test('a session does not work on routes that need a key', async () => {
  for (const { method, path } of routes.filter(({ path }) => OF_KEYS.test(path))) {
    if (method !== 'POST') continue;
    const { status } = await owner.call(fill(path), { email: 'ana@acme.com' });
    expect(status, path).toBe(401);
  }
});

test('a key can neither create nor list keys', async () => {
  const { body } = await owner.call('/api/keys', { name: 'Website' });
  for (const [method, path] of [
    ['GET', '/api/keys'],
    ['POST', '/api/keys'],
    ['DELETE', `/api/keys/${body.data.key_id}`],
  ] as const) {
    const stranger = suite.person();
    const { status } = await stranger.call(path, method === 'POST' ? { name: 'Mine' } : undefined, {
      method,
      key: body.data.key,
    });
    expect(status, path).toBe(401);
  }
});

const FOR_OWNERS = [
  ['POST', '/api/keys', { name: 'Mine' }],
  ['GET', '/api/webhooks', undefined],
  ['GET', '/api/crm', undefined],
  ['DELETE', '/api/crm', undefined],
  ['GET', '/api/crm/runs', undefined],
  ['POST', '/api/crm/runs', { kind: 'sync' }],
  ['GET', '/api/audit', undefined],
  ['GET', '/api/people?email=ana@acme.com', undefined],
  ['POST', '/api/people/erase', { email: 'ana@acme.com' }],
  ['PUT', '/api/retention', { days: 1 }],
  ['GET', '/api/account/origins', undefined],
  ['PUT', '/api/account/origins', { origins: [] }],
  ['PUT', '/api/settings/draft', { revision: 0, changes: {} }],
  ['POST', '/api/settings/backtest', { changes: {} }],
  ['POST', '/api/settings/publish', { version: 0, changes: {} }],
  ['POST', '/api/settings/rollback', { version: 0, to: 0 }],
  ['POST', '/api/settings/rescore', {}],
  ['PUT', '/api/model', { version: 0, mode: 'on', point_limit: 30 }],
  ['POST', '/api/model/train', {}],
  ['POST', '/api/model/rollback', { version: 1, to: 0 }],
  ['POST', `/api/model/drifts/drift_${'0'.repeat(32)}/acknowledge`, {}],
  ['PUT', '/api/account/name', { name: 'Mine' }],
  ['POST', '/api/account/export', { password: PASSWORD }],
  ['GET', '/api/account/export?ticket=none', undefined],
  ['POST', '/api/account/deletion', { name: 'Acme', password: PASSWORD }],
  ['DELETE', '/api/account/deletion', undefined],
  ['GET', '/api/auth/organization/list-invitations', undefined],
  ['POST', '/api/auth/organization/invite-member', { email: 'eve@example.org', role: 'owner' }],
  ['POST', `/api/imports/imp_${'0'.repeat(32)}/undo`, {}],
  ['PUT', '/api/account/profile', {}],
  ['GET', '/api/account/security', undefined],
  ['DELETE', `/api/leads/lead_${'0'.repeat(32)}`, undefined],
  ['PATCH', `/api/members/user_${'0'.repeat(32)}`, { role: 'owner' }],
  ['DELETE', `/api/members/user_${'0'.repeat(32)}`, undefined],
] as const;

const FOR_MANAGERS = [
  ['POST', '/api/imports?file_name=leads.csv', {}],
  ['POST', `/api/imports/imp_${'0'.repeat(32)}/start`, {}],
  ['POST', `/api/imports/imp_${'0'.repeat(32)}/cancel`, {}],
  ['GET', '/api/routing', undefined],
  ['PUT', '/api/routing', { version: 0, rules: [] }],
  ['POST', '/api/routing/preview', { rules: [] }],
] as const;

test('reps and managers may not use routes for owners', async () => {
  for (const person of [rep, manager])
    for (const [method, path, body] of FOR_OWNERS) {
      const answer = await person.call(path, body, { method });
      expect(answer.status, `${method} ${path}`).toBe(403);
      expectError(answer, 'role_required', 'requires the owner role');
    }
});

test('managers may import and decide who gets leads, reps may not', async () => {
  for (const [method, path, body] of FOR_MANAGERS) {
    const answer = await rep.call(path, body, { method });
    expectError(answer, 'role_required', 'requires the manager role');
    const { status, text } = await manager.call(path, body, { method });
    expect(status, `${method} ${path}: ${text}`).not.toBe(403);
  }
});

test('managers work on leads like reps, and the audit log and the team name their role', async () => {
  for (const path of ['/api/leads', '/api/leads/counts', '/api/leads/export', '/api/views', '/api/settings'])
    expect((await manager.call(path)).status, path).toBe(200);
  const added = await manager.call('/api/leads', { email: 'mia@acme.com', message: 'Please send a quote' });
  expect(added.status, added.text).toBe(200);
  const userId = await userIdOf(manager);
  const { body } = await owner.call('/api/team');
  expect(body.data).toContainEqual(expect.objectContaining({ user_id: userId, role: 'manager' }));
  const leadId = added.body.lead_id;
  const assigned = await rep.call(`/api/leads/${leadId}`, { assignee: userId }, { method: 'PATCH' });
  expect(assigned.status, assigned.text).toBe(200);
});

test('managers export leads unless only owners may', async () => {
  const allow = (lead_exports: string) =>
    owner.call('/api/account/security', { lead_exports }, { method: 'PUT' });
  await allow('owners');
  expectError(await manager.call('/api/leads/export'), 'export_not_allowed', 'only owners can export');
  await allow('reps');
  expect((await manager.call('/api/leads/export')).status).toBe(200);
});

test('reps may read the settings and the model', async () => {
  for (const path of ['', '/versions', '/backtest', '/rescore'])
    expect((await rep.call(`/api/settings${path}`)).status, path).toBe(200);
  for (const path of ['', '/versions']) expect((await rep.call(`/api/model${path}`)).status, path).toBe(200);
});

const userIdOf = async (person: Person): Promise<string> =>
  (await person.call('/api/session')).body.data.user.user_id;
const setRole = async (by: Person, member: Person, role: string) =>
  by.call(`/api/members/${await userIdOf(member)}`, { role }, { method: 'PATCH' });
const remove = async (by: Person, member: Person) =>
  by.call(`/api/members/${await userIdOf(member)}`, undefined, { method: 'DELETE' });
const leave = (person: Person) => person.call('/api/members/me', undefined, { method: 'DELETE' });

test('a removed member loses access immediately', async () => {
  const gone = await invite('rep');
  expect((await gone.call('/api/leads')).status).toBe(200);
  const removed = await remove(owner, gone);
  expect(removed.status, removed.text).toBe(200);
  expect((await gone.call('/api/leads')).status).toBe(403);
  expect((await remove(owner, gone)).status).toBe(404);
});

test('a member who leaves loses access, and nobody else does', async () => {
  const gone = await invite('viewer');
  expect((await leave(gone)).status).toBe(200);
  expect((await gone.call('/api/leads')).status).toBe(403);
  expect((await rep.call('/api/leads')).status).toBe(200);
});

test('reps and managers can neither become owners nor remove anyone', async () => {
  for (const answer of [
    await setRole(rep, rep, 'owner'),
    await remove(rep, owner),
    await setRole(manager, manager, 'owner'),
    await remove(manager, rep),
  ])
    expect(answer.status).toBe(403);
});

test('the last owner can neither leave nor step down', async () => {
  for (const answer of [
    await setRole(owner, owner, 'viewer'),
    await leave(owner),
    await remove(owner, owner),
  ])
    expectError(answer, 'last_owner');
});

test.each<[string, (by: Person, other: Person) => Promise<{ status: number }>]>([
  ['leave', (by) => leave(by)],
  ['step down', (by) => setRole(by, by, 'viewer')],
  ['remove each other', (by, other) => remove(by, other)],
  ['demote each other', (by, other) => setRole(by, other, 'rep')],
])('if two owners %s at the same time, one stays', async (_, act) => {
  for (let round = 0; round < 5; round++) {
    await suite.owner.deleteFrom('sign_in_attempts').execute();
    const first = suite.person();
    const accountId = await first.createAccount();
    const second = await invite('owner', first);
    const answers = await Promise.all([act(first, second), act(second, first)]);
    expect(answers.map(({ status }) => status).toSorted()[0]).toBe(200);
    const owners = await suite.owner
      .selectFrom('members')
      .select('id')
      .where('account_id', '=', accountId.slice('acct_'.length))
      .where('role', '=', 'owner')
      .execute();
    expect(owners).toHaveLength(1);
  }
});

test.each<[string, (inviter: Person) => Promise<unknown>]>([
  ['is removed', (inviter) => remove(owner, inviter)],
  ['leaves', (inviter) => leave(inviter)],
  ['steps down', (inviter) => setRole(inviter, inviter, 'rep')],
])('an invitation is void once the owner who sent it %s', async (_, go) => {
  const inviter = await invite('owner');
  const friend = suite.person();
  const body = { email: friend.email, role: 'owner' };
  const { body: invited } = await inviter.call('/api/auth/organization/invite-member', body);
  await go(inviter);
  await friend.signUp();
  const accepted = await friend.call('/api/auth/organization/accept-invitation', {
    invitationId: invited.id,
  });
  expect(accepted.status).toBeGreaterThanOrEqual(400);
  expect((await friend.call('/api/session')).body.data.accounts).toEqual([]);
});

test('a window that shows another account can neither leave it nor list members', async () => {
  const both = await invite('viewer');
  const { body } = await both.call('/api/session');
  const shown = body.data.account.account_id;
  await both.call('/api/accounts', { name: 'Another' });
  for (const [path, method] of [
    ['/api/members/me', 'DELETE'],
    ['/api/auth/organization/list-members', 'GET'],
  ] as const) {
    const stale = { method, headers: { 'X-Leadline-Account': shown } };
    expect((await both.call(path, undefined, stale)).status, path).toBe(409);
  }
  expect((await both.call('/api/session')).body.data.accounts).toHaveLength(2);
});

test('changes to the team are in the audit log', async () => {
  const { body } = await owner.call('/api/audit');
  const actions = body.data.map(({ action }: { action: string }) => action);
  expect(actions).toEqual(expect.arrayContaining(['member.invited', 'member.joined', 'member.removed']));
  for (const { actor } of body.data) expect(actor).toMatch(/^user_[0-9a-f]{32}$/);
});
