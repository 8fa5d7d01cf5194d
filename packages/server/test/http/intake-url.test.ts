// Intake URLs, for senders that can't set headers: they accept leads like /api/webhook.php, their key can do nothing else, and
// the key never leaks.

import { setTimeout as pause } from 'node:timers/promises';
import type { ErrorCode } from '@leadline/contract/errors';
import { Canaries } from '@leadline/testkit/canary/canaries';
import { makeAccount } from '@leadline/testkit/database/accounts';
import { type ApiResponse, call } from '@leadline/testkit/http/call';
import { expectError } from '@leadline/testkit/http/expect-error';
import { request } from '@leadline/testkit/http/request';
import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import { type LeadlineProcess, spawnApi } from '@leadline/testkit/service/spawn-leadline';
import { callAs, useApi } from '@leadline/testkit/service/use-api';
import { beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../src/accounts/keys/create-key.ts';
import { makeKey } from '../../src/accounts/keys/key-format.ts';
import { revokeKey, rotateKey } from '../../src/accounts/keys/revoke-key.ts';
import { asOperator } from '../../src/platform/db/account-scope.ts';

const suite = useApi();
let token: string;
beforeAll(async () => {
  token = await makeToken();
});

const makeToken = async (
  accountId = suite.account.accountId,
  mode: 'live' | 'test' = 'live',
): Promise<string> => (await createKey(suite.owner, asOperator(accountId), mode, 'Form', 'intake')).key;

/** Without an API key header. */
const take = (
  body: unknown,
  { key = token, headers = {} }: { key?: string; headers?: Record<string, string> } = {},
): Promise<ApiResponse> => call(suite.api.url, `/api/intake/${key}`, body, { headers });

describe('a lead sent to an intake URL', () => {
  test('is scored and stored as by /api/webhook.php', async () => {
    const [here, there] = [await makeAccount(suite.owner), await makeAccount(suite.owner)];
    const lead = makeLead({ budget: '20k', 'When do you want to start?': 'asap' });
    const taken = await take(lead, { key: await makeToken(here.accountId) });
    const sent = await callAs(suite, there)('/api/webhook.php', lead);
    expect(taken).toMatchObject({ status: 200 });
    expect({ ...taken.body, lead_id: '' }).toEqual({ ...sent.body, lead_id: '' });
    const stored = (await callAs(suite, here)(`/api/leads/${taken.body.lead_id}`)).body.data;
    const wanted = (await callAs(suite, there)(`/api/leads/${sent.body.lead_id}`)).body.data;
    expect(stored.lead).toEqual(wanted.lead);
    expect(stored.result).toEqual(wanted.result);
    expect((await callAs(suite, here)('/api/usage')).body.data).toMatchObject({ used: 1 });
  });

  test('may be JSON, a form, text or the payload of a form tool', async () => {
    const email = newEmail();
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const ids = new Set<string>();
    for (const [body, headers] of [
      [{ email }, {}],
      [new URLSearchParams({ email }).toString(), form],
      [JSON.stringify({ email }), form],
      [JSON.stringify({ email }), { 'Content-Type': 'text/plain' }],
      [{ data: { email } }, {}],
    ] as const) {
      const answer = await take(body, { headers });
      expect(answer, JSON.stringify(body)).toMatchObject({ status: 200 });
      ids.add(answer.body.lead_id);
    }
    // All of them are the same lead.
    expect(ids.size).toBe(1);
  });

  test('is recognised as a repeat, also of a lead sent to /api/webhook.php', async () => {
    const lead = makeLead({ email: newEmail() });
    const first = await take(lead);
    expect((await take(lead)).body).toEqual(first.body);
    expect((await suite.call('/api/webhook.php', lead)).body).toEqual(first.body);
    const headers = { 'Idempotency-Key': 'intake' };
    const named = await take(makeLead({ email: newEmail() }), { headers });
    expectError(
      await take(makeLead({ email: newEmail() }), { headers }),
      'idempotency_key_reused',
      'Idempotency-Key',
    );
    expect(named.body.lead_id).not.toBe(first.body.lead_id);
  });

  test('does not use up an idempotency key of the API or of another intake URL', async () => {
    const headers = { 'Idempotency-Key': 'order-1001' };
    const ids = new Set<string>();
    const sendTwice = async (send: () => Promise<ApiResponse>): Promise<void> => {
      const first = await send();
      expect(first).toMatchObject({ status: 200 });
      expect((await send()).body).toEqual(first.body);
      ids.add(first.body.lead_id);
    };
    const [guessed, real, other] = ['Guessed', 'Real', 'Other'].map((message) => makeLead({ message }));
    await sendTwice(() => take(guessed, { headers }));
    await sendTwice(() => suite.call('/api/webhook.php', real, { headers }));
    const key = await makeToken();
    await sendTwice(() => take(other, { key, headers }));
    expect(ids.size).toBe(3);
  });

  test('has the name of its key as its source if it comes without one', async () => {
    const sources: unknown[] = [];
    for (const source of [{}, { source: ' ' }, { utm_source: 'bing' }, { source: 'google' }]) {
      const { source: _, ...lead } = makeLead({ email: newEmail() });
      const { lead_id: id } = (await take({ ...lead, ...source })).body;
      sources.push((await suite.call(`/api/leads/${id}`)).body.data.lead.source);
    }
    expect(sources).toEqual(['Form', 'Form', 'bing', 'google']);
  });

  test('has the name of the key as its source with every key that can only send leads, and no other', async () => {
    const account = asOperator(suite.account.accountId);
    const sendKey = await createKey(suite.owner, account, 'live', 'Zapier', 'send');
    const sources: unknown[] = [];
    for (const key of [sendKey.key, suite.account.liveKey]) {
      const { lead_id: id } = (await suite.call('/api/webhook.php', { email: newEmail() }, { key })).body;
      sources.push((await suite.call(`/api/leads/${id}`)).body.data.lead.source);
    }
    expect(sources).toEqual(['Zapier', '']);
  });

  test('without a source is recognised as a repeat of one sent with another key', async () => {
    const lead = { email: newEmail() };
    const first = await take(lead);
    expect((await suite.call('/api/webhook.php', lead)).body).toEqual(first.body);
  });

  test('is linked to a person who is already known', async () => {
    const email = newEmail();
    const first = await suite.call('/api/webhook.php', makeLead({ email, phone: '', message: 'First' }));
    const second = await take(makeLead({ email, phone: '', message: 'Second' }));
    const { person } = (await suite.call(`/api/leads/${second.body.lead_id}`)).body.data;
    expect(person.lead_ids).toEqual([second.body.lead_id, first.body.lead_id]);
  });

  test('is a test lead if the key is a test key', async () => {
    const answer = await take(makeLead({ email: newEmail() }), {
      key: await makeToken(suite.account.accountId, 'test'),
    });
    const path = `/api/leads/${answer.body.lead_id}`;
    expect(await suite.call(path)).toMatchObject({ status: 404 });
    expect(await suite.call(path, undefined, { key: suite.account.testKey })).toMatchObject({ status: 200 });
  });

  test('counts toward the allowance and the rate limit of its account', async () => {
    const small = await makeToken((await makeAccount(suite.owner, { monthlyLeads: 1 })).accountId);
    expect(await take(makeLead(), { key: small })).toMatchObject({ status: 200 });
    expectError(await take(makeLead({ email: newEmail() }), { key: small }), 'plan_limit_reached');
    const slow = await makeToken((await makeAccount(suite.owner, { requestsPerMinute: 1 })).accountId);
    expect(await take(makeLead(), { key: slow })).toMatchObject({ status: 200 });
    expectError(await take(makeLead(), { key: slow }), 'rate_limited');
  });

  test('is rejected with the usual codes if it is invalid', async () => {
    expectError(await take({}), 'missing_contact');
    expectError(await take('{'), 'invalid_json');
    expectError(await take(makeLead(), { headers: { 'Content-Type': 'text/csv' } }), 'unsupported_type');
    expectError(await take({ email: 'a@b.co', more: 'x'.repeat(257 * 1024) }), 'too_large');
  });

  test('is stored without keys in its fields', async () => {
    const answer = await take({ email: newEmail(), token, custom_fields: { key: token, Role: 'CTO' } });
    const { text } = await suite.call(`/api/leads/${answer.body.lead_id}`);
    expect(text).toContain('CTO');
    expect(text).not.toContain(token);
  });
});

describe('an intake URL', () => {
  test.each([
    ['a trailing slash', (key: string) => `/api/intake/${key}/`],
    ['two slashes', (key: string) => `/api//intake//${key}`],
    ['a query', (key: string) => `/api/intake/${key}?utm_source=x&key=y`],
  ])('may have %s', async (_, path) => {
    expect(await call(suite.api.url, path(token), makeLead({ email: newEmail() }))).toMatchObject({
      status: 200,
    });
  });

  test('decides the account, whatever key is in the header', async () => {
    const other = await makeAccount(suite.owner);
    const headers = { 'X-API-KEY': other.liveKey };
    const { body } = await take(makeLead({ email: newEmail() }), { headers });
    expect(await suite.call(`/api/leads/${body.lead_id}`)).toMatchObject({ status: 200 });
    expect(await callAs(suite, other)(`/api/leads/${body.lead_id}`)).toMatchObject({ status: 404 });
  });

  test('only accepts POST, and OPTIONS for browsers', async () => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await request(suite.api.url, method, `/api/intake/${token}`);
      expectError(answer, 'method_not_allowed', 'POST');
      expect(answer.headers.get('allow')).toBe('OPTIONS, POST');
      expect(answer.text).not.toContain(token);
    }
  });
});

