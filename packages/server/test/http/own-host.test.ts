// The Host header: a page whose name was pointed at this machine (DNS rebinding) can't sign up or use the dashboard.

import { once } from 'node:events';
import { get } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { addFirstUser } from '@leadline/testkit/auth/first-user';
import { PASSWORD } from '@leadline/testkit/auth/person';
import { expectError } from '@leadline/testkit/http/expect-error';
import { request } from '@leadline/testkit/http/request';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { startTestApi } from '@leadline/testkit/service/start-in-process';
import { useApi } from '@leadline/testkit/service/use-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningApi } from '../../src/processes/api.ts';

const suite = useApi();
let published: RunningApi;
beforeAll(async () => {
  await addFirstUser(suite.owner);
  published = await startTestApi(suite.databaseUrl, {
    publicUrl: 'https://leads.example.org',
    trustedProxies: '127.0.0.1',
  });
});
afterAll(() => published.stop());

const fromOwnPage = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
let people = 0;
const signUp = (url: string, headers: Record<string, string>) =>
  request(
    url,
    'POST',
    '/api/auth/sign-up/email',
    { ...fromOwnPage, ...headers },
    JSON.stringify({ name: 'Eve', email: `eve${++people}@example.org`, password: PASSWORD }),
  );

test('a rebound page cannot sign up, sign in or read the session', async () => {
  const { url } = suite.api;
  const rebound = { host: `evil.example:${new URL(url).port}` };
  expectError(await signUp(url, rebound), 'wrong_host', 'open the dashboard at http://127.0.0.1');
  for (const path of [
    '/api/session',
    '/api/auth/list-sessions',
    '/api/keys',
    '/api/auth/organization/list-members',
  ])
    expectError(await request(url, 'GET', path, { ...fromOwnPage, ...rebound }), 'wrong_host');
  const cookie = { ...fromOwnPage, ...rebound, cookie: 'leadline.session_token=x' };
  expectError(await request(url, 'GET', '/api/leads', cookie), 'wrong_host');
  expect(await suite.owner.selectFrom('users').select('id').execute()).toHaveLength(1);
});

test('names of this computer are accepted, with any port', async () => {
  const { url } = suite.api;
  for (const host of ['localhost', 'LOCALHOST:5173', '127.0.0.1:1', '[::1]:8080'])
    expect((await signUp(url, { host })).status, host).toBe(200);
  for (const host of ['localhost.evil.example', '127.0.0.1.evil.example', '127.0.0.2', '[::1].evil.example'])
    expect((await signUp(url, { host })).status, host).not.toBe(200);
});

test('an installation with PUBLIC_URL accepts its host, also as forwarded by a trusted proxy', async () => {
  const { url } = published;
  expect((await signUp(url, { host: 'leads.example.org' })).status).toBe(200);
  expect((await signUp(url, { host: 'backend', 'x-forwarded-host': 'leads.example.org' })).status).toBe(200);
  expectError(await signUp(url, { host: 'backend' }), 'wrong_host', 'https://leads.example.org');
  expectError(await signUp(suite.api.url, { host: 'x', 'x-forwarded-host': 'localhost' }), 'wrong_host');
});

test('API keys, health checks and the API reference work under any name', async () => {
  const { url } = published;
  const byAddress = { host: '192.0.2.7:8080' };
  for (const path of ['/healthz', '/readyz', '/api/openapi.json'])
    expect((await request(url, 'GET', path, byAddress)).status, path).toBe(200);
  const headers = { ...byAddress, 'content-type': 'application/json', 'x-api-key': suite.account.liveKey };
  const sent = await request(url, 'POST', '/api/webhook.php', headers, JSON.stringify(makeLead()));
  expect(sent.status).toBe(200);
  expect((await request(url, 'GET', '/api/leads', headers)).status).toBe(200);
});

test('a page under another name says where the dashboard is', async () => {
  const open = async (host: string) => {
    const [response] = await once(
      get(`${published.url}/inbox`, { headers: { host, accept: 'text/html' } }),
      'response',
    );
    return { status: response.statusCode, text: await readText(response) };
  };
  expect((await open('leads.example.org')).status).toBe(200);
  const { status, text } = await open('192.0.2.7');
  expect(status).toBe(403);
  expect(text).toContain('<a href="https://leads.example.org">');
});
