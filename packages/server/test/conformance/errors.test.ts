// Every error on every path has a status other than 200, a code and the documented body.

import { METHODS } from 'node:http';
import { ERRORS, type ErrorCode } from '@leadline/contract/errors';
import { type ApiResponse, call } from '@leadline/testkit/http/call';
import { expectError } from '@leadline/testkit/http/expect-error';
import { request } from '@leadline/testkit/http/request';
import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import { useApi } from '@leadline/testkit/service/use-api';
import { describe, expect, test } from 'vitest';
import { SCORING_CALLS } from './scoring-calls.ts';

const suite = useApi();

const LEAD = `/api/leads/lead_${'0'.repeat(32)}`;

/** The methods of every path. */
const METHODS_BY_PATH: Readonly<Record<string, readonly string[]>> = {
  '/api/webhook.php': ['POST'],
  '/api/score.php': ['POST'],
  '/api/explain.php': ['POST'],
  '/api/leads': ['GET', 'HEAD', 'PATCH', 'POST'],
  [LEAD]: ['DELETE', 'GET', 'HEAD', 'PATCH'],
  [`${LEAD}/outcome`]: ['POST'],
  [`${LEAD}/replay`]: ['POST'],
  '/api/usage': ['GET', 'HEAD'],
  '/healthz': ['GET', 'HEAD'],
  '/readyz': ['GET', 'HEAD'],
  '/api/openapi.json': ['GET', 'HEAD'],
  '/api/docs/': ['GET', 'HEAD'],
};
const UNKNOWN_PATHS = ['/api', '/api/', '/webhook.php', '/api/webhook.phpx', '/api/leads/a/b', '/index.html'];

/** CONNECT asks for a tunnel instead of a path; broken-http.test.ts covers it. */
const methods = METHODS.filter((method) => method !== 'CONNECT');

describe.each(methods)('%s', (method) => {
  /** The response to HEAD has no body. */
  const expectRejected = (answer: ApiResponse, path: string, code: ErrorCode, words: string): void => {
    expect.soft(answer.status, `${method} ${path}`).toBe(ERRORS[code].status);
    expect.soft(answer.headers.get('x-error-code'), `${method} ${path}`).toBe(code);
    if (method !== 'HEAD') expectError(answer, code, words);
  };

  test('returns 405 and the allowed methods on paths that do not support it', async () => {
    for (const [path, taken] of Object.entries(METHODS_BY_PATH)) {
      if (taken.includes(method)) continue;
      const answer = await request(suite.api.url, method, path);
      const allowed = taken.join(', ');
      expect.soft(answer.headers.get('allow')).toBe(allowed);
      expectRejected(answer, path, 'method_not_allowed', allowed);
    }
  });

  test('returns 404 on unknown paths', async () => {
    for (const path of UNKNOWN_PATHS) {
      const answer = await request(suite.api.url, method, path);
      expectRejected(answer, path, 'not_found', 'no such endpoint');
    }
  });
});

test('the path and the method are checked before the body', async () => {
  for (const [body, headers] of [
    ['<lead/>', { 'Content-Type': 'application/xml' }],
    ['{', { 'Content-Type': 'application/json' }],
    ['x'.repeat(300_000), { 'Content-Type': 'text/plain' }],
  ] as const) {
    expectError(await suite.call('/nowhere', body, { headers }), 'not_found');
    expectError(await suite.call('/api/webhook.php', body, { headers, method: 'PUT' }), 'method_not_allowed');
  }
});

test('the docs page only allows GET, with and without a trailing slash', async () => {
  for (const path of ['/api/docs', '/api/docs/']) {
    const answer = await request(suite.api.url, 'POST', path);
    expectError(answer, 'method_not_allowed', 'GET, HEAD');
  }
});