/** Form tools disable a URL after 404, 410 or a redirect; after 401 they retry or alert their user. */
function expectRejected(answer: ApiResponse, code: ErrorCode): void {
  expectError(answer, code);
  expect(answer.status).toBe(401);
  expect(answer.headers.get('location')).toBeNull();
}

const post = (path: string): Promise<ApiResponse> =>
  request(suite.api.url, 'POST', path, { 'Content-Type': 'application/json' }, JSON.stringify(makeLead()));

describe('an intake URL with a wrong key', () => {
  test.each([
    ['that is nonsense', 'nonsense'],
    ['of one character', 'x'],
    ['of dots', '...'],
    ['with an escaped slash', 'll_intake_%2F..%2F..'],
    ['with an escaped NUL', 'll_intake_%00'],
    ['with an emoji', '%F0%9F%98%80'],
    ['in quotes', '%22%27%60'],
    ['that is only the prefix', 'll_intake_'],
    ['of 101 characters', 'x'.repeat(101)],
    ['of 500 characters', 'x'.repeat(500)],
    ['of 12,000 characters', 'x'.repeat(12_000)],
    ['that is overlong with the right prefix', `ll_intake_${'A'.repeat(5_000)}`],
  ])('%s returns 401', async (_, wrong) => {
    expectRejected(await post(`/api/intake/${wrong}`), 'invalid_api_key');
  });

  test('that is truncated, too long or mistyped returns 401', async () => {
    for (const wrong of [token.slice(0, -1), `${token}A`, token.toLowerCase(), `${token.slice(0, -1)}-`]) {
      expectRejected(await post(`/api/intake/${wrong}`), 'invalid_api_key');
    }
  });

  test('that is longer than a URL may be returns 431', async () => {
    expect(await post(`/api/intake/${'x'.repeat(40_000)}`)).toMatchObject({ status: 431 });
  });

  test.each(['intake', 'live', 'test'] as const)(
    'of another installation returns 401 (%s key)',
    async (kind) => {
      expectRejected(await post(`/api/intake/${makeKey(kind)}`), 'revoked_api_key');
    },
  );

  test('that is not an intake key returns 401 and explains why', async () => {
    const headerKey = await createKey(suite.owner, asOperator(suite.account.accountId), 'live', 'Second');
    for (const wrong of [suite.account.liveKey, suite.account.testKey, headerKey.key]) {
      const answer = await post(`/api/intake/${wrong}`);
      expectRejected(answer, 'misplaced_api_key');
      expect(answer.text).not.toContain(wrong);
    }
  });

  test('returns 401 even with a valid key in the header', async () => {
    const headers = { 'X-API-KEY': suite.account.liveKey };
    expectRejected(await take(makeLead(), { key: 'nonsense', headers }), 'invalid_api_key');
  });

  test('is rejected before the body is read', async () => {
    const headers = { 'Content-Type': 'text/csv' };
    expectRejected(await take('x'.repeat(300_000), { key: 'nonsense', headers }), 'invalid_api_key');
  });

  test('that was revoked or rotated returns 401 within five seconds', async () => {
    const { accountId } = suite.account;
    const revoked = await createKey(suite.owner, asOperator(accountId), 'live', 'Form', 'intake');
    const rotated = await createKey(suite.owner, asOperator(accountId), 'live', 'Form', 'intake');
    for (const { key } of [revoked, rotated]) {
      expect(await take(makeLead({ email: newEmail() }), { key })).toMatchObject({ status: 200 });
    }
    await revokeKey(suite.owner, revoked.keyId);
    const next = await rotateKey(suite.owner, rotated.keyId, 0);
    expect(next.key).toMatch(/^ll_intake_/);
    await pause(5_000);
    for (const { key } of [revoked, rotated]) {
      expectRejected(await post(`/api/intake/${key}`), 'revoked_api_key');
    }
    expect(await take(makeLead({ email: newEmail() }), { key: next.key })).toMatchObject({ status: 200 });
  });
});

