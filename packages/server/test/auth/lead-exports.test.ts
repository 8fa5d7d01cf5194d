// Who may download leads in bulk: owners decide, on every way out.

import type { Person } from '@leadline/testkit/auth/person';
import { PASSWORD } from '@leadline/testkit/auth/person';
import { useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import { expectError } from '@leadline/testkit/http/expect-error';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import type { RouteOptions } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp } from '../support/app.ts';
import { listRouteOptions } from '../support/list-route-options.ts';

const suite = useAuthSuite({ withoutCells: true });
let owner: Person;
let rep: Person;
let viewer: Person;
let importId: string;

beforeAll(async () => {
  owner = suite.person();
  const accountId = await owner.createAccount();
  rep = await join('rep');
  viewer = await join('viewer');
  const { body } = await owner.call('/api/keys', { name: 'Website' });
  await suite.person().call('/api/webhook.php', makeLead(), { key: body.data.key });
  const file = 'Email,Name\nbo@acme.com,Bo\nnonsense,Cy\n';
  const { body: uploaded } = await owner.call('/api/imports?file_name=leads.csv', file);
  importId = uploaded.data.import_id;
  // As if the import had run.
  const account = accountId.slice('acct_'.length);
  await sql`update leadline.imports set rows_read = 2, rows_refused = 1`.execute(suite.owner);
  await sql`insert into leadline.import_refusals (account_id, import_id, line, reason, content)
    values (${account}, ${importId.slice('imp_'.length)}, 3, 'no email', '{"Email":"nonsense","Name":"Cy"}')`.execute(
    suite.owner,
  );
});
beforeEach(() => suite.owner.deleteFrom('sign_in_attempts').execute());

async function join(role: string): Promise<Person> {
  const person = suite.person();
  const { body } = await owner.call('/api/auth/organization/invite-member', { email: person.email, role });
  await person.signUp();
  await person.call('/api/auth/organization/accept-invitation', { invitationId: body.id });
  return person;
}

const allow = (lead_exports: unknown, by = owner) =>
  by.call('/api/account/security', { lead_exports }, { method: 'PUT' });
const paths = () => ['/api/leads/export', '/api/leads/export?status=won', `/api/imports/${importId}/refused`];
const WAYS = [
  ['GET', {}],
  ['HEAD', {}],
  ['GET', { 'X-Leadline-Mode': 'test' }],
] as const;
const canExport = async (person: Person): Promise<boolean> =>
  (await person.call('/api/session')).body.data.account.can_export_leads;

test('by default, owners and reps can export leads, and viewers can’t', async () => {
  expect((await owner.call('/api/account/security')).body.data.lead_exports).toBe('reps');
  for (const path of paths()) {
    for (const person of [owner, rep]) expect((await person.call(path)).status, path).toBe(200);
    for (const [method, headers] of WAYS) {
      const answer = await viewer.call(path, undefined, { method, headers });
      expect([answer.status, answer.headers.get('x-error-code')], `${method} ${path}`).toEqual([
        403,
        'export_not_allowed',
      ]);
    }
    expectError(await viewer.call(path), 'export_not_allowed', 'only owners, managers and reps');
  }
  expect([await canExport(owner), await canExport(rep), await canExport(viewer)]).toEqual([
    true,
    true,
    false,
  ]);
  // They can still read.
  for (const path of ['/api/leads', '/api/imports', `/api/imports/${importId}/refused?limit=100`])
    expect((await viewer.call(path)).status, path).toBe(200);
  for (const limit of ['', '0', '101', 'all'])
    expectError(await viewer.call(`/api/imports/${importId}/refused?limit=${limit}`), 'invalid_input');
});

