// A file on its way in, over HTTP: whatever it is called, it is kept to the byte or not at all.

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
import { openPool } from '../../src/db/pool.ts';
import type { NewAccount } from '../../src/operator/create-account.ts';
import { buildTestApp } from '../support/app.ts';

const MIB = 1024 * 1024;

const suite = useApi();

/** A new one for each test: an account may have no more than a few files. */
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
    // As bytes: fetch would say text/plain of a text.
    body: typeof file === 'string' ? Buffer.from(file) : file,
    ...(file instanceof ReadableStream ? { duplex: 'half' as const } : {}),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}

/** What the account has in the tables of imports. */
async function kept(accountId = account.accountId): Promise<{ imports: number; chunks: number }> {
  const { rows } = await sql<{ imports: number; chunks: number }>`
    select (select count(*) from leadline.imports where account_id = ${accountId})::integer as imports,
      (select count(*) from leadline.import_chunks where account_id = ${accountId})::integer as chunks`.execute(
    suite.owner,
  );
  return rows[0] as { imports: number; chunks: number };
}

const NOTHING = { imports: 0, chunks: 0 };

/** Sends what it is given and nothing else; answers of the server are read to their end. */
function startRaw(head: string): { readonly socket: Socket; readonly answer: Promise<string> } {
  const { hostname, port } = new URL(suite.api.url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.write(`POST /api/imports HTTP/1.1\r\nHost: x\r\nX-API-KEY: ${account.liveKey}\r\n${head}\r\n\r\n`);
  // A server that has heard enough hangs up while more is being written.
  const answer = new Promise<string>((resolve) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    socket.on('error', () => {}).on('close', () => resolve(text));
  });
  return { socket, answer };
}