describe('an intake key', () => {
  interface Document {
    readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  }

  test('works on no other route in the header', async () => {
    const { paths } = (await call(suite.api.url, '/api/openapi.json')).body as Document;
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => [method.toUpperCase(), path] as const),
    );
    expect(routes.length).toBeGreaterThan(30);
    for (const [method, path] of routes) {
      if (path.startsWith('/api/intake/')) continue;
      const to = path.replace(/\{\w+\}/g, `lead_${'0'.repeat(32)}`);
      const body = method === 'POST' || method === 'PUT' || method === 'PATCH' ? makeLead() : undefined;
      const answer = await suite.call(to, body, { method, key: token });
      expectError(answer, 'misplaced_api_key', 'this key only works in an intake URL');
    }
  });

  test('does not work for explain in the body', async () => {
    const answer = await call(suite.api.url, '/api/explain.php', { lead: makeLead(), api_key: token });
    expectError(answer, 'misplaced_api_key', 'this key only works in an intake URL');
  });
});

describe('the key of an intake URL', () => {
  let output: string;
  const canaries = new Canaries();

  beforeAll(async () => {
    const secret = await makeToken();
    const revoked = await createKey(
      suite.owner,
      asOperator(suite.account.accountId),
      'live',
      'Form',
      'intake',
    );
    await revokeKey(suite.owner, revoked.keyId);
    for (const key of [secret, revoked.key, suite.account.liveKey]) canaries.watch('key', key);
    const api = await spawnApi(suite.databaseUrl, 0, 'debug');
    try {
      await sendInEveryWay(api, secret, revoked.key);
      output = await (await fetch(api.metricsUrl)).text();
    } finally {
      await api.kill('SIGTERM');
    }
    // The last lines may arrive after the process has exited.
    await pause(200);
    output += api.output();
  });

  async function sendInEveryWay({ url }: LeadlineProcess, secret: string, revoked: string): Promise<void> {
    const json = { 'Content-Type': 'application/json' };
    const lead = (): string => JSON.stringify(makeLead({ email: newEmail() }));
    for (const [method, path, headers, body] of [
      ['POST', `/api/intake/${secret}`, json, lead()],
      ['POST', `/api/intake/${secret}/?key=${secret}`, json, lead()],
      ['POST', `/api/intake/${secret}`, { ...json, 'X-Request-Id': secret }, lead()],
      ['POST', `/api/intake/${secret}`, { ...json, 'Idempotency-Key': secret }, lead()],
      ['POST', `/api/intake/${secret}`, { ...json, Referer: `http://a/${secret}` }, lead()],
      ['POST', `/api/intake/${secret}`, json, '{'],
      ['POST', `/api/intake/${secret}`, json, '{}'],
      ['POST', `/api/intake/${secret}`, { 'Content-Type': 'text/csv' }, 'x'],
      ['POST', `/api/intake/${secret}`, json, 'x'.repeat(300_000)],
      ['POST', `/api/intake/${secret}x`, json, lead()],
      ['POST', `/api/intake/${secret}${secret}${'x'.repeat(9_000)}`, json, lead()],
      ['POST', `/api/intake/${secret}/more`, json, lead()],
      ['POST', `/api/intake/%zz${secret}`, json, lead()],
      ['POST', `/API/INTAKE/${secret}`, json, lead()],
      ['POST', `/api/intake/${revoked}`, json, lead()],
      ['POST', `/api/intake/${suite.account.liveKey}`, json, lead()],
      ['GET', `/api/intake/${secret}`, {}, ''],
      ['DELETE', `/api/intake/${secret}`, {}, ''],
      ['GET', '/api/leads', { 'X-API-KEY': secret }, ''],
      ['POST', '/api/explain.php', json, JSON.stringify({ lead: {}, api_key: secret })],
    ] as const) {
      const answer = await request(url, method, path, headers, body);
      expect(answer.text, `${method} ${answer.status}`).not.toContain(secret);
    }
  }

  test('appears neither in the log nor in the metrics', () => {
    expect(canaries.findLeaks(output)).toEqual([]);
  });

  test('is absent although the log and the metrics cover these requests', () => {
    expect(output).toContain('"route":"/api/intake/:token"');
    expect(output).toContain('route="/api/intake/:token"');
    for (const status of [200, 400, 401, 404, 405, 413, 415]) expect(output).toContain(`"status":${status}`);
  });
});
