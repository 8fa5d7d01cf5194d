// A user cannot reach anything of another account, even if they know its IDs.

import type { Person } from '@leadline/testkit/auth/person';
import { useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import { expectError } from '@leadline/testkit/http/expect-error';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { toUuid } from '../../src/platform/base/ids.ts';
import { buildTestApp } from '../support/app.ts';
import { listRoutes } from '../support/list-routes.ts';

const suite = useAuthSuite();
let ana: Person;
let eve: Person;
let anasId: string;
let evesAccount: string;
let anasAccount: string;
let leadId: string;
let keyId: string;
let hookId: string;
let importId: string;
let viewId: string;
let driftId: string;
let runId: string;

beforeAll(async () => {
  ana = suite.person();
  eve = suite.person();
  anasAccount = await ana.createAccount();
  evesAccount = await eve.createAccount('Evil');
  anasId = (await ana.call('/api/session')).body.data.user.user_id;
  const { body: created } = await ana.call('/api/keys', { name: 'Website' });
  keyId = created.data.key_id;
  const { body: scored } = await suite
    .person()
    .call('/api/webhook.php', makeLead(), { key: created.data.key });
  leadId = scored.lead_id;
  const { body: hook } = await ana.call('/api/webhooks', { url: 'http://127.0.0.1:9/hook' });
  hookId = hook.data.webhook_id;
  const { body: file } = await ana.call('/api/imports?file_name=leads.csv', 'Email\nbo@acme.com\n');
  importId = file.data.import_id;
  const { body: view } = await ana.call('/api/views', { name: 'Mine', query: 'grade=Hot' });
  viewId = view.data.view_id;
  const { rows: drifts } = await sql<{ id: string }>`
    insert into leadline.drifts (account_id, id, kind, figures, since, status, raised_at)
    values (${anasAccount.slice('acct_'.length)}, uuidv7(), 'win_rate', '{}', now(), 'open', now())
    returning replace(id::text, '-', '') as id`.execute(suite.owner);
  driftId = `drift_${drifts[0]?.id}`;
  const login = {
    vendor: 'odoo',
    url: 'http://127.0.0.1:9',
    database: 'acme',
    login: 'ana',
    api_key: 'secret',
  };
  await ana.call('/api/crm', login, { method: 'PUT' });
  runId = (await ana.call('/api/crm/runs')).body.data[0].run_id;
});

/** The format of better-auth. */
const dashed = (accountId: string): string => toUuid(accountId.slice('acct_'.length));

test('IDs of another account are unknown on every route that takes one', async () => {
  const tried: Readonly<Record<string, unknown>> = {
    [`GET /api/leads/${leadId}`]: undefined,
    [`POST /api/leads/${leadId}/outcome`]: { outcome: 'won' },
    [`PATCH /api/leads/${leadId}`]: { status: 'contacted' },
    [`PATCH /api/leads/${leadId}/contact`]: { name: 'Eve', rescore: false },
    [`POST /api/leads/${leadId}/feedback`]: { verdict: 'too_low' },
    [`POST /api/leads/${leadId}/replay`]: undefined,
    [`DELETE /api/leads/${leadId}`]: undefined,
    [`DELETE /api/keys/${keyId}`]: undefined,
    [`POST /api/keys/${keyId}/rotate`]: { grace_hours: 0 },
    [`GET /api/webhooks/${hookId}`]: undefined,
    [`PATCH /api/webhooks/${hookId}`]: { enabled: false },
    [`DELETE /api/webhooks/${hookId}`]: undefined,
    [`POST /api/webhooks/${hookId}/rotate-secret`]: undefined,
    [`GET /api/webhooks/${hookId}/deliveries`]: undefined,
    [`POST /api/webhooks/${hookId}/test`]: undefined,
    [`POST /api/webhooks/${hookId}/redeliver`]: undefined,
    [`POST /api/webhooks/${hookId}/deliveries/evt_${leadId.slice('lead_'.length)}/redeliver`]: undefined,
    [`GET /api/crm/runs/${runId}`]: undefined,
    [`GET /api/imports/${importId}`]: undefined,
    [`GET /api/imports/${importId}/refused`]: undefined,
    [`POST /api/imports/${importId}/preview`]: {},
    [`POST /api/imports/${importId}/sheet`]: { sheet: 'Q2' },
    [`POST /api/imports/${importId}/header`]: { line: 2 },
    [`GET /api/imports/${importId}/warnings`]: undefined,
    [`POST /api/imports/${importId}/undo`]: undefined,
    [`POST /api/imports/${importId}/start`]: {},
    [`POST /api/imports/${importId}/cancel`]: undefined,
    [`DELETE /api/views/${viewId}`]: undefined,
    [`POST /api/model/drifts/${driftId}/acknowledge`]: undefined,
    [`GET /api/members/${anasId}/duties`]: undefined,
    [`PATCH /api/members/${anasId}`]: { role: 'viewer' },
    [`DELETE /api/members/${anasId}`]: undefined,
  };
  for (const [route, body] of Object.entries(tried)) {
    const [method = '', path = ''] = route.split(' ');
    expect((await eve.call(path, body, { method })).status, route).toBe(404);
  }
  const pool = () => new pg.Pool({ connectionString: suite.databaseUrl, max: 1 });
  const { app, close } = await buildTestApp(pool(), pool());
  const shapes = Object.keys(tried).map((route) =>
    route.replace(/(?:lead|key|hook|imp|view|evt|user|drift|run)_\w{32}/g, ':'),
  );
  const taking = listRoutes(app).filter(
    // An invitation is for the person with its link; see invitations.test.ts.
    ({ method, path }) => /^\/api\/(?!intake|docs|invitations).*:/.test(path) && method !== 'HEAD',
  );
  await close();
  expect(shapes.toSorted()).toEqual(
    taking.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`).toSorted(),
  );
  const many = await eve.call('/api/leads/outcomes', { lead_ids: [leadId], outcome: 'won' });
  expect(many.body.data).toEqual({ recorded: 0, unknown: [leadId], conflicts: [], revisions: {} });
  expect((await ana.call(`/api/leads/${leadId}`)).body.data.outcome).toBe('open');
});

test('invitations of another account and the account itself are unknown', async () => {
  const { body: invited } = await ana.call('/api/auth/organization/invite-member', {
    email: 'cy@example.org',
    role: 'viewer',
  });
  for (const [path, body] of [
    ['cancel-invitation', { invitationId: invited.id }],
    ['accept-invitation', { invitationId: invited.id }],
    ['set-active', { organizationId: dashed(anasAccount) }],
  ] as const) {
    expect((await eve.call(`/api/auth/organization/${path}`, body)).status, path).toBe(404);
  }
  expect((await ana.call('/api/session')).body.data.account).toMatchObject({ role: 'owner' });
  expect((await ana.call('/api/auth/organization/list-invitations')).text).toContain(invited.id);
});

test('a user cannot switch to an account they are not a member of', async () => {
  const organizationId = dashed(anasAccount);
  const switched = await eve.call('/api/auth/organization/set-active', { organizationId });
  expect(switched.status).toBe(404);
  expect((await eve.call('/api/session')).body.data.account.name).toBe('Evil');
  // The call applies to their own account, whatever they send.
  for (const name of ['organizationId', 'organizationSlug']) {
    const { body } = await eve.call(`/api/auth/organization/list-members?${name}=${organizationId}`);
    expect(body.members.map(({ user }: { user: { email: string } }) => user.email)).toEqual([eve.email]);
  }
  const { body: invited } = await eve.call('/api/auth/organization/invite-member', {
    organizationId,
    email: 'friend@example.org',
    role: 'owner',
  });
  expect(invited.organizationId).toBe(dashed(evesAccount));
});

test('an invitation only works for the email it was sent to', async () => {
  const { body } = await ana.call('/api/auth/organization/invite-member', {
    email: 'bo@example.org',
    role: 'owner',
  });
  const answer = await eve.call('/api/auth/organization/accept-invitation', { invitationId: body.id });
  expect(answer.status).toBe(404);
});

test('test leads and live leads are separate', async () => {
  const headers = { 'X-Leadline-Mode': 'test' };
  expect((await ana.call('/api/leads', undefined, { headers })).body.data).toEqual([]);
  expect((await ana.call(`/api/leads/${leadId}`, undefined, { headers })).status).toBe(404);
});

test('an owner of one account is only a viewer in another', async () => {
  const both = suite.person();
  await both.createAccount('Own');
  const { body: invited } = await ana.call('/api/auth/organization/invite-member', {
    email: both.email,
    role: 'viewer',
  });
  await both.call('/api/auth/organization/accept-invitation', { invitationId: invited.id });
  const secret = await ana.call('/api/auth/organization/invite-member', {
    email: 'boss@example.org',
    role: 'owner',
  });
  // Switch to their own account, but send the ID of the other one.
  const own = (await both.call('/api/session')).body.data.accounts.find(
    ({ name }: { name: string }) => name === 'Own',
  );
  await both.call('/api/auth/organization/set-active', { organizationId: dashed(own.account_id) });
  const organizationId = dashed(anasAccount);
  const listed = await both.call(`/api/auth/organization/list-invitations?organizationId=${organizationId}`);
  expect(listed.text).not.toContain(secret.body.id);
  const mine = await both.call('/api/auth/organization/invite-member', {
    organizationId,
    email: 'friend@example.org',
    role: 'owner',
  });
  expect(dashed(own.account_id)).toBe(mine.body.organizationId);
});

test('unknown roles are rejected', async () => {
  for (const role of [['owner', 'rep'], 'owner,rep', 'admin', 'member', '', null, {}]) {
    const { status } = await ana.call('/api/auth/organization/invite-member', {
      email: 'bo@example.org',
      role,
    });
    expect(status, JSON.stringify(role)).toBe(400);
  }
});

test('malformed IDs are reported as not found', async () => {
  for (const [path, body] of [
    ['sign-up/email', { invitationId: 'cut-short' }],
    ['organization/accept-invitation', { invitationId: 'cut-short' }],
    ['organization/set-active', { organizationId: "x' or 1=1" }],
  ] as const) {
    const answer = await ana.call(`/api/auth/${path}`, body);
    expectError(answer, 'not_found', 'no ');
    expect(Object.keys(answer.body), path).toEqual(['success', 'code', 'error']);
  }
});