describe('the same two leads', () => {
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
  async function expectBoth(answer: ApiResponse, format: 'csv' | 'ndjson'): Promise<void> {
    expect(answer, answer.text).toMatchObject({
      status: 200,
      body: { success: true, data: { status: 'ready', format, error: null } },
    });
    const rows = answer.body.data.preview.rows.map(({ lead }: { lead: unknown }) => lead);
    expect(rows).toMatchObject(leads);
  }

  test.each([
    ['commas', Buffer.from(table(',')), 'csv'],
    ['semicolons', Buffer.from(table(';')), 'csv'],
    ['tabs', Buffer.from(table('\t')), 'csv'],
    ['bars', Buffer.from(table('|')), 'csv'],
    ['the delimiter that its first line tells', Buffer.from(`sep=#\n${table('#')}`), 'csv'],
    ['lines that end in \\r\\n', Buffer.from(table(',', '\r\n')), 'csv'],
    ['a byte order mark', Buffer.from(`\ufeff${table(',')}`), 'csv'],
    ['Windows-1252', Buffer.from(table(';'), 'latin1'), 'csv'],
    ['NDJSON', Buffer.from(ndjson), 'ndjson'],
    ['NDJSON with a byte order mark', Buffer.from(`\ufeff${ndjson}`), 'ndjson'],
  ] as const)('come in by %s', async (_, file, format) => {
    const answer = await upload(file);
    await expectBoth(answer, format);
    expect(answer.body.data).toMatchObject({
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
  ])('come in as %s', async (type) => {
    await expectBoth(await upload(table(','), { type }), 'csv');
  });

  test('come in without a content type', async () => {
    await expectBoth(await upload(table(',')), 'csv');
  });

  test('come in under the name they were given', async () => {
    const query = `?file_name=${encodeURIComponent('Leads März & April.csv')}`;
    const answer = await upload(table(','), { query });
    expect(answer.body.data.file_name).toBe('Leads März & April.csv');
  });
});

describe('what is no file of leads is refused, and nothing of it is kept:', () => {
  test.each([
    ['nothing', Buffer.alloc(0), /the file/],
    ['blanks', Buffer.from('  \n\n\t\n'), /the file is empty/],
    ['a header alone', Buffer.from('name,email\n'), /a header but no rows/],
    ['rows without a header', Buffer.from('Ana,ana@acme.com\nBo,bo@acme.com\n'), /looks like a row/],
    ['a spreadsheet', Buffer.from('PK\x03\x04\x14\0\x06\0', 'latin1'), /spreadsheet.*save the sheet as/],
    ['an old spreadsheet', Buffer.from('d0cf11e0a1b11ae10000', 'hex'), /old Excel file/],
    ['UTF-16', Buffer.from('\ufeffname,email\nAna,ana@acme.com\n', 'utf16le'), /UTF-16/],
    ['UTF-16 without a mark', Buffer.from('name,email\nAna,ana@acme.com\n', 'utf16le'), /UTF-16/],
    ['a PDF', Buffer.from('%PDF-1.7\n…'), /PDF/],
    ['a compressed file', Buffer.from('1f8b0800000000000003', 'hex'), /gzip/],
    ['a picture', Buffer.from('89504e470d0a1a0a', 'hex'), /image/],
    ['a web page', Buffer.from('<!doctype html><html><body>Sign in</body></html>'), /web page/],
    ['other bytes', Buffer.from([1, 2, 0, 0, 7, 255, 0, 1]), /binary/],
    ['one JSON list', Buffer.from('[{"email":"ana@acme.com"}]'), /one JSON list/],
    ['JSON over several lines', Buffer.from('{\n  "email": "ana@acme.com"\n}\n'), /one object a line/],
    [
      'a quote that never closes',
      Buffer.from('"name,email\nAna,ana@acme.com\n'),
      /quote opens in the header/,
    ],
    ['too many columns', Buffer.from(`email${',x'.repeat(500)}\nana@acme.com\n`), /501 columns/],
    ['a header without an end', Buffer.from(`email,${'x'.repeat(MIB)}\nana@acme.com\n`), /longer than 1 MiB/],
  ])('%s', async (_, file, words) => {
    const answer = await upload(file, { type: 'text/csv' });
    expectError(answer, 'invalid_input');
    expect(answer.body.error).toMatch(words);
    expect(await kept()).toEqual(NOTHING);
  });

  test('no body at all', async () => {
    const answer = await suite.call('/api/imports', undefined, { method: 'POST' });
    expectError(answer, 'invalid_input');
  });

  test('a form around the file', async () => {
    const form = new FormData();
    form.set('file', new Blob(['email\nana@acme.com\n']), 'leads.csv');
    const { body, headers } = new Response(form);
    const answer = await upload(body as ReadableStream<Uint8Array>, {
      type: headers.get('content-type') ?? '',
    });
    expectError(answer, 'unsupported_type', 'send the file itself as the body');
    expect(await kept()).toEqual(NOTHING);
  });

  test('a wrong query', async () => {
    for (const query of ['?start=maybe', '?when_full=never', '?file_name=', '?name=x']) {
      expectError(await upload('email\na@acme.com\n', { query }), 'invalid_input');
    }
    const withNul = await upload('email\na@acme.com\n', { query: '?file_name=%00' });
    expectError(withNul, 'invalid_characters');
    expect(withNul.body.field).toBe('file_name');
    expect(await kept()).toEqual(NOTHING);
  });
});

describe('pieces', () => {
  /** Letters of one to four bytes, so that boundaries fall into the midst of them too. */
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

  test('rows that lie across two of them come in whole', async () => {
    const worker = openWorkerPool(suite.databaseUrl);
    const rows = 3_400;
    const file = makeTable(rows);
    expect(Buffer.byteLength(file)).toBeGreaterThan(2.5 * MIB);
    const caller = callAs(suite, account);
    const id = await importFileInProcess(caller, worker, account.accountId, file);
    await worker.end();
    expect((await caller(`/api/imports/${id}`)).body.data.progress).toEqual({
      bytes_read: Buffer.byteLength(file),
      rows_read: rows,
      stored: rows,
      refused: 0,
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
  ])('of a file of %s are all of it', async (_, size) => {
    const table = `email,message\n${'ana@acme.com,"We need 40 laptops, by Friday"\n'.repeat(1_000)}`;
    const file = Buffer.from(`${table}bo@acme.com,${'x'.repeat(size - table.length - 13)}\n`);
    expect(file).toHaveLength(size);
    const answer = await upload(file);
    expect(answer).toMatchObject({ status: 200, body: { data: { file_bytes: size } } });
    const chunks = await chunksOf();
    expect(chunks.slice(0, -1).every((chunk) => chunk.length === MIB)).toBe(true);
    expect(chunks).toHaveLength(Math.ceil(size / MIB));
    expect(Buffer.concat(chunks).equals(file)).toBe(true);
  });

  test('are the same however the body comes in', async () => {
    const file = Buffer.from(makeTable(1_700));
    const parts = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0, size = 1; at < file.length; at += size, size = (size * 7) % 65_521)
          controller.enqueue(file.subarray(at, at + size));
        controller.close();
      },
    });
    const answer = await upload(parts);
    expect(answer, answer.text).toMatchObject({ status: 200, body: { data: { file_bytes: file.length } } });
    expect(Buffer.concat(await chunksOf()).equals(file)).toBe(true);
    const { file_hash } = await suite.owner
      .selectFrom('imports')
      .select('file_hash')
      .where('account_id', '=', account.accountId)
      .executeTakeFirstOrThrow();
    expect(file_hash).toEqual(createHash('sha256').update(file).digest());
    expect((await upload(file)).body.data).toMatchObject({
      import_id: answer.body.data.import_id,
      is_known: true,
    });
  });
});

