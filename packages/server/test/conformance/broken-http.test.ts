// Malformed HTTP gets an error response like any other error.

import { once } from 'node:events';
import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import type { ErrorCode } from '@leadline/contract/errors';
import { expectError } from '@leadline/testkit/http/expect-error';
import { useApi } from '@leadline/testkit/service/use-api';
import { describe, expect, test } from 'vitest';

const suite = useApi();

interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Sends raw bytes and reads the response until the server closes. `isCut` closes our side after sending. */
async function exchange(bytes: string, isCut = false): Promise<RawAnswer> {
  const { hostname, port } = new URL(suite.api.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.setTimeout(5_000, () => socket.destroy(new Error('the server leaves the connection open')));
  socket[isCut ? 'end' : 'write'](Buffer.from(bytes, 'latin1'));
  const answer = (await readText(socket)).replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  const payload = rest.join('\r\n\r\n');
  const isChunked = /^transfer-encoding: chunked$/im.test(head);
  const body = isChunked ? payload.replace(/(?:^|\r\n)[0-9a-f]+\r\n/g, '').trim() : payload;
  return {
    status: Number(head.split(' ')[1]),
    head,
    headers: new Headers(
      head
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(': ', 2) as [string, string]),
    ),
    body: body === '' ? null : JSON.parse(body),
  };
}

const post = (...lines: readonly string[]): string =>
  ['POST /api/webhook.php HTTP/1.1', 'Host: api', `X-API-KEY: ${suite.account.liveKey}`, ...lines].join(
    '\r\n',
  );
const JSON_TYPE = 'Content-Type: application/json';
const END = '\r\n\r\n';

