// What each kind of API key may do, on every route.

import { call } from '@leadline/testkit/http/call';
import { expectError } from '@leadline/testkit/http/expect-error';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { useApi } from '@leadline/testkit/service/use-api';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../src/accounts/keys/create-key.ts';
import { rotateKey } from '../../src/accounts/keys/revoke-key.ts';
import { asOperator } from '../../src/platform/db/account-scope.ts';
import { buildTestApp } from '../support/app.ts';
import { listRoutes } from '../support/list-routes.ts';

type Scope = 'api' | 'read' | 'send';

/** The header keys that each route admits. */
const TABLE: Readonly<Record<string, readonly Scope[]>> = {
  'POST /api/webhook.php': ['api', 'send'],
  'POST /api/score.php': ['api', 'send'],
  'POST /api/batch': ['api', 'send'],
  'POST /api/explain.php': ['api', 'read'],
  'GET /api/leads': ['api', 'read'],
  'GET /api/leads/counts': ['api', 'read'],
  'GET /api/leads/export': ['api', 'read'],
  'GET /api/leads/:id': ['api', 'read'],
  'POST /api/leads/:id/replay': ['api', 'read'],
  'POST /api/leads/:id/outcome': ['api'],
  'POST /api/leads/outcomes': ['api'],
  'PATCH /api/leads': ['api'],
  'PATCH /api/leads/:id': ['api'],
  'PATCH /api/leads/:id/contact': ['api'],
  'POST /api/leads/:id/feedback': ['api'],
  'DELETE /api/leads/:id': ['api'],
  'GET /api/team': ['api', 'read'],
  'GET /api/account/profile': ['api', 'read'],
  'GET /api/live': ['api', 'read'],
  'GET /api/insights': ['api', 'read'],
  'GET /api/insights/lost-reasons': ['api', 'read'],
  'GET /api/usage': ['api', 'read'],
  'GET /api/received': ['api', 'read'],
  'GET /api/views': ['api', 'read'],
  'POST /api/views': ['api'],
  'DELETE /api/views/:id': ['api'],
  'GET /api/retention': ['api', 'read'],
  'PUT /api/retention': ['api'],
  'GET /api/routing': ['api', 'read'],
  'PUT /api/routing': ['api'],
  'POST /api/routing/preview': ['api', 'read'],
  'GET /api/settings': ['api', 'read'],
  'PUT /api/settings/draft': ['api'],
  'GET /api/settings/backtest': ['api', 'read'],
  'POST /api/settings/backtest': ['api'],
  'POST /api/settings/publish': ['api'],
  'POST /api/settings/rollback': ['api'],
  'GET /api/settings/versions': ['api', 'read'],
  'GET /api/settings/rescore': ['api', 'read'],
  'POST /api/settings/rescore': ['api'],
  'GET /api/model': ['api', 'read'],
  'PUT /api/model': ['api'],
  'POST /api/model/train': ['api'],
  'GET /api/model/versions': ['api', 'read'],
  'GET /api/model/drifts': ['api', 'read'],
  'POST /api/model/drifts/:id/acknowledge': ['api'],
  'POST /api/model/rollback': ['api'],
  'POST /mcp': ['api', 'read'],
  'GET /api/audit': ['api'],
  'GET /api/people': ['api'],
  'POST /api/people/erase': ['api'],
  'GET /api/imports': ['api'],
  'POST /api/imports': ['api'],
  'GET /api/imports/:id': ['api'],
  'POST /api/imports/:id/preview': ['api'],
  'POST /api/imports/:id/sheet': ['api'],
  'POST /api/imports/:id/header': ['api'],
  'POST /api/imports/:id/start': ['api'],
  'POST /api/imports/:id/cancel': ['api'],
  'POST /api/imports/:id/undo': ['api'],
  'GET /api/imports/:id/refused': ['api'],
  'GET /api/imports/:id/warnings': ['api'],
  'GET /api/crm': ['api'],
  'PUT /api/crm': ['api'],
  'PATCH /api/crm': ['api'],
  'DELETE /api/crm': ['api'],
  'GET /api/crm/runs': ['api'],
  'POST /api/crm/runs': ['api'],
  'GET /api/crm/runs/:id': ['api'],
  'GET /api/webhooks': ['api'],
  'POST /api/webhooks': ['api'],
  'GET /api/webhooks/:id': ['api'],
  'PATCH /api/webhooks/:id': ['api'],
  'DELETE /api/webhooks/:id': ['api'],
  'POST /api/webhooks/:id/rotate-secret': ['api'],
  'POST /api/webhooks/:id/test': ['api'],
  'GET /api/webhooks/:id/deliveries': ['api'],
  'POST /api/webhooks/:id/redeliver': ['api'],
  'POST /api/webhooks/:id/deliveries/:event/redeliver': ['api'],
};

