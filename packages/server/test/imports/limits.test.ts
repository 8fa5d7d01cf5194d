// What an account may leave in storage by importing: files waiting to be imported, and rejected rows.

import { makeAccount } from '@leadline/testkit/database/accounts';
import { openWorkerPool } from '@leadline/testkit/database/worker-pool';
import { importFileInProcess, uploadFile } from '@leadline/testkit/files/import-file';
import { expectError } from '@leadline/testkit/http/expect-error';
import { type Caller, callAs, useApi } from '@leadline/testkit/service/use-api';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openImport } from '../../src/imports/run/import-progress.ts';
import { ThreadCrashed } from '../../src/imports/run/import-threads.ts';
import { prepareSlice } from '../../src/imports/run/prepare-slice.ts';
import { runImport } from '../../src/imports/run/run-import.ts';
import { takeTurn } from '../../src/imports/run/take-turn.ts';
import type { NewAccount } from '../../src/operations/commands/create-account.ts';
import { fromUuid, makeId, readId, showId } from '../../src/platform/base/ids.ts';

const MIB = 1024 * 1024;
const suite = useApi({ inOneCell: true });

let worker: pg.Pool;
beforeAll(() => {
  worker = openWorkerPool(suite.accountUrl);
});
afterAll(() => worker.end());

let account: NewAccount;
let live: Caller;
let asTest: Caller;
beforeEach(async () => {
  account = await makeAccount(suite.owner, { monthlyLeads: 1_000_000 });
  live = callAs(suite, account);
  asTest = callAs(suite, { ...account, liveKey: account.testKey });
});

const makeFile = (bytes: number, first = 'ana@acme.com'): string =>
  `email\n${first}\n${'x\n'.repeat(bytes / 2)}`;
const send = (caller: Caller, file: string) =>
  caller('/api/imports', file, { headers: { 'Content-Type': 'text/csv' } });
const run = (accountId: string, id: string) =>
  runImport(worker, accountId, readId('imp', id) ?? '', {
    signal: new AbortController().signal,
    onRows: () => {},
    onFailure: () => {},
  });
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
const getImport = async (id: string): Promise<any> => (await live(`/api/imports/${id}`)).body.data;

