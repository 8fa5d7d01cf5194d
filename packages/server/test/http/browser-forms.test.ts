// Plain HTML forms: where their visitors end up, what they see, and which pages may read the answer.

import { gunzipSync } from 'node:zlib';
import type { Received } from '@leadline/contract';
import { makeAccount } from '@leadline/testkit/database/accounts';
import type { ApiResponse } from '@leadline/testkit/http/call';
import { expectError } from '@leadline/testkit/http/expect-error';
import { newEmail } from '@leadline/testkit/leads/make-lead';
import { callAs, useApi } from '@leadline/testkit/service/use-api';
import { request } from 'undici';
import { beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../src/accounts/keys/create-key.ts';
import { revokeKey } from '../../src/accounts/keys/revoke-key.ts';
import { toUuid } from '../../src/platform/base/ids.ts';
import { asOperator } from '../../src/platform/db/account-scope.ts';

const suite = useApi();
const SITE = 'https://www.acme.example';
/** Of an account with allowed origins. */
let token: string;
beforeAll(async () => {
  await suite.owner
    .updateTable('accounts')
    .set({ allowed_origins: [SITE, 'https://xn--mller-kva.example:8443', 'http://localhost:3000'] })
    .where('id', '=', toUuid(suite.account.accountId))
    .execute();
  token = await makeToken();
});

const makeToken = async (mode: 'live' | 'test' = 'live'): Promise<string> =>
  (await createKey(suite.owner, asOperator(suite.account.accountId), mode, 'Form', 'intake')).key;

const BROWSER = {
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'Content-Type': 'application/x-www-form-urlencoded',
};

const submit = (
  fields: Record<string, string>,
  { key = token, headers = {} }: { key?: string; headers?: Record<string, string> } = {},
): Promise<ApiResponse> =>
  send(`/api/intake/${key}`, new URLSearchParams(fields).toString(), { ...BROWSER, ...headers });

/** Without the headers that `fetch` adds, such as Sec-Fetch-Mode. */
async function send(path: string, body: string, headers: Record<string, string>): Promise<ApiResponse> {
  const response = await request(suite.api.url + path, { method: 'POST', body, headers });
  const text = await response.body.text();
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  return {
    status: response.statusCode,
    headers: new Headers(response.headers as Record<string, string>),
    text,
    body: isJson ? JSON.parse(text) : null,
  };
}

const findLeads = async (email: string) =>
  (await suite.call(`/api/leads?q=${encodeURIComponent(email)}`)).body.data;

describe('a browser that sends a form', () => {
  test.each([
    [`${SITE}/thanks?a=1#top`, `${SITE}/thanks?a=1#top`],
    ['HTTPS://WWW.Acme.Example:443/thanks', `${SITE}/thanks`],
    ['https://müller.example:8443/danke', 'https://xn--mller-kva.example:8443/danke'],
    ['http://localhost:3000/', 'http://localhost:3000/'],
  ])('is redirected to %s', async (target, location) => {
    const answer = await submit({ email: newEmail(), _redirect: target });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(location);
  });

  test.each([
    'https://evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/thanks',
    'thanks.html',
    'https:evil.example',
    'https:/evil.example',
    'https://www.acme.example@evil.example/',
    'https://www.acme.example:pass@evil.example/',
    'https://user@www.acme.example/',
    'https://www.acme.example.evil.example/',
    'https://evilwww.acme.example/',
    'https://acme.example/',
    'https://www.acme.example:8443/',
    'https://www.acme.example\\@evil.example/',
    `${SITE}/a\\b`,
    'https://evil.example\\www.acme.example/',
    'https://evil.example#@www.acme.example/',
    'https://evil.example?https://www.acme.example',
    'http://www.acme.example/',
    'ftp://www.acme.example/',
    'https://müller.example/',
    'https://www.аcme.example/', // with a Cyrillic a
    'http://localhost/',
    'http://127.0.0.1:3000/',
    'javascript:alert(1)',
    'JavaScript://www.acme.example/%0aalert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://www.acme.example/1',
    'null',
    '',
    ' ',
    `${SITE}/${'x'.repeat(3_000)}`,
  ])('is not redirected to %s', async (target) => {
    const answer = await submit({ email: newEmail(), _redirect: target });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('location')).toBeNull();
    expect(answer.text).toContain('<h1>Thank you</h1>');
  });

  test('is not redirected through line breaks to another header', async () => {
    const answer = await submit({ email: newEmail(), _redirect: `${SITE}/\r\nSet-Cookie: a=b` });
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  test('is thanked on a page that runs nothing and gives nothing away', async () => {
    const email = newEmail();
    const headers = { Referer: 'https://www.acme.example/contact?x="><script>alert(1)</script>' };
    const answer = await submit({ email, name: '<script>alert(1)</script>' }, { headers });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.text).not.toMatch(/<script|score|grade|Acme|ll_intake/);
    expect(answer.text).toContain('<a href="https://www.acme.example/contact?x=%22%3E%3Cscript%3Ealert(1)');
    expect(await findLeads(email)).toHaveLength(1);
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', 'https://a:b@www.acme.example/', 'nonsense'])(
    'gets no link back to %s',
    async (referer) => {
      const answer = await submit({ email: newEmail() }, { headers: { Referer: referer } });
      expect(answer.text).not.toContain('<a ');
    },
  );

  test('is told what is wrong, in words for visitors', async () => {
    const headers = { Referer: `${SITE}/contact` };
    const empty = await submit({ name: 'Ana' }, { headers });
    expect(empty).toMatchObject({ status: 400 });
    expect(empty.headers.get('x-error-code')).toBe('missing_contact');
    expect(empty.text).toContain('Please enter your email address or phone number.');
    expect(empty.text).toContain(`<a href="${SITE}/contact">Back to the form</a>`);
    expect(empty.text).not.toContain('Back button');
    expect((await submit({ name: 'Ana' })).text).toContain('Use your browser’s Back button');
    const long = await submit({ email: newEmail(), '<b>': 'x'.repeat(30_000) });
    expect(long.text).toContain('Please check: custom_fields.&lt;b&gt; is longer than');
    const { key, keyId } = await createKey(
      suite.owner,
      asOperator(suite.account.accountId),
      'live',
      'Old',
      'intake',
    );
    await revokeKey(suite.owner, keyId);
    const revoked = await submit({ email: newEmail() }, { key });
    expect(revoked).toMatchObject({ status: 401 });
    expect(revoked.text).toContain('can’t receive messages at the moment');
    expect(revoked.text).not.toContain('revoked');
  });

  test('is recognised by its Accept header, and everybody else gets JSON', async () => {
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    for (const headers of [
      form,
      { ...form, Accept: '*/*' },
      { ...form, Accept: 'application/json' },
      { ...BROWSER, 'Sec-Fetch-Mode': 'cors' },
    ]) {
      const body = new URLSearchParams({ email: newEmail(), _redirect: SITE }).toString();
      const answer = await send(`/api/intake/${token}`, body, headers);
      expect(answer).toMatchObject({ status: 200, body: { success: true, data: {} } });
    }
    const byKey = { ...BROWSER, 'X-API-KEY': suite.account.liveKey };
    const answer = await send('/api/webhook.php', `email=${newEmail()}&_redirect=${SITE}`, byKey);
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expectError(await send('/api/webhook.php', 'name=x', byKey), 'missing_contact');
  });

  test('shows up in the request log like any other', async () => {
    const account = await makeAccount(suite.owner);
    const { key } = await createKey(suite.owner, asOperator(account.accountId), 'live', 'Form', 'intake');
    await submit({ email: newEmail() }, { key });
    await submit({ name: 'Nobody' }, { key });
    const listed = async () =>
      (await callAs(suite, account)('/api/received')).body.data.map(({ status, code, lead_id }: Received) => [
        status,
        code,
        lead_id !== null,
      ]);
    await expect.poll(listed, { timeout: 10_000 }).toEqual([
      [400, 'missing_contact', false],
      [200, null, true],
    ]);
  });
});

describe('fields that begin with an underscore', () => {
  test('do not become answers', async () => {
    const email = newEmail();
    await submit({
      email,
      Role: 'CTO',
      _redirect: SITE,
      _website: '',
      _elapsed_ms: '9000',
      _response: 'minimal',
    });
    const [{ lead_id }] = await findLeads(email);
    const { lead } = (await suite.call(`/api/leads/${lead_id}`)).body.data;
    expect(lead.custom_fields).toEqual({ Role: 'CTO' });
  });

  test.each([
    [{ _website: 'https://spam.example' }, 'failed (hidden field filled in)'],
    [{ _elapsed_ms: '400' }, 'failed (sent after 0.4 s)'],
  ])('like %j make a lead spam, and the answer does not show it', async (trap, check) => {
    const email = newEmail();
    const fields = { email, message: 'We need 40 laptops by Friday, budget 50k approved.', ...trap };
    const answer = await submit({ ...fields, _response: 'minimal' }, { headers: { Accept: '*/*' } });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(Object.keys(answer.body)).toEqual(['success']);
    const [listed] = await findLeads(email);
    expect(listed).toMatchObject({ grade: 'Spam' });
    const { lead } = (await suite.call(`/api/leads/${listed.lead_id}`)).body.data;
    expect(lead.custom_fields).toEqual({ 'Bot check': check });
  });
});

test('a form that is sent again with the same submission ID stores nothing new', async () => {
  const email = newEmail();
  const submission = { _submission: 'a1b2c3d4-e5f6', _response: 'minimal' };
  for (const elapsed of ['5000', '25000'])
    await submit({ email, _elapsed_ms: elapsed, ...submission }, { headers: { Accept: '*/*' } });
  expect(await findLeads(email)).toHaveLength(1);
  await submit({ email, message: 'I forgot: call me on Monday.', ...submission });
  expect(await findLeads(email)).toHaveLength(2);
});

describe('pages of other sites', () => {
  const sendFrom = (origin: string, key = token): Promise<ApiResponse> =>
    submit({ email: newEmail() }, { key, headers: { Accept: '*/*', Origin: origin } });

  test('can read that the lead was accepted, and its score only if the account lists their origin', async () => {
    const own = await sendFrom(SITE);
    expect(own.headers.get('access-control-allow-origin')).toBe('*');
    expect(own.headers.get('access-control-allow-credentials')).toBeNull();
    expect(own.headers.get('vary')).toContain('Origin');
    expect(own.body).toMatchObject({ data: { grade: expect.any(String) } });
    for (const origin of [
      'https://evil.example',
      'null',
      'https://acme.example',
      'https://www.acme.example:444',
      `${SITE}.evil.example`,
    ]) {
      const email = newEmail();
      const other = await submit({ email }, { headers: { Accept: '*/*', Origin: origin } });
      expect(other, origin).toMatchObject({ status: 200 });
      expect(other.headers.get('access-control-allow-origin'), origin).toBe('*');
      expect(other.headers.get('vary'), origin).toContain('Origin');
      expect(other.text, origin).toBe('{"success":true}');
      expect(await findLeads(email), origin).toHaveLength(1);
    }
  });

  test('can read errors, too', async () => {
    const answer = await submit({}, { headers: { Accept: '*/*', Origin: SITE } });
    expectError(answer, 'missing_contact');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const unknown = await sendFrom('https://any.example', 'll_intake_nonsense');
    expectError(unknown, 'invalid_api_key');
    expect(unknown.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('can send JSON after a preflight', async () => {
    const preflight = (origin: string): Promise<Response> =>
      fetch(`${suite.api.url}/api/intake/${token}`, {
        method: 'OPTIONS',
        headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
      });
    const allowed = await preflight(SITE);
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-origin')).toBe('*');
    expect(allowed.headers.get('access-control-allow-headers')).toBe('Content-Type, Idempotency-Key');
    expect((await preflight('https://other.example')).headers.get('access-control-allow-origin')).toBe('*');
  });

  test('get no access to any other call', async () => {
    for (const path of ['/api/webhook.php', '/api/leads', '/api/explain.php']) {
      const answer = await suite.call(path, undefined, { headers: { Origin: SITE } });
      expect(answer.headers.get('access-control-allow-origin'), path).toBeNull();
    }
  });
});

describe('the script of the embeddable form', () => {
  const get = (headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${suite.api.url}/embed.js`, { headers });

  test('is small, cached and loadable from any site', async () => {
    const response = await get({ 'Accept-Encoding': 'identity' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('cache-control')).toMatch(/^public, max-age=3600/);
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(response.headers.get('set-cookie')).toBeNull();
    const etag = response.headers.get('etag') ?? '';
    expect((await get({ 'If-None-Match': etag })).status).toBe(304);
    const text = await response.text();
    expect(text).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|cookie/);
  });

  test('has at most 8 KiB compressed', async () => {
    const { body, headers } = await rawGet('gzip');
    expect(headers['content-encoding']).toBe('gzip');
    expect(body.length).toBeLessThan(8 * 1024);
    expect(gunzipSync(body).toString()).toContain('attachShadow');
    expect((await rawGet('gzip, br')).headers['content-encoding']).toBe('br');
  });
});

/** Without decompressing the body. */
async function rawGet(encoding: string) {
  const response = await request(`${suite.api.url}/embed.js`, { headers: { 'Accept-Encoding': encoding } });
  return { headers: response.headers, body: Buffer.from(await response.body.arrayBuffer()) };
}