test('every call returns missing_api_key as JSON without a key', async () => {
  for (const [path, taken] of Object.entries(METHODS_BY_PATH)) {
    for (const method of taken) {
      if (!/\.php|leads|usage/.test(path) || method === 'HEAD') continue;
      if (path === '/api/leads' && method === 'POST') continue; // only for people who are signed in
      const answer = await request(suite.api.url, method, path);
      expectError(answer, 'missing_api_key');
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
  }
});

describe.each(SCORING_CALLS)('%s', (path) => {
  const lead = (): Record<string, unknown> => makeLead({ email: newEmail() });
  const body = (): unknown => (path === '/api/explain.php' ? { lead: lead() } : lead());

  test('returns 200 for all spellings of its path that tools use', async () => {
    for (const spelling of [path, `${path}/`, path.replace('/api/', '/api//'), `${path}?utm_source=x`]) {
      expect(await suite.call(spelling, body()), spelling).toMatchObject({ status: 200 });
    }
  });

  test('never returns 404, 410 or a redirect', async () => {
    const key = suite.account.liveKey;
    for (const method of methods) {
      for (const headers of [{}, { 'X-API-KEY': key }]) {
        for (const address of [path, `${path}/?id=1`]) {
          const { status } = await request(suite.api.url, method, address, headers);
          expect
            .soft(
              [404, 410].includes(status) || (status >= 300 && status < 400),
              `${method} ${address} ${status}`,
            )
            .toBe(false);
        }
      }
    }
  });

  test('returns 400 for an invalid body', async () => {
    const isExplain = path === '/api/explain.php';
    expectError(await suite.call(path, '{'), 'invalid_json');
    expectError(await suite.call(path, {}), isExplain ? 'invalid_input' : 'missing_contact');
    expectError(
      await suite.call(path, undefined, { method: 'POST' }),
      isExplain ? 'invalid_input' : 'not_an_object',
    );
  });

  test('returns 400 for a body that is not UTF-8', async () => {
    const response = await fetch(suite.api.url + path, {
      method: 'POST',
      headers: { 'X-API-KEY': suite.account.liveKey, 'Content-Type': 'application/json' },
      body: Buffer.from('{"email":"ana@acme.com","name":"L\xf3pez"}', 'latin1'),
    });
    expectError(
      { status: response.status, headers: response.headers, body: await response.json() },
      'invalid_encoding',
    );
  });

  test('returns 401 for a missing or invalid key', async () => {
    expectError(await call(suite.api.url, path, body()), 'missing_api_key');
    expectError(await call(suite.api.url, path, body(), { key: 'nonsense' }), 'invalid_api_key');
  });

  test('returns 413 for a body that is too large', async () => {
    const large = { ...lead(), lead: lead(), more: 'x'.repeat(256 * 1024) };
    expectError(await suite.call(path, large), 'too_large');
  });

  test.each([
    'application/xml',
    'multipart/mixed; boundary=x',
    'text/html',
    'text/csv',
    'application/jsonp',
    'nonsense',
    'application/json; charset=iso-8859-1',
  ])('returns 415 for the content type %s', async (type) => {
    expectError(await suite.call(path, body(), { headers: { 'Content-Type': type } }), 'unsupported_type');
  });

  test('returns 415 for a compressed body', async () => {
    const headers = { 'Content-Encoding': 'gzip' };
    expectError(await suite.call(path, body(), { headers }), 'unsupported_type');
  });

  test('returns errors as JSON whatever the Accept header says', async () => {
    const answer = await suite.call(path, {}, { headers: { Accept: 'text/html' } });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });
});

describe('a stored lead', () => {
  test.each([
    ['without a prefix', '0'.repeat(32)],
    ['of another kind', `person_${'0'.repeat(32)}`],
    ['that is too short', 'lead_1'],
    ['that is too long', `lead_${'0'.repeat(1_000)}`],
    ['in capitals', `LEAD_${'0'.repeat(32)}`],
    ['with a NUL', '%00'],
    ['with a slash', '..%2f..'],
  ])('is not found by an ID %s', async (_, id) => {
    for (const answer of [
      await suite.call(`/api/leads/${id}`),
      await suite.call(`/api/leads/${id}`, undefined, { method: 'DELETE' }),
      await suite.call(`/api/leads/${id}/outcome`, { outcome: 'won' }),
      await suite.call(`/api/leads/${id}/replay`, undefined, { method: 'POST' }),
    ]) {
      expectError(answer, 'not_found', 'no such lead');
    }
  });
});
