// Regression tests for bugs that fuzzing found, so that they stay fixed whatever the seed.

import { makeAccount, openOwner } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { sendBroken } from '@leadline/testkit/fuzz/send-request';
import { call } from '@leadline/testkit/http/call';
import { expectError } from '@leadline/testkit/http/expect-error';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { type LeadlineProcess, spawnApi } from '@leadline/testkit/service/spawn-leadline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let api: LeadlineProcess;
let key: string;
let leadId: string;
beforeAll(async () => {
  const url = await cloneDatabase();
  const owner = openOwner(url);
  key = (await makeAccount(owner)).liveKey;
  await owner.destroy();
  api = await spawnApi(url, 0, 'error');
  leadId = (await call(api.url, '/api/webhook.php', makeLead(), { key })).body.lead_id;
});
afterAll(() => api.kill('SIGKILL'));

test.each(['q=%00', 'q=a%00b', 'source=%00'])(
  'a search with an invalid character (%s) is rejected',
  async (query) => {
    const answer = await call(api.url, `/api/leads?${query}`, undefined, { key });
    expectError(answer, 'invalid_characters');
    expect(answer.body.field).toBe(query.split('=')[0]);
  },
);

test.each([
  ['GET', ''],
  ['DELETE', ''],
  ['POST', '/replay'],
])('%s with a lead ID of 101 characters%s returns not_found', async (method, rest) => {
  const answer = await call(api.url, `/api/leads/${'x'.repeat(101)}${rest}`, undefined, { key, method });
  expectError(answer, 'not_found');
});

test.each(['9999-12-31T23:59:59-23:59', '0000-01-01T00:00:00+23:59'])(
  'an outcome at %s, whose UTC year is not four digits, is rejected and the lead stays readable',
  async (at) => {
    const answer = await call(api.url, `/api/leads/${leadId}/outcome`, { outcome: 'won', at }, { key });
    expectError(answer, 'invalid_input');
    expect((await call(api.url, `/api/leads/${leadId}`, undefined, { key })).status).toBe(200);
  },
);

test.each(['/api/webhook.php', '/api/leads'])('%s rejects the QUERY method', async (path) => {
  const answer = await call(api.url, path, undefined, { key, method: 'QUERY' });
  expectError(answer, 'method_not_allowed');
  expect(answer.headers.get('allow')).toMatch(/POST|GET/);
});

test('a request without a Host header gets a regular error body', async () => {
  const bytes = Buffer.from('GET /api/usage HTTP/1.1\r\n\r\n');
  const [answer] = await sendBroken(new URL(api.url), { kind: 'broken', pieces: [bytes] });
  expect(answer?.status).toBe(400);
  expect(JSON.parse(answer?.text || 'null')).toEqual({
    success: false,
    code: 'invalid_http',
    error: expect.any(String),
  });
});

test('garbage after a valid request does not replace its response', async () => {
  const bytes = Buffer.from(`GET /api/usage HTTP/1.1\r\nHost: a\r\nX-API-KEY: ${key}\r\n\r\ngarbage\r\n\r\n`);
  const [answer] = await sendBroken(new URL(api.url), { kind: 'broken', pieces: [bytes] });
  expect(answer?.status).toBe(200);
});

describe.each(['replay', 'delete'])('%s', (operation) => {
  const send = (id: string, body: string): ReturnType<typeof call> =>
    operation === 'replay'
      ? call(api.url, `/api/leads/${id}/replay`, body, { key })
      : call(api.url, `/api/leads/${id}`, body, { key, method: 'DELETE' });

  test('accepts an empty body with a JSON content type', async () => {
    const lead = makeLead({ message: `For ${operation}` });
    const { body } = await call(api.url, '/api/webhook.php', lead, { key });
    expect((await send(body.lead_id, '')).status).toBe(200);
  });

  test('documents the response to a malformed body', async () => {
    const { status } = await send(leadId, '{');
    const { body } = await call(api.url, '/api/openapi.json');
    const path =
      operation === 'replay'
        ? body.paths['/api/leads/{id}/replay'].post
        : body.paths['/api/leads/{id}'].delete;
    expect(Object.keys(path.responses)).toContain(String(status));
  });
});

test.each([
  'Two\nlines',
  'a\u2028b',
  'constructor',
  'toString',
  'hasOwnProperty',
  '💻',
  ''.padEnd(1_000, 'é'),
])('a custom field named %j is returned exactly as it was sent', async (question) => {
  const custom_fields = { [question]: 'an answer', other: 'another' };
  const { body } = await call(api.url, '/api/webhook.php', makeLead({ custom_fields }), { key });
  const detail = await call(api.url, `/api/leads/${body.lead_id}`, undefined, { key });
  expect(detail.body.data.lead.custom_fields).toEqual(custom_fields);
});
