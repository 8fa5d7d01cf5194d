// Uploading files over HTTP: a file is stored byte for byte or not at all.

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeAccount } from '@leadline/testkit/database/accounts';
import { openWorkerPool } from '@leadline/testkit/database/worker-pool';
import { importFileInProcess } from '@leadline/testkit/files/import-file';
import { toCsv } from '@leadline/testkit/files/to-csv';
import type { ApiResponse } from '@leadline/testkit/http/call';
import { expectError } from '@leadline/testkit/http/expect-error';
import { spawnApi } from '@leadline/testkit/service/spawn-leadline';
import { callAs, useApi } from '@leadline/testkit/service/use-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { NewAccount } from '../../src/operations/commands/create-account.ts';
import { openPool } from '../../src/platform/db/pool.ts';
import { buildTestApp } from '../support/app.ts';

const MIB = 1024 * 1024;

const suite = useApi({ inOneCell: true });

/** A new account for each test, because the number of files per account is limited. */
let account: NewAccount;
beforeEach(async () => {
  account = await makeAccount(suite.owner);
});

interface UploadOptions {
  readonly type?: string;
  readonly query?: string;
  readonly url?: string;
  readonly key?: string;
}

async function upload(
  file: string | Buffer | ReadableStream<Uint8Array>,
  { type, query = '', url = suite.api.url, key = account.liveKey }: UploadOptions = {},
): Promise<ApiResponse> {
  const response = await fetch(`${url}/api/imports${query}`, {
    method: 'POST',
    headers: { 'X-API-KEY': key, ...(type === undefined ? {} : { 'Content-Type': type }) },
    // As bytes, because fetch sends strings as text/plain.
    body: typeof file === 'string' ? Buffer.from(file) : file,
    ...(file instanceof ReadableStream ? { duplex: 'half' as const } : {}),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}

/** Counts the account's rows in the import tables. */
async function countStored(accountId = account.accountId): Promise<{ imports: number; chunks: number }> {
  const { rows } = await sql<{ imports: number; chunks: number }>`
    select (
        select count(*) from leadline.imports where account_id = ${accountId} and status <> 'rejected'
      )::integer as imports,
      (select count(*) from leadline.import_chunks where account_id = ${accountId})::integer as chunks`.execute(
    suite.owner,
  );
  return rows[0] as { imports: number; chunks: number };
}

const NOTHING = { imports: 0, chunks: 0 };

/** Sends raw bytes over a socket and collects the response until the server closes the connection. */
function startRaw(head: string): { readonly socket: Socket; readonly response: Promise<string> } {
  const { hostname, port } = new URL(suite.api.url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.write(`POST /api/imports HTTP/1.1\r\nHost: x\r\nX-API-KEY: ${account.liveKey}\r\n${head}\r\n\r\n`);
  // The server may hang up while we are still writing.
  const response = new Promise<string>((resolve) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    socket.on('error', () => {}).on('close', () => resolve(text));
  });
  return { socket, response };
}

describe('uploading the same two leads', () => {
  const message = 'Größe "XL",\nzwei Stück';
  const table = (delimiter: string, newline = '\n'): string =>
    [
      ['Name', 'E-Mail', 'Nachricht'],
      ['Zoë Müller', 'zoe@acme.com', `"${message.replaceAll('"', '""')}"`],
      ['Jörg Weiß', 'joerg@acme.com', 'Rückruf'],
    ]
      .map((values) => values.join(delimiter) + newline)
      .join('');
  const ndjson = [
    { Name: 'Zoë Müller', 'E-Mail': 'zoe@acme.com', Nachricht: message },
    { Name: 'Jörg Weiß', 'E-Mail': 'joerg@acme.com', Nachricht: 'Rückruf' },
  ]
    .map((row) => `${JSON.stringify(row)}\n`)
    .join('');

  const leads = [
    { name: 'Zoë Müller', email: 'zoe@acme.com', message },
    { name: 'Jörg Weiß', email: 'joerg@acme.com', message: 'Rückruf' },
  ];
  async function expectBoth(response: ApiResponse, format: 'csv' | 'ndjson'): Promise<void> {
    expect(response, response.text).toMatchObject({
      status: 200,
      body: { success: true, data: { status: 'ready', format, error: null } },
    });
    const rows = response.body.data.preview.rows.map(({ lead }: { lead: unknown }) => lead);
    expect(rows).toMatchObject(leads);
  }

  test.each([
    ['commas', Buffer.from(table(',')), 'csv'],
    ['semicolons', Buffer.from(table(';')), 'csv'],
    ['tabs', Buffer.from(table('\t')), 'csv'],
    ['bars', Buffer.from(table('|')), 'csv'],
    ['the delimiter declared in the first line', Buffer.from(`sep=#\n${table('#')}`), 'csv'],
    ['lines that end in \\r\\n', Buffer.from(table(',', '\r\n')), 'csv'],
    ['a byte order mark', Buffer.from(`\ufeff${table(',')}`), 'csv'],
    ['Windows-1252', Buffer.from(table(';'), 'latin1'), 'csv'],
    ['NDJSON', Buffer.from(ndjson), 'ndjson'],
    ['NDJSON with a byte order mark', Buffer.from(`\ufeff${ndjson}`), 'ndjson'],
  ] as const)('works with %s', async (_, file, format) => {
    const response = await upload(file);
    await expectBoth(response, format);
    expect(response.body.data).toMatchObject({
      file_name: 'leads',
      file_bytes: file.length,
      is_known: false,
      progress: { rows_read: 0, stored: 0, refused: 0 },
      started_at: null,
      finished_at: null,
    });
  });

  test.each([
    'text/csv',
    'text/csv; charset=iso-8859-1',
    'text/plain',
    'application/json',
    'application/x-www-form-urlencoded',
    'application/octet-stream',
    'application/vnd.ms-excel',
    'csv',
  ])('works with the content type %s', async (type) => {
    await expectBoth(await upload(table(','), { type }), 'csv');
  });

  test('works without a content type', async () => {
    await expectBoth(await upload(table(',')), 'csv');
  });

  test('keeps the file name', async () => {
    const query = `?file_name=${encodeURIComponent('Leads März & April.csv')}`;
    const response = await upload(table(','), { query });
    expect(response.body.data.file_name).toBe('Leads März & April.csv');
  });
});

describe('an upload that is rejected without storing anything:', () => {
  test.each([
    ['nothing', Buffer.alloc(0), /the file/],
    ['blanks', Buffer.from('  \n\n\t\n'), /the file is empty/],
    ['a header alone', Buffer.from('name,email\n'), /a header but no rows/],
    ['rows without a header', Buffer.from('Ana,ana@acme.com\nBo,bo@acme.com\n'), /looks like data/],
    ['a broken workbook', Buffer.from('PK\x03\x04\x14\0\x06\0', 'latin1'), /workbook is incomplete/],
    [
      'a workbook with a password',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
      /protected with a password/,
    ],
    ['an old spreadsheet', Buffer.from('d0cf11e0a1b11ae10000', 'hex'), /old Excel file/],
    ['UTF-16', Buffer.from('\ufeffname,email\nAna,ana@acme.com\n', 'utf16le'), /UTF-16/],
    ['UTF-16 without a mark', Buffer.from('name,email\nAna,ana@acme.com\n', 'utf16le'), /UTF-16/],
    ['a PDF', Buffer.from('%PDF-1.7\n…'), /PDF/],
    ['a compressed file', Buffer.from('1f8b0800000000000003', 'hex'), /gzip/],
    ['a picture', Buffer.from('89504e470d0a1a0a', 'hex'), /image/],
    ['a web page', Buffer.from('<!doctype html><html><body>Sign in</body></html>'), /web page/],
    ['other bytes', Buffer.from([1, 2, 0, 0, 7, 255, 0, 1]), /binary/],
    ['a JSON array', Buffer.from('[{"email":"ana@acme.com"}]'), /JSON array/],
    ['JSON over several lines', Buffer.from('{\n  "email": "ana@acme.com"\n}\n'), /one object per line/],
    [
      'a quote that never closes',
      Buffer.from('"name,email\nAna,ana@acme.com\n'),
      /quote in the header is never closed/,
    ],
    ['too many columns', Buffer.from(`email${',x'.repeat(500)}\nana@acme.com\n`), /501 columns/],
    [
      'a header without an end',
      Buffer.from(`email,${'x'.repeat(MIB)}\nana@acme.com\n`),
      /longer than 128 KiB/,
    ],
  ])('%s', async (_, file, words) => {
    const response = await upload(file, { type: 'text/csv' });
    expectError(response, 'invalid_input');
    expect(response.body.error).toMatch(words);
    expect(await countStored()).toEqual(NOTHING);
  });

  test('a request without a body', async () => {
    const response = await suite.call('/api/imports', undefined, { method: 'POST' });
    expectError(response, 'invalid_input');
  });

  test('a multipart form', async () => {
    const form = new FormData();
    form.set('file', new Blob(['email\nana@acme.com\n']), 'leads.csv');
    const { body, headers } = new Response(form);
    const response = await upload(body as ReadableStream<Uint8Array>, {
      type: headers.get('content-type') ?? '',
    });
    expectError(response, 'unsupported_type', 'send the file itself as the body');
    expect(await countStored()).toEqual(NOTHING);
  });

  test('invalid query parameters', async () => {
    for (const query of ['?start=maybe', '?when_full=never', '?file_name=', '?name=x']) {
      expectError(await upload('email\na@acme.com\n', { query }), 'invalid_input');
    }
    const withNul = await upload('email\na@acme.com\n', { query: '?file_name=%00' });
    expectError(withNul, 'invalid_characters');
    expect(withNul.body.field).toBe('file_name');
    expect(await countStored()).toEqual(NOTHING);
  });
});

describe('storing a file in chunks', () => {
  /** Letters of one to four bytes, so that chunk boundaries also fall inside characters. */
  const letters = 'aüक😀';
  const makeMessage = (index: number): string =>
    `${index}: ${Array.from({ length: 300 + (index % 7) }, (_, at) => [...letters][(at * at + index) % 4]).join('')}`;
  const makeTable = (rows: number): string =>
    toCsv(
      Array.from({ length: rows }, (_, index) => ({
        email: `lead-${index}@acme.com`,
        message: makeMessage(index),
      })),
    );

  async function chunksOf(): Promise<Buffer[]> {
    const rows = await suite.owner
      .selectFrom('import_chunks')
      .select(['number', 'bytes'])
      .where('account_id', '=', account.accountId)
      .orderBy('number')
      .execute();
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index));
    return rows.map(({ bytes }) => bytes);
  }

  test('keeps rows across chunk boundaries intact', async () => {
    const worker = openWorkerPool(suite.accountUrl);
    const rows = 3_400;
    const file = makeTable(rows);
    expect(Buffer.byteLength(file)).toBeGreaterThan(2.5 * MIB);
    const caller = callAs(suite, account);
    const id = await importFileInProcess(caller, worker, account.accountId, file);
    await worker.end();
    expect((await caller(`/api/imports/${id}`)).body.data.progress).toEqual({
      bytes_read: Buffer.byteLength(file),
      unassigned: 0,
      rows_read: rows,
      stored: rows,
      refused: 0,
      repeated: 0,
      warnings: 0,
      removed: 0,
    });
    const stored = await sql<{ email: string; message: string }>`
      select lead->>'email' as email, lead->>'message' as message from leadline.leads
      where account_id = ${account.accountId}`.execute(suite.owner);
    const messages = new Map(stored.rows.map(({ email, message }) => [email, message]));
    expect(messages.size).toBe(rows);
    for (let index = 0; index < rows; index++) {
      expect(messages.get(`lead-${index}@acme.com`)).toBe(makeMessage(index));
    }
  });

  test.each([
    ['1 MiB', MIB],
    ['1 MiB and a byte', MIB + 1],
    ['a byte less than 2 MiB', 2 * MIB - 1],
    ['2 MiB', 2 * MIB],
  ])('stores every byte of a file of %s', async (_, size) => {
    const table = `email,message\n${'ana@acme.com,"We need 40 laptops, by Friday"\n'.repeat(1_000)}`;
    const file = Buffer.from(`${table}bo@acme.com,${'x'.repeat(size - table.length - 13)}\n`);
    expect(file).toHaveLength(size);
    const response = await upload(file);
    expect(response).toMatchObject({ status: 200, body: { data: { file_bytes: size } } });
    const chunks = await chunksOf();
    expect(chunks.slice(0, -1).every((chunk) => chunk.length === MIB)).toBe(true);
    expect(chunks).toHaveLength(Math.ceil(size / MIB));
    expect(Buffer.concat(chunks).equals(file)).toBe(true);
  });

  test('gives the same chunks however the body is split on the wire', async () => {
    const file = Buffer.from(makeTable(1_700));
    const parts = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0, size = 1; at < file.length; at += size, size = (size * 7) % 65_521)
          controller.enqueue(file.subarray(at, at + size));
        controller.close();
      },
    });
    const response = await upload(parts);
    expect(response, response.text).toMatchObject({
      status: 200,
      body: { data: { file_bytes: file.length } },
    });
    expect(Buffer.concat(await chunksOf()).equals(file)).toBe(true);
    const { file_hash } = await suite.owner
      .selectFrom('imports')
      .select('file_hash')
      .where('account_id', '=', account.accountId)
      .executeTakeFirstOrThrow();
    expect(file_hash).toEqual(createHash('sha256').update(file).digest());
    expect((await upload(file)).body.data).toMatchObject({
      import_id: response.body.data.import_id,
      is_known: true,
    });
  });
});

