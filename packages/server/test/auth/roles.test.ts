// What a viewer, a rep and an owner may do, for every route there is.

import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { buildTestApp } from '../support/app.ts';
import { type ListedRoute, listRoutes } from '../support/list-routes.ts';
import { type Person, useAuthSuite } from './suite.ts';

const suite = useAuthSuite();
let owner: Person;
let rep: Person;
let viewer: Person;
let routes: readonly ListedRoute[];

beforeAll(async () => {
  owner = suite.person();
  await owner.settle();
  rep = await invite('rep');
  viewer = await invite('viewer');
  const pool = () => new pg.Pool({ connectionString: suite.databaseUrl, max: 1 });
  const { app, close } = await buildTestApp(pool(), pool());
  routes = listRoutes(app);
  await close();
});

async function invite(role: string): Promise<Person> {
  const person = suite.person();
  const invited = await owner.call('/api/auth/organization/invite-member', { email: person.email, role });
  expect(invited.status, invited.text).toBe(200);
  await person.signUp();
  const joined = await person.call('/api/auth/organization/accept-invitation', {
    invitationId: invited.body.id,
  });
  expect(joined.status, joined.text).toBe(200);
  expect((await person.call('/api/session')).body.data.account).toMatchObject({ name: 'Acme', role });
  return person;
}

/** These take a key and no session, or are about the user alone. */
const OF_KEYS = /^\/api\/(?:webhook\.php|score\.php|explain\.php|batch|leads\/batch|intake\/)/;
const OWN_AFFAIRS =
  /^\/api\/(?:accounts$|auth\/(?:sign-|request-password-reset|reset-password|change-password|update-user|revoke-|two-factor\/|organization\/(?:set-active|accept-invitation|leave)))/;

const fill = (path: string): string =>
  path.replace(/:(\w+)/g, (_all, name: string) => `${name === 'event' ? 'evt' : 'x'}_${'0'.repeat(32)}`);

test('every route is seen', () => {
  expect(routes.length).toBeGreaterThan(60);
  expect(routes).toContainEqual({ method: 'POST', path: '/api/leads/:id/outcome' });
});

test('a viewer changes nothing', async () => {
  const changing = routes.filter(
    ({ method, path }) =>
      !['GET', 'HEAD'].includes(method) &&
      path.startsWith('/api/') &&
      !OF_KEYS.test(path) &&
      !OWN_AFFAIRS.test(path) &&
      !path.endsWith('/replay'),
  );
  expect(changing.length).toBeGreaterThan(20);
  for (const { method, path } of changing) {
    const { status, text } = await viewer.call(fill(path), method === 'DELETE' ? undefined : {}, { method });
    expect(status, `${method} ${path}: ${text}`).toBe(403);
  }
});

test('a session opens no route that is for keys', async () => {
  for (const { method, path } of routes.filter(({ path }) => OF_KEYS.test(path))) {
    if (method !== 'POST') continue;
    const { status } = await owner.call(fill(path), { email: 'ana@acme.com' });
    expect(status, path).toBe(401);
  }
});

test('a key makes no keys, and reads none', async () => {
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

test('what only owners may see or do, reps may not', async () => {
  for (const [method, path, body] of [
    ['POST', '/api/keys', { name: 'Mine' }],
    ['GET', '/api/webhooks', undefined],
    ['GET', '/api/audit', undefined],
    ['GET', '/api/people?email=ana@acme.com', undefined],
    ['POST', '/api/people/erase', { email: 'ana@acme.com' }],
    ['PUT', '/api/retention', { days: 1 }],
    ['GET', '/api/auth/organization/list-invitations', undefined],
    ['POST', '/api/auth/organization/invite-member', { email: 'eve@example.org', role: 'owner' }],
  ] as const) {
    const answer = await rep.call(path, body, { method });
    expect(answer.status, `${method} ${path}`).toBe(403);
    expect(answer.body.error).toMatch(/^not allowed: it takes an owner/);
  }
});

test('who is removed is out at once', async () => {
  const gone = await invite('rep');
  expect((await gone.call('/api/leads')).status).toBe(200);
  const { body } = await owner.call('/api/auth/organization/list-members');
  const member = body.members.find((each: { user: { email: string } }) => each.user.email === gone.email);
  const removed = await owner.call('/api/auth/organization/remove-member', { memberIdOrEmail: member.id });
  expect(removed.status, removed.text).toBe(200);
  expect((await gone.call('/api/leads')).status).toBe(403);
});

test('a rep cannot make themselves an owner', async () => {
  const { body } = await owner.call('/api/auth/organization/list-members');
  const own = body.members.find((each: { user: { email: string } }) => each.user.email === rep.email);
  const answer = await rep.call('/api/auth/organization/update-member-role', {
    memberId: own.id,
    role: 'owner',
  });
  expect(answer.status).toBe(403);
});

test('the last owner can neither leave nor step down', async () => {
  const { body } = await owner.call('/api/auth/organization/list-members');
  const own = body.members.find((each: { user: { email: string } }) => each.user.email === owner.email);
  const down = await owner.call('/api/auth/organization/update-member-role', {
    memberId: own.id,
    role: 'viewer',
  });
  expect(down.status).toBe(400);
  const left = await owner.call('/api/auth/organization/leave', { organizationId: own.organizationId });
  expect(left.status).toBe(400);
});

test('what is done to the team stands in the audit log', async () => {
  const { body } = await owner.call('/api/audit');
  const actions = body.data.map(({ action }: { action: string }) => action);
  expect(actions).toEqual(expect.arrayContaining(['member.invited', 'member.joined', 'member.removed']));
  for (const { actor } of body.data) expect(actor).toMatch(/^user_[0-9a-f]{32}$/);
});