const BROKEN: Readonly<Record<string, readonly [code: ErrorCode, bytes: () => string]>> = {
  'a malformed request line': ['invalid_http', () => `hello${END}`],
  'a request line without a path': ['invalid_http', () => `GET HTTP/1.1\r\nHost: api${END}`],
  'a version of HTTP that does not exist': ['invalid_http', () => `GET / HTTP/9.9\r\nHost: api${END}`],
  'the preface of HTTP/2': ['invalid_http', () => `PRI * HTTP/2.0${END}SM${END}`],
  'a TLS handshake': ['invalid_http', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  'no Host header': ['invalid_http', () => `GET /healthz HTTP/1.1\r\nConnection: close${END}`],
  'a space in the name of a header': ['invalid_http', () => post('Bad Header: x') + END],
  'a header without a colon': ['invalid_http', () => post('nonsense') + END],
  'a control character in a header': ['invalid_http', () => post('X-A: a\x01b') + END],
  'a chunk without a length': [
    'invalid_http',
    () => `${post(JSON_TYPE, 'Transfer-Encoding: chunked')}${END}ZZ\r\n{}\r\n0${END}`,
  ],
  'a chunk that is longer than it says': [
    'invalid_http',
    () => `${post(JSON_TYPE, 'Transfer-Encoding: chunked')}${END}2\r\n{}{}\r\n0${END}`,
  ],
  'an endless chunk extension': [
    'too_large',
    () => `${post(JSON_TYPE, 'Transfer-Encoding: chunked')}${END}2;${'a'.repeat(20_000)}\r\n{}\r\n0${END}`,
  ],
  'a length and chunks at once': [
    'invalid_http',
    () => `${post(JSON_TYPE, 'Content-Length: 3', 'Transfer-Encoding: chunked')}${END}2\r\n{}\r\n0${END}`,
  ],
  'an unknown transfer encoding': [
    'invalid_http',
    () => `${post(JSON_TYPE, 'Transfer-Encoding: nonsense')}${END}{}`,
  ],
  'a Content-Length that is not a number': ['invalid_http', () => post('Content-Length: many') + END],
  'a negative Content-Length': ['invalid_http', () => post('Content-Length: -1') + END],
  'two different Content-Lengths': [
    'invalid_http',
    () => `${post(JSON_TYPE, 'Content-Length: 2', 'Content-Length: 3')}${END}{}`,
  ],
  'a body that is longer than its Content-Length': [
    'invalid_json',
    () => `${post(JSON_TYPE, 'Content-Length: 1')}${END}{}`,
  ],
  'a Content-Length over the limit': [
    'too_large',
    () => `${post(JSON_TYPE, 'Connection: close', 'Content-Length: 300000')}${END}`,
  ],
  'headers that are too large': ['headers_too_large', () => post(`X-A: ${'a'.repeat(20_000)}`) + END],
  'an address that is too large': [
    'headers_too_large',
    () => `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: api${END}`,
  ],
  'an unknown expectation': [
    'expectation_failed',
    () => post('Expect: nonsense', 'Connection: close', 'Content-Length: 0') + END,
  ],
  'a method that does not exist': ['invalid_http', () => `FROB /api/webhook.php HTTP/1.1\r\nHost: api${END}`],
  TRACE: [
    'method_not_allowed',
    () => `TRACE /api/webhook.php HTTP/1.1\r\nHost: api\r\nConnection: close${END}`,
  ],
  'CONNECT to another host': [
    'method_not_allowed',
    () => `CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443${END}`,
  ],
  'CONNECT to a call': ['method_not_allowed', () => `CONNECT /api/webhook.php HTTP/1.1\r\nHost: api${END}`],
  'OPTIONS of the whole server': [
    'not_found',
    () => `OPTIONS * HTTP/1.1\r\nHost: api\r\nConnection: close${END}`,
  ],
  'a percent sign without digits': [
    'invalid_http',
    () => `POST /api/webhook.php%zz HTTP/1.1\r\nHost: api\r\nConnection: close${END}`,
  ],
  'percent signs that are no UTF-8': [
    'invalid_http',
    () => `GET /api/leads/%ff HTTP/1.1\r\nHost: api\r\nConnection: close${END}`,
  ],
  'a URL with an invalid byte': ['invalid_http', () => `GET /\xff HTTP/1.1\r\nHost: api${END}`],
  'a URL with a NUL': ['invalid_http', () => `GET /\0 HTTP/1.1\r\nHost: api${END}`],
  'an absolute URL with an unknown path': [
    'not_found',
    () => `GET http://example.org/nowhere HTTP/1.1\r\nHost: example.org\r\nConnection: close${END}`,
  ],
};

describe('an error response is sent for', () => {
  test.each(Object.entries(BROKEN))('%s', async (_, [code, bytes]) => {
    const answer = await exchange(bytes());
    expectError(answer, code);
    expect(answer.head).toMatch(/^content-type: application\/json; charset=utf-8$/im);
  });

  test('a body shorter than its Content-Length', async () => {
    const answer = await exchange(`${post(JSON_TYPE, 'Content-Length: 50')}${END}{}`, true);
    expectError(answer, 'invalid_http');
  });
});

describe('unusual but valid HTTP is served:', () => {
  const body = '{"email":"ana@acme.com"}';

  test('an absolute URL', async () => {
    const lines = [JSON_TYPE, `Content-Length: ${body.length}`, 'Connection: close'];
    const bytes = post(...lines).replace(' /api/', ' http://api/api/') + END + body;
    expect(await exchange(bytes)).toMatchObject({ status: 200, body: { success: true } });
  });

  test('a chunked body', async () => {
    const lines = [JSON_TYPE, 'Transfer-Encoding: chunked', 'Connection: close'];
    const chunks = `8\r\n${body.slice(0, 8)}\r\n${(body.length - 8).toString(16)}\r\n${body.slice(8)}\r\n0${END}`;
    expect(await exchange(post(...lines) + END + chunks)).toMatchObject({ status: 200 });
  });

  test('a body after 100 Continue', async () => {
    const lines = [JSON_TYPE, `Content-Length: ${body.length}`, 'Connection: close', 'Expect: 100-continue'];
    expect(await exchange(post(...lines) + END + body)).toMatchObject({ status: 200 });
  });

  test('an empty line after a body', async () => {
    const lines = [JSON_TYPE, `Content-Length: ${body.length}`];
    const bytes = `${post(...lines)}${END}${body}\r\nGET /healthz HTTP/1.1\r\nHost: api\r\nConnection: close${END}`;
    expect(await exchange(bytes).catch(String)).not.toMatchObject({ status: 400 });
  });

  test('HTTP/1.0 without a Host header', async () => {
    expect(await exchange(`GET /healthz HTTP/1.0${END}`)).toMatchObject({ status: 200 });
  });

  test('an upgrade request, which is ignored', async () => {
    const lines = ['GET /healthz HTTP/1.1', 'Host: api', 'Connection: close, upgrade', 'Upgrade: websocket'];
    expect(await exchange(lines.join('\r\n') + END)).toMatchObject({ status: 200 });
  });
});