describe('an interrupted upload', () => {
  const part = Buffer.from(`email,message\n${'ana@acme.com,We need 40 laptops\n'.repeat(50_000)}`);

  test.each([
    ['with a known length', `Content-Length: ${10 * MIB}`, part],
    [
      'in chunks',
      'Transfer-Encoding: chunked',
      Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]),
    ],
  ])('leaves nothing behind if it was sent %s', async (_, head, body) => {
    const { socket, response } = startRaw(head);
    socket.write(body);
    await expect.poll(() => countStored(), { timeout: 10_000 }).toEqual({ imports: 1, chunks: 1 });
    const caller = callAs(suite, account);
    const [listed] = (await caller('/api/imports')).body.data;
    expect(listed).toMatchObject({ status: 'uploading', format: null, mapping: null });
    for (const what of ['start', 'preview']) {
      const early = await caller(`/api/imports/${listed.import_id}/${what}`, {});
      expectError(early, 'conflict', 'uploading');
    }
    socket.destroy();
    await response;
    await expect.poll(() => countStored(), { timeout: 10_000 }).toEqual(NOTHING);
  });

  test('gets a 409 and is disconnected if it was cancelled', async () => {
    const { socket, response } = startRaw(`Content-Length: ${100 * MIB}`);
    socket.write(part);
    await expect.poll(() => countStored(), { timeout: 10_000 }).toEqual({ imports: 1, chunks: 1 });
    const caller = callAs(suite, account);
    const [{ import_id }] = (await caller('/api/imports')).body.data;
    const cancelled = await caller(`/api/imports/${import_id}/cancel`, {});
    expect(cancelled.body.data).toMatchObject({ status: 'cancelled' });
    socket.write(part);
    const text = await Promise.race([response, sleep(5_000, 'still open after 5 s')]);
    expect(text).toMatch(/^HTTP\/1\.1 409 .*"code":"conflict".*cancelled/s);
    expect((await countStored()).chunks).toBe(0);
  });
});