/** Routes without an API key in the header: pages, sessions, health checks and documentation. */
const WITHOUT_KEYS =
  /^(?:POST \/api\/leads$|(?!GET \/api\/account\/profile$)\w+ (?:\/|\/(?!api\/|mcp$)\S+|\/api\/(?:auth\/\S+|session|accounts?|account\/\S+|activity|keys\S*|members\S*|invitations\S*|user\/\S+|test-lead|alerts\S*|intake\/:token|openapi\.json|docs\S*))$)/;

const suite = useApi();
const keys = {} as Record<Scope, string>;
let routes: readonly string[];

beforeAll(async () => {
  for (const scope of ['api', 'read', 'send'] as const)
    keys[scope] = (
      await createKey(suite.owner, asOperator(suite.account.accountId), 'live', scope, scope)
    ).key;
  const pool = () => new pg.Pool({ connectionString: suite.databaseUrl, max: 1 });
  const { app, close } = await buildTestApp(pool(), pool());
  routes = listRoutes(app)
    .filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS')
    .map(({ method, path }) => `${method} ${path}`)
    .filter((route) => !WITHOUT_KEYS.test(route));
  await close();
});

test('the table lists every route that takes a key', () => {
  expect(routes.toSorted()).toEqual(Object.keys(TABLE).toSorted());
});

/** A request that needs nothing to exist and changes nothing. */
async function tryRoute(route: string, key: string, method = route.split(' ')[0] ?? '') {
  const path = (route.split(' ')[1] ?? '').replace(/:(\w+)/g, () => `x_${'0'.repeat(32)}`);
  const ending = new AbortController();
  const response = await fetch(suite.api.url + path, {
    method,
    headers: { 'X-API-KEY': key, 'Content-Type': 'application/json' },
    signal: ending.signal,
    ...(['GET', 'HEAD', 'DELETE'].includes(method) ? {} : { body: '{' }),
  });
  const { status, headers } = response;
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false;
  const text = isJson ? await response.text() : '{}';
  ending.abort();
  return { status, headers, body: text === '' ? {} : JSON.parse(text) };
}

describe.each(Object.entries(TABLE))('%s', (route, allowed) => {
  test.each(['api', 'read', 'send'] as const)('admits or rejects a key with the scope %s', async (scope) => {
    const answer = await tryRoute(route, keys[scope]);
    if (allowed.includes(scope)) expect([401, 403]).not.toContain(answer.status);
    else expectError(answer, 'scope_required', scope === 'read' ? 'can only read' : 'can only send leads');
  });
});

test('HEAD needs the same scope as GET', async () => {
  expect(await tryRoute('GET /api/leads', keys.read, 'HEAD')).toMatchObject({ status: 200 });
  expect(await tryRoute('GET /api/leads', keys.send, 'HEAD')).toMatchObject({ status: 403 });
});

test('a key that can only send leads sends them, singly and in batches, and cannot read them back', async () => {
  for (const path of ['/api/webhook.php', '/api/score.php']) {
    const sent = await call(suite.api.url, path, makeLead(), { key: keys.send });
    expect(sent).toMatchObject({ status: 200 });
    const read = await call(suite.api.url, `/api/leads/${sent.body.lead_id}`, undefined, { key: keys.send });
    expectError(read, 'scope_required');
  }
  const batch = await call(suite.api.url, '/api/batch', { leads: [makeLead()] }, { key: keys.send });
  expect(batch).toMatchObject({ status: 200 });
});

test('a key in the body of an explain request needs the same scope as in the header', async () => {
  const explain = (api_key: string) => call(suite.api.url, '/api/explain.php', { lead: makeLead(), api_key });
  expect(await explain(keys.read)).toMatchObject({ status: 200 });
  expectError(await explain(keys.send), 'scope_required', 'not allowed');
});

test('keys that can only read or send leads do not work in an intake URL', async () => {
  for (const key of [keys.read, keys.send])
    expectError(await call(suite.api.url, `/api/intake/${key}`, makeLead()), 'misplaced_api_key');
});

test('a rotated key keeps its scope', async () => {
  const account = asOperator(suite.account.accountId);
  const { keyId } = await createKey(suite.owner, account, 'test', 'Report', 'read');
  const { key } = await rotateKey(suite.owner, keyId, 0);
  expect(key).toMatch(/^ll_test_/);
  expect(await tryRoute('GET /api/leads', key)).toMatchObject({ status: 200 });
  expectError(await tryRoute('POST /api/webhook.php', key), 'scope_required');
});