describe('files waiting to be imported', () => {
  beforeEach(async () => {
    await suite.owner
      .updateTable('plans')
      .set({ import_bytes: 3 * MIB })
      .where('name', '=', (e) => e.selectFrom('accounts').select('plan').where('id', '=', account.accountId))
      .execute();
  });

  test('are limited by their total size, for the live and the test account together', async () => {
    const id = await uploadFile(live, makeFile(MIB));
    await uploadFile(asTest, makeFile(MIB));
    for (const caller of [live, asTest]) {
      const full = await send(caller, makeFile(MIB, 'bo@acme.com'));
      expectError(full, 'import_storage_full', 'your plan holds 3 MiB of files');
      expect(full.status).toBe(413);
    }
    // A smaller file still fits.
    await uploadFile(live, makeFile(MIB / 2, 'bo@acme.com'));
    await live(`/api/imports/${id}/cancel`, {});
    await uploadFile(asTest, makeFile(MIB, 'bo@acme.com'));
  });

  test('are limited even if their length is not announced', async () => {
    await uploadFile(live, makeFile(2 * MIB));
    const parts = [makeFile(MIB, 'bo@acme.com'), 'x\n'.repeat(MIB)];
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const part = parts.shift();
        if (part === undefined) controller.close();
        else controller.enqueue(Buffer.from(part));
      },
    });
    const response = await fetch(`${suite.api.url}/api/imports`, {
      method: 'POST',
      headers: { 'X-API-KEY': account.liveKey },
      body,
      duplex: 'half',
    });
    expect([response.status, response.headers.get('x-error-code')]).toEqual([413, 'import_storage_full']);
    const left = await suite.owner
      .selectFrom('imports')
      .select('status')
      .where('account_id', '=', account.accountId)
      .orderBy('id')
      .execute();
    expect(left).toEqual([{ status: 'ready' }, { status: 'rejected' }]);
  });

  test('free their space once they are imported', async () => {
    const blank = `email\nana@acme.com\n${'\n'.repeat(2 * MIB)}`;
    await importFileInProcess(live, worker, account.accountId, blank);
    await uploadFile(live, makeFile(2 * MIB));
  });

  const makePast = (status: 'cancelled' | 'rejected', fileBytes = 0) => ({
    account_id: account.accountId,
    id: makeId(),
    status,
    file_name: 'x',
    file_bytes: fileBytes,
    file_hash: null,
    shape: null,
    mapping: null,
    error: null,
    started_at: null,
    finished_at: null,
  });

  test('are limited in what they add up to per day, counting those that were rejected', async () => {
    const past = [makePast('cancelled', 20 * MIB), makePast('rejected', 8 * MIB)];
    await suite.owner.insertInto('imports').values(past).execute();
    const rejected = await send(asTest, makeFile(MIB).replace('email', ''));
    expect(rejected.status).toBe(400);
    for (const caller of [live, asTest]) {
      const full = await send(caller, makeFile(MIB));
      expectError(full, 'too_many_uploads', 'add up to 10 times what your plan holds');
    }
    await uploadFile(live, makeFile(MIB / 2));
  });

  test('that were rejected are not listed, and their content is deleted', async () => {
    expect((await send(live, makeFile(MIB).replace('email', ''))).status).toBe(400);
    expect((await live('/api/imports')).body.data).toEqual([]);
    const stored = await suite.owner
      .selectFrom('imports')
      .leftJoin('import_chunks', 'import_id', 'imports.id')
      .select(['imports.id', 'status', 'file_bytes', 'number'])
      .where('imports.account_id', '=', account.accountId)
      .execute();
    expect(stored).toMatchObject([{ status: 'rejected', number: null }]);
    expect(stored[0]?.file_bytes).toBeGreaterThan(MIB);
    const id = showId('imp', fromUuid(stored[0]?.id ?? ''));
    for (const path of ['', '/cancel', '/start']) {
      const found =
        path === '' ? await live(`/api/imports/${id}`) : await live(`/api/imports/${id}${path}`, {});
      expect(found.status).toBe(404);
    }
  });

  test('are limited in number per day, counting those that were cancelled or rejected', async () => {
    const past = Array.from({ length: 497 }, () => makePast('cancelled'));
    await suite.owner.insertInto('imports').values(past).execute();
    await uploadFile(live, makeFile(2));
    expect((await send(asTest, 'no header')).status).toBe(400);
    await uploadFile(live, makeFile(2)); // known
    const { headers, ...response } = await send(live, makeFile(4));
    expectError({ headers, ...response }, 'too_many_uploads', '500 files were uploaded within a day');
    expect(headers.get('retry-after')).toBe('3600');
  });
});

describe('rejected rows', () => {
  const setKept = (id: string, bytes: number) =>
    suite.owner
      .updateTable('imports')
      .set({ refused_bytes: bytes })
      .where('id', '=', readId('imp', id))
      .execute();
  const bad = (rows: number): string =>
    `email,note\n${`,${'x'.repeat(1_000)}\n`.repeat(rows)}ana@acme.com,\n`;

  test.each([
    ['of an import', 16 * MIB - 5_000],
    ['of all imports of an account', 0],
  ])('%s are only counted once too many are kept', async (_, bytes) => {
    const others = await uploadFile(asTest, makeFile(2));
    await setKept(others, bytes === 0 ? 64 * MIB - 5_000 : 0);
    const id = await uploadFile(live, bad(400), '&start=true');
    await setKept(id, bytes);
    expect(await run(account.accountId, id)).toBe('ended');
    expect(await getImport(id)).toMatchObject({
      status: 'finished',
      progress: { rows_read: 401, stored: 1, refused: 400 },
      refused_not_kept: 396,
    });
    const { text } = await live(`/api/imports/${id}/refused`);
    const lines = text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(6);
    expect(lines.at(-1)).toBe(',,,"396 more rows were rejected, which are too many to keep here"');
    // The notice isn't a lead.
    const again = await importFileInProcess(live, worker, account.accountId, text);
    expect((await getImport(again)).progress).toMatchObject({ rows_read: 4, refused: 4 });
  });

  test('with long names or many values are cut to 64 KiB each', async () => {
    const wide = JSON.stringify({
      note: 'kept',
      ...Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`${index}${'n'.repeat(500)}`, index])),
    });
    const id = await uploadFile(live, `{"email":"ana@acme.com","note":1}\n${wide}\n`, '&start=true');
    await run(account.accountId, id);
    const rows = await suite.owner
      .selectFrom('import_refusals')
      .select('content')
      .where('account_id', '=', account.accountId)
      .execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.content.length).toBeLessThan(65_536);
    expect(rows[0]?.content).toContain('"note":"kept"');
  });
});