describe('the limit of 1 GiB', () => {
  test('rejects a larger file by its Content-Length, before it is sent', async () => {
    const { response } = startRaw(`Content-Length: ${1024 * MIB + 1}\r\nConnection: close`);
    const text = await Promise.race([response, sleep(3_000, 'nothing within 3 s')]);
    expect(text).toMatch(/^HTTP\/1\.1 413 .*"code":"too_large".*1 GiB/s);
    expect(await countStored()).toEqual(NOTHING);
  });

  test('accepts a file of exactly 1 GiB', async () => {
    const { socket, response } = startRaw(`Content-Length: ${1024 * MIB}`);
    expect(await Promise.race([response, sleep(500, 'nothing yet')])).toBe('nothing yet');
    socket.destroy();
    await response;
    await expect.poll(() => countStored()).toEqual(NOTHING);
  });
});

describe('uploading the same file again', () => {
  const file = toCsv([{ email: 'ana@acme.com', message: 'Hello' }]);

  test('returns the same import, whatever the file name', async () => {
    const first = await upload(file, { query: '?file_name=a.csv' });
    const again = await upload(file, { query: '?file_name=b.csv', type: 'application/json' });
    expect(first.body.data).toMatchObject({ is_known: false, file_name: 'a.csv' });
    expect(again.body.data).toEqual({ ...first.body.data, is_known: true });
    expect(await countStored()).toEqual({ imports: 1, chunks: 1 });
  });

  test('creates a new import for another account or a changed file', async () => {
    const other = await makeAccount(suite.owner);
    const ids = [
      await upload(file),
      await upload(file, { key: other.liveKey }),
      await upload(file, { key: account.testKey }),
      await upload(`${file}\n`),
    ].map(({ body }) => body.data.import_id);
    expect(new Set(ids).size).toBe(4);
  });

  test('creates only one import for concurrent uploads', async () => {
    for (let round = 0; round < 5; round++) {
      const { accountId, liveKey: key } = await makeAccount(suite.owner);
      const responses = await Promise.all(Array.from({ length: 4 }, () => upload(file, { key })));
      expect(responses.map(({ status, text }) => [status, status === 200 ? '' : text])).toEqual(
        responses.map(() => [200, '']),
      );
      expect(new Set(responses.map(({ body }) => body.data.import_id)).size).toBe(1);
      expect(responses.filter(({ body }) => !body.data.is_known)).toHaveLength(1);
      expect(await countStored(accountId)).toEqual({ imports: 1, chunks: 1 });
    }
  });
});

