// What people who connect a form see of their requests: the raw body, the result and the reason.

import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Received } from '@leadline/contract';
import { ERRORS, isErrorCode } from '@leadline/contract/errors';
import { call } from '@leadline/testkit/http/call';
import { expectError } from '@leadline/testkit/http/expect-error';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { describe, expect, test, vi } from 'vitest';
import { createKey } from '../../../src/accounts/keys/create-key.ts';
import { makeKey } from '../../../src/accounts/keys/key-format.ts';
import { revokeKey } from '../../../src/accounts/keys/revoke-key.ts';
import { asOperator } from '../../../src/platform/db/account-scope.ts';
import { listRequests, makeTenant, type Tenant, useApp, waitForRequests } from './suite.ts';

const suite = useApp();

/** Sends one request with the key of a new account and returns its entry in the log. */
async function sendOne(
  body: string | Buffer,
  contentType: string | null,
  { headers = {}, path = '/api/webhook.php' }: { headers?: Record<string, string>; path?: string } = {},
): Promise<Received> {
  const { account, caller } = await makeTenant(suite);
  const response = await fetch(suite.url + path, {
    method: 'POST',
    headers: {
      'X-API-KEY': account.liveKey,
      ...(contentType === null ? {} : { 'Content-Type': contentType }),
      ...headers,
    },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
  const answer = (await response.json()) as { lead_id?: string; error?: string };
  const [shown] = await waitForRequests(suite, caller, 1);
  const code = response.headers.get('x-error-code');
  // The log keeps the code, so its sentence doesn't need the condition that the response starts with.
  const condition = isErrorCode(code) ? `${ERRORS[code].condition}: ` : '';
  if (answer.error !== undefined) expect(answer.error.startsWith(condition)).toBe(true);
  expect(shown).toMatchObject({
    status: response.status,
    code,
    error: answer.error?.slice(condition.length).replace(/ll_live_\w+/, 'll_live_…') ?? null,
    lead_id: answer.lead_id ?? null,
  });
  return shown as Received;
}

const FORM = 'application/x-www-form-urlencoded';

describe('an accepted request', () => {
  test('is listed with its exact body', async () => {
    const body = '{ "email" :"ana@acme.com",\n\t"message": "Größe \\u00e9 😀 \\"x\\"" }';
    const started = Date.now();
    const shown = await sendOne(body, 'application/json; charset=utf-8');
    expect(shown).toEqual({
      request_id: expect.stringMatching(/^req_[0-9a-f]{32}$/),
      received_at: expect.any(String),
      mode: 'live',
      path: '/api/webhook.php',
      content_type: 'application/json; charset=utf-8',
      body,
      is_cut: false,
      status: 200,
      code: null,
      error: null,
      tool: null,
      lead_id: expect.stringMatching(/^lead_/),
      key_name: 'First key',
      person: 'ana@acme.com',
    });
    expect(new Date(shown.received_at).getTime()).toBeGreaterThanOrEqual(started);
    expect(new Date(shown.received_at).getTime()).toBeLessThanOrEqual(Date.now());
  });

  test('is listed with the last of several members of the same name, which is the one that counts', async () => {
    const { body } = await sendOne('{"email": "bo@acme.com", "email": "ana@acme.com"}', 'application/json');
    expect(body).toBe('{"email":"ana@acme.com"}');
  });

  test.each([
    ['email=ana%40acme.com&message=We+need+40+laptops', FORM],
    ['{"email":"ana@acme.com"}', FORM],
    ['{"email":"ana@acme.com"}', 'text/plain;charset=UTF-8'],
    ['{"email":"ana@acme.com"}', 'application/vnd.api+json'],
    ['[{"json":{"email":"ana@acme.com"}}]', 'application/json'],
  ])('with the body %j as %s is listed unchanged', async (body, contentType) => {
    expect(await sendOne(body, contentType)).toMatchObject({ body, content_type: contentType, status: 200 });
  });

  test('to the legacy call is listed with its path', async () => {
    const shown = await sendOne('{"email":"ana@acme.com"}', 'application/json', { path: '/api/score.php' });
    expect(shown).toMatchObject({ path: '/api/score.php', status: 200 });
  });

  test('to an intake URL is listed without the key, query string, headers or IP address', async () => {
    const { account, caller } = await makeTenant(suite);
    const { key } = await createKey(suite.owner, asOperator(account.accountId), 'live', 'Form', 'intake');
    const lead = makeLead({ page: `https://leads.acme.com/api/intake/${key}` });
    await call(suite.url, `/api/intake/${key}/?api_key=${key}&q=canary`, lead, {
      headers: {
        'User-Agent': 'canary',
        'X-Forwarded-For': '203.0.113.77',
        Referer: 'https://canary.example',
      },
    });
    const [shown] = await waitForRequests(suite, caller, 1);
    expect(shown).toMatchObject({ path: '/api/intake/…', status: 200, mode: 'live' });
    expect(shown?.body).toContain('/api/intake/ll_intake_…"');
    const row = await suite.owner
      .selectFrom('received')
      .selectAll()
      .where('account_id', '=', account.accountId)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toMatch(new RegExp(`${key.slice(-30)}|canary|203\\.0\\.113|127\\.0\\.0`));
  });

  test('that repeats an earlier one is listed with the same lead', async () => {
    const { caller } = await makeTenant(suite);
    const first = await caller('/api/webhook.php', makeLead());
    await caller('/api/webhook.php', makeLead());
    const shown = await waitForRequests(suite, caller, 2);
    expect(shown.map(({ lead_id }) => lead_id)).toEqual([first.body.lead_id, first.body.lead_id]);
  });
});

describe('a rejected request', () => {
  test.each([
    ['{"email":"ana@acme.com"', 'application/json', 'invalid_json', 'not valid JSON'],
    ['Hello, I am Ana', 'text/plain', 'invalid_json', 'not valid JSON'],
    ['{"email":{"a":"b"}}', 'application/json', 'wrong_type', 'email must be text'],
    ['{"name":"Ana"}', 'application/json', 'missing_contact', 'email and phone are both missing'],
    ['name=Ana', FORM, 'missing_contact', 'email and phone are both missing'],
    ['[1,2]', 'application/json', 'not_an_object', 'must be a JSON object'],
    ['', 'application/json', 'not_an_object', 'must be a JSON object'],
  ])('with the body %j as %s is listed with the reason', async (body, contentType, code, words) => {
    const shown = await sendOne(body, contentType);
    expect(shown).toMatchObject({ body, is_cut: false, status: 400, code, lead_id: null });
    expect(shown.error).toContain(words);
  });

  test('with an unsupported type is listed without a body, because it was not read', async () => {
    const shown = await sendOne('email\nana@acme.com', 'text/csv');
    expect(shown).toMatchObject({ status: 415, content_type: 'text/csv', body: '', is_cut: true });
    const { code } = await sendOne('--x--', 'multipart/mixed; boundary=x');
    expect(code).toBe('unsupported_type');
  });

  test('with an unsupported charset or compression is listed without a body, because secrets could not be removed', async () => {
    const utf16 = Buffer.from('{"email":"ana@acme.com"}', 'utf16le');
    expect(await sendOne(utf16, 'application/json; charset=utf-16')).toMatchObject({
      status: 415,
      body: '',
      is_cut: true,
    });
    const zipped = gzipSync('{"email":"ana@acme.com"}');
    expect(
      await sendOne(zipped, 'application/json', { headers: { 'Content-Encoding': 'gzip' } }),
    ).toMatchObject({ status: 415, body: '', is_cut: true });
  });

  test('that is too large is listed without a body, because it was not read to the end', async () => {
    const body = JSON.stringify({ email: 'ana@acme.com', message: 'x'.repeat(300_000) });
    expect(await sendOne(body, 'application/json')).toMatchObject({
      status: 413,
      body: '',
      is_cut: true,
      error: expect.stringContaining('256 KiB'),
    });
  });

  test('that turns out too large while streaming is listed without a body', async () => {
    const { account, caller } = await makeTenant(suite);
    const { hostname, port } = new URL(suite.url);
    const socket = connect(Number(port), hostname).on('error', () => {});
    const chunk = `${(70_000).toString(16)}\r\n${'x'.repeat(70_000)}\r\n`;
    socket.write(
      `POST /api/webhook.php HTTP/1.1\r\nHost: a\r\nX-API-KEY: ${account.liveKey}\r\n` +
        `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(5)}`,
    );
    const [shown] = await waitForRequests(suite, caller, 1);
    socket.destroy();
    expect(shown).toMatchObject({ status: 413, body: '', is_cut: true });
  });

  test('that is not UTF-8 is listed with replacement characters', async () => {
    const shown = await sendOne(
      Buffer.from('{"email":"ana@acme.com","name":"Jos\xe9"}', 'latin1'),
      'application/json',
    );
    expect(shown).toMatchObject({ status: 400, body: '{"email":"ana@acme.com","name":"Jos\ufffd"}' });
  });

  test('with an invalid character is listed with the rest of its body', async () => {
    const nul = await sendOne('{"email":"ana@acme.com","message":"a\0b"}', 'application/json');
    expect(nul).toMatchObject({ status: 400, body: '{"email":"ana@acme.com","message":"ab"}' });
    const escaped = '{"email":"ana@acme.com","message":"a\\u0000b\\ud800"}';
    expect(await sendOne(escaped, 'application/json')).toMatchObject({ status: 400, body: escaped });
  });

  test('is listed for every reason: plan limit, reused or invalid Idempotency-Key', async () => {
    const { caller } = await makeTenant(suite, { monthlyLeads: 1 });
    const headers = { 'Idempotency-Key': 'one' };
    await caller('/api/webhook.php', makeLead(), { headers });
    await caller('/api/webhook.php', makeLead({ message: 'Another' }), { headers });
    await caller('/api/webhook.php', makeLead({ message: 'More' }));
    await caller('/api/webhook.php', makeLead(), { headers: { 'Idempotency-Key': 'é' } });
    const shown = await waitForRequests(suite, caller, 4);
    expect(shown.map(({ status }) => status)).toEqual([400, 402, 422, 200]);
    expect(shown.map(({ code }) => code)).toEqual([
      'invalid_input',
      'plan_limit_reached',
      'idempotency_key_reused',
      null,
    ]);
    expect(shown.map(({ body }) => JSON.parse(body).message)).toEqual([
      makeLead().message,
      'More',
      'Another',
      makeLead().message,
    ]);
  });

  test('with a field named like a key is listed without the key in its error', async () => {
    const key = makeKey('live');
    const shown = await sendOne(JSON.stringify({ email: 'ana@acme.com', [key]: {} }), 'application/json');
    expect(shown.error).toContain('ll_live_… must be text');
    expect(JSON.stringify(shown)).not.toContain(key.slice(-30));
  });
});

test('requests are listed with the name of their key, the tool that sent them and the person', async () => {
  const { account, caller } = await makeTenant(suite);
  const { key } = await createKey(suite.owner, asOperator(account.accountId), 'live', 'Shop', 'intake');
  await call(suite.url, `/api/intake/${key}`, { email: 'bo@initech.com', _website: '' });
  await call(suite.url, `/api/intake/${key}`, { name: 'Ana Lopez', email: 'ana@acme.com' });
  await call(suite.url, `/api/intake/${key}`, { name: 'Nobody', _website: '' });
  const shown = await waitForRequests(suite, caller, 3);
  expect(shown.map(({ key_name, tool, person }) => [key_name, tool, person])).toEqual([
    ['Shop', 'html', null],
    ['Shop', null, 'Ana Lopez'],
    ['Shop', 'html', 'bo@initech.com'],
  ]);
});

describe('a request with a rejected key', () => {
  test.each([
    ['revoked a moment ago', 'used'],
    ['revoked before this process first saw it', 'unused'],
  ] as const)('that was %s is listed without a body', async (_, before) => {
    const { account, caller } = await makeTenant(suite);
    const { key, keyId } = await createKey(suite.owner, asOperator(account.accountId), 'live', 'Old form');
    if (before === 'used') await call(suite.url, '/api/usage', undefined, { key });
    await revokeKey(suite.owner, keyId);
    await vi.waitFor(
      async () =>
        expectError(await call(suite.url, '/api/webhook.php', makeLead(), { key }), 'revoked_api_key'),
      { timeout: 10_000 },
    );
    const [shown] = await vi.waitFor(async () => {
      await suite.log.flush();
      const rejected = await listRequests(caller, '?status=refused');
      expect(rejected).toHaveLength(1);
      return rejected;
    });
    expect(shown).toMatchObject({
      status: 401,
      code: 'revoked_api_key',
      error: expect.stringContaining('revoked'),
      body: '',
      is_cut: true,
      lead_id: null,
      key_name: 'Old form',
    });
  });

  test('that belongs elsewhere is listed with the reason', async () => {
    const { account, caller } = await makeTenant(suite);
    const { key } = await createKey(suite.owner, asOperator(account.accountId), 'live', 'Form', 'intake');
    await call(suite.url, '/api/webhook.php', makeLead(), { key });
    await call(suite.url, `/api/intake/${account.liveKey}`, makeLead());
    const shown = await waitForRequests(suite, caller, 2);
    expect(shown.map(({ path, code }) => `${path} ${code}`)).toEqual([
      '/api/intake/… misplaced_api_key',
      '/api/webhook.php misplaced_api_key',
    ]);
    expect(shown[0]?.error).toContain('X-API-KEY header');
    expect(shown[1]?.error).toContain('intake URL');
  });
});

describe('a long body', () => {
  test.each([
    ['x', 16_001],
    ['ж', 20_000],
    ['😀', 16_500],
    ['a😀', 30_000],
  ])('that repeats %j is cut at 16,000 characters', async (unit, times) => {
    const body = `${'"'}${unit.repeat(times)}"`;
    const shown = await sendOne(body, 'application/json');
    expect(shown.is_cut).toBe(true);
    expect(Array.from(shown.body)).toHaveLength(16_000);
    expect(body.startsWith(shown.body)).toBe(true);
  });

  test('of exactly 16,000 characters is not cut', async () => {
    const body = `"${'😀'.repeat(15_998)}"`;
    expect(await sendOne(body, 'application/json')).toMatchObject({ body, is_cut: false });
  });

  test('reveals no secret at the cut', async () => {
    const key = makeKey('live');
    for (let at = 15_950; at <= 16_000; at += 7) {
      const start = `{"email":"ana@acme.com","message":"${'x'.repeat(at - 60)}`;
      const shown = await sendOne(`${start}","password":"hunter2","k":"${key}"}`, 'application/json');
      expect(shown.body).not.toContain('hunter2');
      expect(shown.body).not.toContain(key.slice(0, 16));
    }
  });
});

describe('the request log leaves out', () => {
  test('requests with unknown keys, rate-limited requests and other calls', async () => {
    const { account, caller } = await makeTenant(suite, { requestsPerMinute: 2 });
    await call(suite.url, '/api/webhook.php', makeLead(), { key: makeKey('live') });
    await call(suite.url, '/api/webhook.php', makeLead());
    await caller('/api/webhook.php', makeLead());
    await caller('/api/explain.php', { lead: makeLead() });
    expect((await caller('/api/webhook.php', makeLead())).status).toBe(429);
    await pause(100);
    await suite.log.flush();
    const rows = await suite.owner
      .selectFrom('received')
      .select('status')
      .where('account_id', '=', account.accountId)
      .execute();
    expect(rows).toEqual([{ status: 200 }]);
  });

  test('batches, whose response already reports every lead', async () => {
    const { caller } = await makeTenant(suite);
    await caller('/api/batch', { leads: [makeLead()] });
    await caller('/api/webhook.php', makeLead({ email: 'last@acme.com' }));
    const [shown] = await waitForRequests(suite, caller, 1);
    expect(shown?.body).toContain('last@acme.com');
  });
});

describe('the list of requests', () => {
  async function fill({ caller }: Tenant): Promise<void> {
    for (let place = 0; place < 6; place++) {
      await caller('/api/webhook.php', place % 2 === 0 ? makeLead({ place }) : { place });
    }
    await waitForRequests(suite, caller, 6);
  }
  const places = (listed: readonly Received[]): number[] => listed.map(({ body }) => JSON.parse(body).place);

  test('starts with the newest and contains accepted requests, rejected ones, or both', async () => {
    const tenant = await makeTenant(suite);
    await fill(tenant);
    expect(places(await listRequests(tenant.caller))).toEqual([5, 4, 3, 2, 1, 0]);
    expect(places(await listRequests(tenant.caller, '?limit=2'))).toEqual([5, 4]);
    expect(places(await listRequests(tenant.caller, '?status=taken'))).toEqual([4, 2, 0]);
    expect(places(await listRequests(tenant.caller, '?status=refused&limit=2'))).toEqual([5, 3]);
  });

  test('contains live and test requests for a live key, but only test requests for a test key', async () => {
    const { account, caller } = await makeTenant(suite);
    const asTest = { key: account.testKey };
    await caller('/api/webhook.php', { name: 'live' });
    await caller('/api/webhook.php', { name: 'test' }, asTest);
    await caller('/api/webhook.php', makeLead({ name: 'live' }));
    const shown = await waitForRequests(suite, caller, 3);
    expect(shown.map(({ mode, body }) => [mode, JSON.parse(body).name])).toEqual([
      ['live', 'live'],
      ['test', 'test'],
      ['live', 'live'],
    ]);
    expect((await listRequests(caller, '?limit=1')).map(({ mode }) => mode)).toEqual(['live']);
    const { body } = await caller('/api/received', undefined, asTest);
    expect(body.data.map(({ mode }: Received) => mode)).toEqual(['test']);
  });

  test('contains nothing from other accounts', async () => {
    const [tenant, other] = [await makeTenant(suite), await makeTenant(suite)];
    await tenant.caller('/api/webhook.php', makeLead());
    await tenant.caller('/api/webhook.php', makeLead(), { key: tenant.account.testKey });
    await waitForRequests(suite, tenant.caller, 2);
    expect(await listRequests(other.caller)).toEqual([]);
    expect(
      (await other.caller('/api/received', undefined, { key: other.account.testKey })).body.data,
    ).toEqual([]);
  });

  test('rejects invalid parameters, a missing key and an intake key', async () => {
    const { account, caller } = await makeTenant(suite);
    for (const query of ['?status=open', '?limit=0', '?limit=101', '?cursor=x']) {
      expectError(await caller(`/api/received${query}`), 'invalid_input');
    }
    expectError(await call(suite.url, '/api/received'), 'missing_api_key');
    const { key } = await createKey(suite.owner, asOperator(account.accountId), 'live', 'Form', 'intake');
    expectError(await call(suite.url, '/api/received', undefined, { key }), 'misplaced_api_key');
  });
});