describe('an upload that breaks off', () => {
  const part = Buffer.from(`email,message\n${'ana@acme.com,We need 40 laptops\n'.repeat(50_000)}`);

  test.each([
    ['of a known length', `Content-Length: ${10 * MIB}`, part],
    [
      'in chunks',
      'Transfer-Encoding: chunked',
      Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]),
    ],
  ])('leaves nothing behind: %s', async (_, head, body) => {
    const { socket, answer } = startRaw(head);
    socket.write(body);
    await expect.poll(() => kept(), { timeout: 10_000 }).toEqual({ imports: 1, chunks: 1 });
    const caller = callAs(suite, account);
    const [listed] = (await caller('/api/imports')).body.data;
    expect(listed).toMatchObject({ status: 'uploading', format: null, mapping: null });
    for (const what of ['start', 'preview']) {
      const early = await caller(`/api/imports/${listed.import_id}/${what}`, {});
      expectError(early, 'conflict', 'uploading');
    }
    socket.destroy();
    await answer;
    await expect.poll(() => kept(), { timeout: 10_000 }).toEqual(NOTHING);
  });

  test('because it was cancelled is told so, and its connection is not kept', async () => {
    const { socket, answer } = startRaw(`Content-Length: ${100 * MIB}`);
    socket.write(part);
    await expect.poll(() => kept(), { timeout: 10_000 }).toEqual({ imports: 1, chunks: 1 });
    const caller = callAs(suite, account);
    const [{ import_id }] = (await caller('/api/imports')).body.data;
    const cancelled = await caller(`/api/imports/${import_id}/cancel`, {});
    expect(cancelled.body.data).toMatchObject({ status: 'cancelled' });
    socket.write(part);
    const given = await Promise.race([answer, sleep(5_000, 'no end within 5 s')]);
    expect(given).toMatch(/^HTTP\/1\.1 409 .*"code":"conflict".*cancelled/s);
    expect((await kept()).chunks).toBe(0);
  });
});

describe('a file above 1 GiB', () => {
  test('is refused before it is sent when its length is told', async () => {
    const { answer } = startRaw(`Content-Length: ${1024 * MIB + 1}\r\nConnection: close`);
    const given = await Promise.race([answer, sleep(3_000, 'nothing within 3 s')]);
    expect(given).toMatch(/^HTTP\/1\.1 413 .*"code":"too_large".*1 GiB/s);
    expect(await kept()).toEqual(NOTHING);
  });

  test('is not one of 1 GiB', async () => {
    const { socket, answer } = startRaw(`Content-Length: ${1024 * MIB}`);
    expect(await Promise.race([answer, sleep(500, 'nothing yet')])).toBe('nothing yet');
    socket.destroy();
    await answer;
    await expect.poll(() => kept()).toEqual(NOTHING);
  });
});