describe('an import that crashes its worker', () => {
  const crash = (id: string) => openImport(worker, account.accountId, readId('imp', id) ?? '');

  test('is given up after three crashes at the same position, and can be continued', async () => {
    const file = makeFile(2_000);
    const id = await uploadFile(live, file, '&start=true');
    for (let crashes = 0; crashes < 3; crashes++)
      expect(await crash(id)).toMatchObject({ importId: expect.any(String) });
    expect(await run(account.accountId, id)).toBe('given up');
    expect(await getImport(id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('interrupted 3 times around line 2'),
    });
    expect(await uploadFile(live, file, '&start=true')).toBe(id);
    expect(await run(account.accountId, id)).toBe('ended');
    expect(await getImport(id)).toMatchObject({ status: 'finished' });
  });

  test('is given up after three crashes of the thread that prepares its rows', async () => {
    const id = await uploadFile(live, makeFile(2_000), '&start=true');
    const importId = readId('imp', id) ?? '';
    const runWith = (crashAt: number) => {
      const slices: number[] = [];
      return runImport(worker, account.accountId, importId, {
        signal: new AbortController().signal,
        onRows: () => {},
        onFailure: () => {},
        prepare: async (slice) => {
          // A slice with rows of an earlier one is prepared again.
          if (!slices.includes(slice.from.offset)) slices.push(slice.from.offset);
          if (slices.indexOf(slice.from.offset) >= crashAt) throw new ThreadCrashed('out of memory');
          return prepareSlice(slice);
        },
      });
    };
    await expect(runWith(2)).rejects.toThrow(ThreadCrashed);
    const { status, progress } = await getImport(id);
    expect({ status, read: progress.rows_read }).toEqual({ status: 'running', read: 500 });
    // The first crash counts, too, at the position that was saved last.
    for (let crashes = 0; crashes < 2; crashes++) await expect(runWith(0)).rejects.toThrow(ThreadCrashed);
    expect(await runWith(0)).toBe('given up');
    expect(await getImport(id)).toMatchObject({ status: 'failed', progress: { rows_read: 500 } });
  });

  test('is not given up as long as it makes progress or is interrupted in an orderly way', async () => {
    const id = await uploadFile(live, makeFile(20_000), '&start=true');
    const options = { signal: new AbortController().signal, onRows: () => {}, onFailure: () => {} };
    for (let round = 0; round < 5; round++) {
      await crash(id);
      await crash(id);
      const importId = readId('imp', id) ?? '';
      const result = await runImport(worker, account.accountId, importId, {
        ...options,
        isTurnOver: () => true,
      });
      expect(result).toBe('paused');
      expect((await getImport(id)).progress.rows_read).toBeGreaterThan(round * 250);
    }
  });
});

describe('a turn', () => {
  const take = (isAwaited: boolean, sliceMs: number) =>
    takeTurn(worker, account.accountId, {
      undo: async () => true,
      signal: new AbortController().signal,
      isAwaited: async () => isAwaited,
      sliceMs,
      onRows: () => {},
      onFailure: () => {},
    });

  test('ends early if other accounts wait, and the imports of the account alternate', async () => {
    const first = await uploadFile(live, makeFile(20_000), '&start=true');
    const second = await uploadFile(live, makeFile(20_002), '&start=true');
    const third = await uploadFile(asTest, makeFile(20_000), '&start=true');
    for (let turn = 0; turn < 6; turn++) expect(await take(true, 0)).toBe(true);
    const read = await suite.owner.selectFrom('imports').select(['id', 'rows_read']).execute();
    const rows = new Map(read.map(({ id, rows_read }) => [fromUuid(id), rows_read]));
    const counts = [first, second, third].map((id) => rows.get(readId('imp', id) ?? '') ?? 0);
    expect(counts.every((count) => count > 0 && count < 10_000)).toBe(true);
    expect(Math.max(...counts)).toBe(Math.min(...counts));
  });

  test('goes on to the end of all imports if nobody waits', async () => {
    const ids = [
      await uploadFile(live, makeFile(2_000), '&start=true'),
      await uploadFile(live, makeFile(2_002), '&start=true'),
    ];
    expect(await take(false, 0)).toBe(false);
    for (const id of ids) expect(await getImport(id)).toMatchObject({ status: 'finished' });
  });
});