test('owners decide, which takes effect at once and is in the audit log', async () => {
  await allow('owners');
  for (const path of paths()) {
    expect((await owner.call(path)).status, path).toBe(200);
    expectError(await rep.call(path), 'export_not_allowed', 'only owners');
    expectError(await viewer.call(path), 'export_not_allowed');
  }
  expect([await canExport(owner), await canExport(rep), await canExport(viewer)]).toEqual([
    true,
    false,
    false,
  ]);
  await allow('everyone');
  for (const path of paths()) expect((await viewer.call(path)).status, path).toBe(200);
  expect(await canExport(viewer)).toBe(true);
  await allow('reps');
  const { data } = (await owner.call('/api/audit?category=security')).body;
  expect(data.slice(0, 3)).toMatchObject(
    [
      ['everyone', 'reps'],
      ['owners', 'everyone'],
      ['reps', 'owners'],
    ].map(([from, to]) => ({ action: 'account.exports_changed', details: { allowed: { from, to } } })),
  );
});

test('each export is in the audit log with who made it, and a refused one leaves nothing behind', async () => {
  const entries = async (action: string) =>
    (await owner.call('/api/audit')).body.data.filter((entry: { action: string }) => entry.action === action);
  const before = (await entries('leads.exported')).length;
  await viewer.call('/api/leads/export');
  expect(await entries('leads.exported')).toHaveLength(before);
  await rep.call('/api/leads/export');
  expect(await entries('leads.exported')).toHaveLength(before + 1);
  const { user_id } = (await rep.call('/api/session')).body.data.user;
  expect((await entries('leads.exported'))[0]).toMatchObject({ actor: user_id });

  // Rejected rows are leads, too, unless somebody only looks at the first ones.
  const rejected = (await entries('import.refused_exported')).length;
  const shown = await rep.call(`/api/imports/${importId}/refused?limit=1`);
  expect(shown.text.trim().split('\r\n')).toHaveLength(2);
  expect(await entries('import.refused_exported')).toHaveLength(rejected);
  await rep.call(`/api/imports/${importId}/refused`);
  const after = await entries('import.refused_exported');
  expect(after).toHaveLength(rejected + 1);
  expect(after[0]).toMatchObject({ actor: user_id, subject: importId, details: { refused_rows: 1 } });
});

test('only owners decide, and a key is no person: its scope decides', async () => {
  for (const person of [rep, viewer]) expectError(await allow('everyone', person), 'role_required');
  for (const wrong of ['nobody', '', null, 'viewer']) expectError(await allow(wrong), 'invalid_input');
  await allow('owners');
  const keyOf = async (scope: string): Promise<string> =>
    (await owner.call('/api/keys', { name: scope, scope })).body.data.key;
  const byKey = async (scope: string) =>
    suite.person().call('/api/leads/export', undefined, { key: await keyOf(scope) });
  expect((await byKey('api')).status).toBe(200);
  expect((await byKey('read')).status).toBe(200);
  expectError(await byKey('send'), 'scope_required');
  expectError(await rep.call('/api/keys', { name: 'Mine' }), 'role_required');
  await allow('reps');
});

describe('every route', () => {
  let routes: RouteOptions[];
  beforeAll(async () => {
    const open = () => new pg.Pool({ connectionString: suite.databaseUrl, max: 1 });
    routes = await listRouteOptions(async () => (await buildTestApp(open(), open())).close());
  });

  test('that answers with a file of leads asks for the permission, or for an owner', () => {
    const files = routes.filter(({ schema }) => {
      const answer = (schema?.response as Record<number, { content?: object }> | undefined)?.[200];
      return answer?.content !== undefined && !('text/event-stream' in answer.content);
    });
    const found = files.map(({ url }) => url);
    expect(found).toContain('/api/leads/export');
    for (const { url, config } of files)
      expect(config?.exportsLeads !== undefined || config?.role === 'owner', url).toBe(true);
  });

  test('that exports the account or a person is for owners', async () => {
    for (const person of [rep, viewer]) {
      expectError(await person.call('/api/people?email=bo@acme.com'), 'role_required');
      expectError(await person.call('/api/account/export', { password: PASSWORD }), 'role_required');
      expectError(await person.call('/api/account/export?ticket=none'), 'role_required');
    }
  });
});