describe('the same file', () => {
  const file = toCsv([{ email: 'ana@acme.com', message: 'Hello' }]);

  test('is the same import under any name', async () => {
    const first = await upload(file, { query: '?file_name=a.csv' });
    const again = await upload(file, { query: '?file_name=b.csv', type: 'application/json' });
    expect(first.body.data).toMatchObject({ is_known: false, file_name: 'a.csv' });
    expect(again.body.data).toEqual({ ...first.body.data, is_known: true });
    expect(await kept()).toEqual({ imports: 1, chunks: 1 });
  });

  test('is another import of another account, and with a byte more', async () => {
    const other = await makeAccount(suite.owner);
    const ids = [
      await upload(file),
      await upload(file, { key: other.liveKey }),
      await upload(file, { key: account.testKey }),
      await upload(`${file}\n`),
    ].map(({ body }) => body.data.import_id);
    expect(new Set(ids).size).toBe(4);
  });

  test('uploaded several times at once is one import', async () => {
    for (let round = 0; round < 5; round++) {
      const { accountId, liveKey: key } = await makeAccount(suite.owner);
      const answers = await Promise.all(Array.from({ length: 4 }, () => upload(file, { key })));
      expect(answers.map(({ status, text }) => [status, status === 200 ? '' : text])).toEqual(
        answers.map(() => [200, '']),
      );
      expect(new Set(answers.map(({ body }) => body.data.import_id)).size).toBe(1);
      expect(answers.filter(({ body }) => !body.data.is_known)).toHaveLength(1);
      expect(await kept(accountId)).toEqual({ imports: 1, chunks: 1 });
    }
  });
});

describe('while a file comes in,', () => {
  test('a database that goes away is told of in words, and the connection is not kept', async () => {
    const pool = openPool(suite.databaseUrl, { size: 2 });
    onTestFinished(() => pool.end());
    const holder = await pool.connect();
    await holder.query('begin; lock table leadline.import_chunks in access exclusive mode');
    const { socket, answer } = startRaw(`Content-Length: ${100 * MIB}`);
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
    // Up to its end: what is still to come of the body is nothing to wait for, also not when the API stops.
    const given = await Promise.race([answer, sleep(5_000, 'no end within 5 s')]);
    expect(given).toMatch(/^HTTP\/1\.1 503 .*"code":"overloaded"/s);
    expect(await kept()).toEqual(NOTHING);
  });

  test('its connection is as good afterwards as any other', async () => {
    const server = await buildTestApp(
      openPool(suite.databaseUrl, { size: 2, role: 'leadline_api' }),
      openPool(suite.databaseUrl, { size: 2, role: 'leadline_api' }),
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
    // An idle one is closed after a while, and nothing gathers on it.
    expect(sockets[0]?.timeout).toBeGreaterThanOrEqual(72_000);
    expect(listeners.at(-1)).toBe(listeners[0]);
  });
});

test('an account may have ten files that are not read yet', async () => {
  const files = Array.from({ length: 11 }, (_, index) => `email\nlead-${index}@acme.com\n`);
  const ids: string[] = [];
  for (const file of files.slice(0, 10)) ids.push((await upload(file)).body.data.import_id);
  expectError(await upload(files[10] ?? ''), 'limit_reached', 'start or cancel some first');
  expect(await kept()).toEqual({ imports: 10, chunks: 10 });
  // It takes no more room.
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

  test('takes little memory', async () => {
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
    const answer = await upload(file, { url: api.url });
    expect(answer.body.data, answer.text).toMatchObject({ status: 'ready', file_bytes: sent + 14 });
    // 210 MB when idle and 300 while a file comes in, also one of 1 GiB.
    expect(memoryOf('VmHWM') - idle).toBeLessThan(150);
  });
});