describe('during an upload,', () => {
  test('losing the database gives a 503 and closes the connection', async () => {
    const pool = openPool(suite.accountUrl, { size: 2 });
    onTestFinished(() => pool.end());
    const holder = await pool.connect();
    await holder.query('begin; lock table leadline.import_chunks in access exclusive mode');
    const { socket, response } = startRaw(`Content-Length: ${100 * MIB}`);
    socket.write(Buffer.from(`email,message\n${'ana@acme.com,Hello\n'.repeat(500_000)}`));
    await expect
      .poll(async () => {
        const { rowCount } = await pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rowCount;
      })
      .toBe(1);
    await holder.query('rollback');
    holder.release();
    // The API must close the connection without waiting for the rest of the body, even while shutting down.
    const text = await Promise.race([response, sleep(5_000, 'still open after 5 s')]);
    expect(text).toMatch(/^HTTP\/1\.1 503 .*"code":"overloaded"/s);
    expect(await countStored()).toEqual(NOTHING);
  });

  test('the connection stays usable and keeps its idle timeout', async () => {
    const server = await buildTestApp(
      openPool(suite.accountUrl, { size: 2, role: 'leadline_api' }),
      openPool(suite.accountUrl, { size: 2, role: 'leadline_api' }),
    );
    const sockets: Socket[] = [];
    server.app.server.on('connection', (socket: Socket) => sockets.push(socket));
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    onTestFinished(() => server.close());
    const { port } = server.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const listeners: number[] = [];
    const file = 'email\nana@acme.com\n';
    for (let index = 0; index < 12; index++) {
      socket.write(
        `POST /api/imports HTTP/1.1\r\nHost: x\r\nX-API-KEY: ${account.liveKey}\r\n` +
          `Content-Length: ${file.length}\r\n\r\n${file}`,
      );
      await once(socket, 'data');
      await sleep(20);
      listeners.push(sockets[0]?.listenerCount('timeout') ?? 0);
    }
    expect(sockets).toHaveLength(1);
    // An idle connection is closed after a while, and listeners don't pile up on it.
    expect(sockets[0]?.timeout).toBeGreaterThanOrEqual(72_000);
    expect(listeners.at(-1)).toBe(listeners[0]);
  });
});

