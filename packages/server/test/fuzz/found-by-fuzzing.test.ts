// What generated requests once broke, by name, so that it stays mended whatever the seed.

import { makeAccount, openOwner } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { sendBroken } from '@leadline/testkit/fuzz/send-request';
import { call } from '@leadline/testkit/http/call';
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

const ERROR = { success: false, error: expect.any(String) };

test.each(['q=%00', 'q=a%00b', 'source=%00'])(
  'a search for a character that is none (%s) is refused',
  async (query) => {
    const answer = await call(api.url, `/api/leads?${query}`, undefined, { key });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(ERROR);
  },
);

test.each([
  ['GET', ''],
  ['DELETE', ''],
  ['POST', '/replay'],
])('a lead id of 101 characters is not found by %s …%s', async (method, rest) => {
  const answer = await call(api.url, `/api/leads/${'x'.repeat(101)}${rest}`, undefined, { key, method });
  expect(answer.status).toBe(404);
  expect(answer.body).toEqual(ERROR);
});

test.each(['9999-12-31T23:59:59-23:59', '0000-01-01T00:00:00+23:59'])(
  'an outcome at %s, which no four digits can tell, is refused and leaves the lead readable',
  async (at) => {
    const answer = await call(api.url, `/api/leads/${leadId}/outcome`, { outcome: 'won', at }, { key });
    expect(answer.status).toBe(400);
    expect((await call(api.url, `/api/leads/${leadId}`, undefined, { key })).status).toBe(200);
  },
);

test.each(['/api/webhook.php', '/api/leads'])('QUERY is a method that %s does not take', async (path) => {
  const answer = await call(api.url, path, undefined, { key, method: 'QUERY' });
  expect(answer.status).toBe(405);
  expect(answer.headers.get('allow')).toMatch(/POST|GET/);
});

test('a request without Host is refused in the shape of every error', async () => {
  const bytes = Buffer.from('GET /api/usage HTTP/1.1\r\n\r\n');
  const [answer] = await sendBroken(new URL(api.url), { kind: 'broken', pieces: [bytes] });
  expect(answer?.status).toBe(400);
  expect(JSON.parse(answer?.text || 'null')).toEqual(ERROR);
});

test('garbage after a good request does not take the place of its answer', async () => {
  const bytes = Buffer.from(`GET /api/usage HTTP/1.1\r\nHost: a\r\nX-API-KEY: ${key}\r\n\r\ngarbage\r\n\r\n`);
  const [answer] = await sendBroken(new URL(api.url), { kind: 'broken', pieces: [bytes] });
  expect(answer?.status).toBe(200);
});

describe.each(['replay', 'delete'])('%s needs no body', (operation) => {
  const send = (id: string, body: string): ReturnType<typeof call> =>
    operation === 'replay'
      ? call(api.url, `/api/leads/${id}/replay`, body, { key })
      : call(api.url, `/api/leads/${id}`, body, { key, method: 'DELETE' });

  test('and takes an empty one that calls itself JSON', async () => {
    const lead = makeLead({ message: `For ${operation}` });
    const { body } = await call(api.url, '/api/webhook.php', lead, { key });
    expect((await send(body.lead_id, '')).status).toBe(200);
  });

  test('and documents what a broken one is answered', async () => {
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
])('the answer to %j is read back as it was sent', async (question) => {
  const custom_fields = { [question]: 'an answer', other: 'another' };
  const { body } = await call(api.url, '/api/webhook.php', makeLead({ custom_fields }), { key });
  const detail = await call(api.url, `/api/leads/${body.lead_id}`, undefined, { key });
  expect(detail.body.data.lead.custom_fields).toEqual(custom_fields);
});
