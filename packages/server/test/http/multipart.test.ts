// Forms sent as multipart/form-data: the text becomes a lead, files are dropped, and broken bodies do no harm.

import { connect } from 'node:net';
import { makeAccount } from '@leadline/testkit/database/accounts';
import { type ApiResponse, call } from '@leadline/testkit/http/call';
import { expectError } from '@leadline/testkit/http/expect-error';
import { newEmail } from '@leadline/testkit/leads/make-lead';
import { callAs, useApi } from '@leadline/testkit/service/use-api';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { readFormToolCases } from '../../../engine/cases/form-tools/form-tool-cases.ts';
import { createKey } from '../../src/accounts/keys/create-key.ts';
import { asOperator } from '../../src/platform/db/account-scope.ts';

const suite = useApi();
let token: string;
beforeAll(async () => {
  const created = await createKey(suite.owner, asOperator(suite.account.accountId), 'live', 'Form', 'intake');
  token = created.key;
});

const BOUNDARY = '----leadline';
const type = (boundary = BOUNDARY): Record<string, string> => ({
  'Content-Type': `multipart/form-data; boundary=${boundary}`,
});
const part = (name: string, value: string, more = ''): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const END = `--${BOUNDARY}--\r\n`;

/** As a browser or curl would send it. */
async function post(form: FormData, path = '/api/webhook.php', key?: string): Promise<ApiResponse> {
  const response = await fetch(suite.api.url + path, {
    method: 'POST',
    body: form,
    headers: key === undefined ? {} : { 'X-API-KEY': key },
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}

const sendRaw = (body: string, headers = type(), path = '/api/webhook.php'): Promise<ApiResponse> =>
  suite.call(path, body, { headers });

const leadOf = async (leadId: string) => (await suite.call(`/api/leads/${leadId}`)).body.data.lead;

describe('a multipart form', () => {
  test('is read like any other form, on each call that takes forms', async () => {
    const email = newEmail();
    const form = new FormData();
    form.append('name', 'Zoë Ångström');
    form.append('email', email);
    form.append('message', 'Line one\r\nline two & more = fine');
    form.append('topics[]', 'frames');
    form.append('topics[]', 'lenses');
    form.append('custom_fields[When do you start?]', 'Now');
    const wanted = {
      name: 'Zoë Ångström',
      email,
      message: 'Line one\r\nline two & more = fine',
      custom_fields: { topics: 'frames, lenses', 'When do you start?': 'Now' },
    };
    for (const path of ['/api/webhook.php', '/api/score.php', `/api/intake/${token}`]) {
      const sent = await post(form, path, path.includes('intake') ? undefined : suite.account.liveKey);
      expect(sent, path).toMatchObject({ status: 200 });
      expect(await leadOf(sent.body.lead_id)).toMatchObject(wanted);
    }
  });

  test('keeps the names of files and drops their content, however large', async () => {
    const form = new FormData();
    form.append('email', newEmail());
    form.append('plan', new Blob(['x'.repeat(3 * 1024 * 1024)]), 'floor plan.pdf');
    form.append('photo', new Blob([]), '');
    const sent = await post(form, `/api/intake/${token}`);
    expect(sent).toMatchObject({ status: 200 });
    expect((await leadOf(sent.body.lead_id)).custom_fields).toEqual({ plan: 'floor plan.pdf' });
  });

  test('from Jotform is read like the same lead sent form-encoded', async () => {
    const [, jotform] = readFormToolCases().find(([name]) => name === 'jotform') ?? [];
    const form = new FormData();
    for (const [name, value] of new URLSearchParams(jotform?.body as string)) form.append(name, value);
    const sent = await post(form, `/api/intake/${token}`);
    // Jotform names no source, so it is the name of the key.
    expect(await leadOf(sent.body.lead_id)).toEqual({ ...jotform?.expect.lead, source: 'Form' });
  });

  test('is logged without its files and without secrets', async () => {
    const form = new FormData();
    form.append('email', newEmail());
    form.append('password', 'hunter2');
    form.append('plan', new Blob(['content of the file']), 'plan.pdf');
    const account = await makeAccount(suite.owner);
    await post(form, '/api/webhook.php', account.liveKey);
    await expect
      .poll(async () => (await callAs(suite, account)('/api/received')).body.data[0]?.body ?? '', {
        timeout: 10_000,
      })
      .toMatch(/^email=[^&]+&password=\[removed\]&plan=plan\.pdf$/);
  });

  test('is rejected where forms are not accepted', async () => {
    expectError(await sendRaw(part('a', 'b') + END, type(), '/api/views'), 'unsupported_type');
  });
});

describe('a broken multipart form is rejected', () => {
  test.each([
    ['without a boundary', part('email', 'a@b.co') + END, { 'Content-Type': 'multipart/form-data' }],
    ['with another boundary', part('email', 'a@b.co') + END, type('other')],
    ['without its end', part('email', 'a@b.co'), type()],
    [
      'in the middle of a part',
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="email"\r\n\r\na@b`,
      type(),
    ],
    ['in the middle of a header', `--${BOUNDARY}\r\nContent-Dispo`, type()],
    ['without anything', '', type()],
  ])('%s', async (_, body, headers) => {
    expectError(await sendRaw(body, headers), 'invalid_input');
  });

  test('with a part that has no name, or no header', async () => {
    const nameless = `--${BOUNDARY}\r\nContent-Disposition: form-data\r\n\r\nx\r\n`;
    const bare = `--${BOUNDARY}\r\n\r\nx\r\n`;
    expectError(await sendRaw(nameless + bare + END), 'missing_contact');
  });
});

describe('the limits of a multipart form', () => {
  test('are 256 KiB of text, in one part or in many', async () => {
    const email = part('email', 'a@b.co');
    expectError(await sendRaw(email + part('message', 'x'.repeat(257 * 1024)) + END), 'too_large', '256');
    const many = Array.from({ length: 30 }, (_, index) => part(`q${index}`, 'x'.repeat(10_000))).join('');
    expectError(await sendRaw(email + many + END), 'too_large', '256');
    expectError(await sendRaw(email + part('message', 'x'.repeat(30_000)) + END), 'too_long');
  });

  test('are 2,000 parts, and what follows is not read', async () => {
    const startedAt = performance.now();
    const many = part('a', '').repeat(100_000);
    expectError(await sendRaw(many.slice(0, 9 * 1024 * 1024)), 'too_many_fields');
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    const files = part('a', '', '; filename="a.txt"').repeat(3_000);
    expectError(await sendRaw(files + END), 'too_many_fields');
    expectError(await sendRaw(`--${BOUNDARY}\r\n`.repeat(100_000)), 'too_many_fields');
  });

  test('are 10 MiB with files, whether or not the length is announced', async () => {
    const form = new FormData();
    form.append('plan', new Blob(['x'.repeat(11 * 1024 * 1024)]), 'plan.pdf');
    await expect(
      post(form, `/api/intake/${token}`).then(
        ({ status }) => status,
        () => 413,
      ),
    ).resolves.toBe(413);
    const answer = await sendChunks(
      part('plan', '', '; filename="a"').slice(0, -2),
      'x'.repeat(256 * 1024),
      44,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 |^$/);
    const fine = new FormData();
    fine.append('email', newEmail());
    expect(await post(fine, `/api/intake/${token}`)).toMatchObject({ status: 200 });
  });

  test('cover long names and headers', async () => {
    expectError(await sendRaw(part('n'.repeat(5_000), 'x') + END), 'too_long');
    const header = `--${BOUNDARY}\r\nX: ${'y'.repeat(100_000)}\r\n\r\nx\r\n`;
    expect((await sendRaw(header + part('email', newEmail()) + END)).status).toBeLessThan(500);
  });
});

test('arbitrary multipart bodies never cause a failure on our side', async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      `--${BOUNDARY}`,
      `--${BOUNDARY}--`,
      '\r\n',
      '\r\n\r\n',
      '\n',
      '--',
      'Content-Disposition: form-data; name="email"',
      'Content-Disposition: form-data; name="__proto__"',
      'Content-Disposition: form-data; name="a"; filename="../../b"',
      "Content-Disposition: form-data; name*=utf-8''%ff%fe; filename*=utf-8''%00",
      'Content-Type: text/plain; charset=utf-16le',
      'Content-Transfer-Encoding: base64',
      'a@b.co',
      '\0',
    ),
    fc.string(),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
      const { status } = await sendRaw(pieces.join(''));
      expect(status).toBeLessThan(500);
    }),
    { numRuns: 150, seed: 20_261_116 },
  );
});

test('a connection that breaks in the middle of a form leaves the service as it was', async () => {
  const { hostname, port } = new URL(suite.api.url);
  for (let time = 0; time < 5; time++) {
    const socket = connect(Number(port), hostname);
    const head =
      `POST /api/intake/${token} HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\n` +
      `Content-Length: 5000\r\n\r\n${part('email', 'a@b.co')}`;
    await new Promise((resolve) => socket.write(head, resolve));
    socket.destroy();
  }
  const form = new URLSearchParams({ email: newEmail() }).toString();
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  expect(await call(suite.api.url, `/api/intake/${token}`, form, { headers })).toMatchObject({ status: 200 });
});

/** Sends a body of unknown length, and returns whatever was answered before the connection closed. */
function sendChunks(first: string, chunk: string, count: number): Promise<string> {
  const { hostname, port } = new URL(suite.api.url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (data) => (answer += data));
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
    const write = (text: string): void =>
      void socket.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
    socket.write(
      `POST /api/intake/${token} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n` +
        `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\n\r\n`,
    );
    write(first);
    for (let index = 0; index < count; index++) write(chunk);
  });
}