test('an account can have at most ten files waiting to be imported', async () => {
  const files = Array.from({ length: 11 }, (_, index) => `email\nlead-${index}@acme.com\n`);
  const ids: string[] = [];
  for (const file of files.slice(0, 10)) ids.push((await upload(file)).body.data.import_id);
  expectError(await upload(files[10] ?? ''), 'limit_reached', 'start or cancel some first');
  expect(await countStored()).toEqual({ imports: 10, chunks: 10 });
  // A file that is already stored needs no additional slot.
  expect((await upload(files[3] ?? '')).body.data).toMatchObject({ import_id: ids[3], is_known: true });
  await callAs(suite, account)(`/api/imports/${ids[0]}/cancel`, {});
  expect(await upload(files[10] ?? '')).toMatchObject({ status: 200 });
});

describe('a large file', () => {
  const MEGABYTES = 200;
  let api: Awaited<ReturnType<typeof spawnApi>>;
  beforeAll(async () => {
    api = await spawnApi(suite.databaseUrl);
  });
  afterAll(() => api.kill('SIGKILL'));

  const memoryOf = (name: 'VmRSS' | 'VmHWM'): number => {
    const status = readFileSync(`/proc/${api.child.pid}/status`, 'utf8');
    return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1_000;
  };

  test('uses little memory', async () => {
    const rows = Buffer.from('ana@acme.com,"We need 40 laptops, with docking stations"\n'.repeat(16_384));
    let sent = 0;
    const file = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent === 0) controller.enqueue(Buffer.from('email,message\n'));
        controller.enqueue(rows);
        sent += rows.length;
        if (sent >= MEGABYTES * 1_000_000) controller.close();
      },
    });
    const idle = memoryOf('VmRSS');
    const response = await upload(file, { url: api.url });
    expect(response.body.data, response.text).toMatchObject({ status: 'ready', file_bytes: sent + 14 });
    // About 210 MB when idle and 300 MB during an upload, even one of 1 GiB.
    expect(memoryOf('VmHWM') - idle).toBeLessThan(150);
  });
});
