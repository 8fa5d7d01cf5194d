// Every row is imported exactly once, whatever happens to the worker and however often the file is uploaded.

import { setTimeout as sleep } from 'node:timers/promises';
import { makeAccount } from '@leadline/testkit/database/accounts';
import { openWorkerPool } from '@leadline/testkit/database/worker-pool';
import { uploadFile } from '@leadline/testkit/files/import-file';
import { toCsv } from '@leadline/testkit/files/to-csv';
import type { ApiResponse } from '@leadline/testkit/http/call';
import { startTestWorker } from '@leadline/testkit/service/start-in-process';
import { type Caller, callAs, useApi } from '@leadline/testkit/service/use-api';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { runImport } from '../../src/imports/run/run-import.ts';
import type { NewAccount } from '../../src/operations/commands/create-account.ts';
import { setPlan } from '../../src/operations/commands/set-plan.ts';
import { makeId, readId } from '../../src/platform/base/ids.ts';
import { openPool } from '../../src/platform/db/pool.ts';
import type { RunningWorker } from '../../src/processes/worker-process.ts';
import { waitForBlocked } from '../support/hold-account.ts';
import { holdWrites } from '../support/hold-writes.ts';

const suite = useApi({ inOneCell: true });

let account: NewAccount;
let caller: Caller;
beforeEach(async () => {
  account = await makeAccount(suite.owner);
  caller = callAs(suite, account);
});

const workers = new Set<RunningWorker>();
async function startWorker(): Promise<RunningWorker> {
  const worker = await startTestWorker(suite.databaseUrl);
  workers.add(worker);
  return worker;
}
async function stopWorker(worker: RunningWorker): Promise<void> {
  workers.delete(worker);
  await worker.stop();
}
afterEach(async () => {
  for (const worker of workers) await stopWorker(worker);
});

/** Every tenth row is invalid. The message sets the length of a row. */
const makeFile = (rows: number, message = 'We need laptops'): string =>
  toCsv(
    Array.from({ length: rows }, (_, index) => ({
      email: index % 10 === 9 ? '' : `lead-${index}@acme.com`,
      message: `${index} ${message}`,
    })),
  );

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
const getImport = async (id: string): Promise<any> => (await caller(`/api/imports/${id}`)).body.data;

const upload = (file: string, query = ''): Promise<ApiResponse> =>
  caller(`/api/imports${query}`, file, { headers: { 'Content-Type': 'text/csv' } });

async function countLeads(): Promise<number> {
  const { rows } = await sql<{ leads: number }>`
    select count(*)::integer as leads from leadline.leads where account_id = ${account.accountId}`.execute(
    suite.owner,
  );
  return rows[0]?.leads ?? -1;
}

/** Resolves once this many leads are stored. */
const untilStored = (leads: number): Promise<void> =>
  expect.poll(countLeads, { timeout: 15_000, interval: 10 }).toBeGreaterThanOrEqual(leads);

const untilFinished = (id: string, withinMs = 20_000): Promise<void> =>
  expect
    .poll(async () => (await getImport(id))?.status, { timeout: withinMs, interval: 50 })
    .toBe('finished');

/** Every row was imported once, one audit entry was written, and the file is deleted. */
async function expectExactly(id: string, rows: number): Promise<void> {
  const numbers = Array.from({ length: rows }, (_, index) => index);
  const { rows: leads } = await sql<{ email: string }>`
    select lead->>'email' as email from leadline.leads where account_id = ${account.accountId}`.execute(
    suite.owner,
  );
  expect(leads.map(({ email }) => email).toSorted()).toEqual(
    numbers
      .filter((index) => index % 10 !== 9)
      .map((index) => `lead-${index}@acme.com`)
      .toSorted(),
  );
  const rejectedLines = await suite.owner
    .selectFrom('import_refusals')
    .select('line')
    .where('account_id', '=', account.accountId)
    .orderBy('line')
    .execute();
  const rejected = numbers.filter((index) => index % 10 === 9);
  expect(rejectedLines.map(({ line }) => line)).toEqual(rejected.map((index) => index + 2));
  const { status, progress, file_bytes } = await getImport(id);
  expect({ status, progress }).toEqual({
    status: 'finished',
    progress: {
      bytes_read: file_bytes,
      unassigned: 0,
      rows_read: rows,
      stored: rows - rejected.length,
      refused: rejected.length,
      repeated: 0,
      warnings: 0,
      removed: 0,
    },
  });
  expect((await caller('/api/usage')).body.data.used).toBe(rows - rejected.length);
  expect((await caller('/api/imports')).body.data).toHaveLength(1);
  const { rows: left } = await sql<{ chunks: number; ends: number }>`
    select (select count(*) from leadline.import_chunks where account_id = ${account.accountId})::integer as chunks,
      (select count(*) from leadline.audit_log where account_id = ${account.accountId}
         and action = 'import.finished' and details->>'status' = 'finished')::integer as ends`.execute(
    suite.owner,
  );
  expect(left).toEqual([{ chunks: 0, ends: 1 }]);
}

interface Run {
  readonly ended: Promise<unknown>;
  /** As pg-boss does when the worker loses the job. */
  readonly abort: () => void;
}

/** Runs an import as the worker does, but without a job. */
function run(id: string): Run {
  const pool: pg.Pool = openWorkerPool(suite.accountUrl);
  const stopping = new AbortController();
  const ended = runImport(pool, account.accountId, readId('imp', id) ?? '', {
    signal: stopping.signal,
    onRows: () => {},
    onFailure: (error) => {
      throw error;
    },
  }).finally(() => pool.end());
  ended.catch(() => {});
  return { ended, abort: () => stopping.abort() };
}

describe('uploading the same file again imports nothing twice', () => {
  const file = makeFile(1_000);

  test('when the import has finished', async () => {
    await startWorker();
    const id = await uploadFile(caller, file, '&start=true');
    await untilFinished(id);
    for (const query of ['', '?start=true', '?start=true&when_full=skip&file_name=other.csv']) {
      const again = await upload(file, query);
      expect(again.body.data).toMatchObject({
        import_id: id,
        is_known: true,
        status: 'finished',
        file_name: 'leads.csv',
        preview: null,
      });
    }
    await sleep(1_000);
    await expectExactly(id, 1_000);
  });

  test('while the import is running', async () => {
    await startWorker();
    const id = await uploadFile(caller, file, '&start=true');
    const statuses = new Set<string>();
    while (!statuses.has('finished')) {
      const { data } = (await upload(file, '?start=true')).body;
      expect(data).toMatchObject({ import_id: id, is_known: true });
      statuses.add(data.status);
    }
    expect(statuses).toContain('running');
    await expectExactly(id, 1_000);
  });

  test('when the import was cancelled before its first row', async () => {
    const id = await uploadFile(caller, file);
    await caller(`/api/imports/${id}/cancel`, {});
    const again = await upload(file, '?start=true');
    expect(again.body.data).toMatchObject({
      import_id: id,
      is_known: true,
      status: 'queued',
      finished_at: null,
      preview: { rows: { length: 10 } },
    });
    await startWorker();
    await untilFinished(id);
    await expectExactly(id, 1_000);
  });

  test('when the import was cancelled midway and resumes where it ended', async () => {
    const long = makeFile(6_000);
    const worker = await startWorker();
    const id = await uploadFile(caller, long, '&start=true');
    await untilStored(500);
    const cancelled = (await caller(`/api/imports/${id}/cancel`, {})).body.data;
    const again = (await upload(long)).body.data;
    expect(again).toMatchObject({
      import_id: id,
      is_known: true,
      status: 'ready',
      progress: cancelled.progress,
    });
    expect(await countLeads()).toBe(cancelled.progress.stored);
    await caller(`/api/imports/${id}/start`, {});
    await untilStored(cancelled.progress.stored + 200);
    // The same again, with another worker.
    await caller(`/api/imports/${id}/cancel`, {});
    await stopWorker(worker);
    await upload(long, '?start=true');
    await startWorker();
    await untilFinished(id);
    await expectExactly(id, 6_000);
  });

  test('when a running import is cancelled, uploaded and started again immediately', async () => {
    const long = makeFile(4_000);
    await startWorker();
    const id = await uploadFile(caller, long, '&start=true');
    for (let round = 1; round <= 4; round++) {
      await untilStored(round * 300);
      expect(await caller(`/api/imports/${id}/cancel`, {})).toMatchObject({ status: 200 });
      expect(await upload(long, '?start=true')).toMatchObject({ status: 200 });
    }
    await untilFinished(id);
    await expectExactly(id, 4_000);
  });

  test('when the import stopped at the plan limit', async () => {
    account = await makeAccount(suite.owner, { monthlyLeads: 333 });
    caller = callAs(suite, account);
    await startWorker();
    const id = await uploadFile(caller, file, '&start=true');
    await expect.poll(async () => (await getImport(id)).status, { timeout: 10_000 }).toBe('stopped');
    expect(await countLeads()).toBe(333);
    await setPlan(suite.owner, account.accountId, 'unlimited');
    const again = await upload(file, '?start=true');
    expect(again.body.data).toMatchObject({ import_id: id, is_known: true, status: 'queued' });
    await untilFinished(id);
    await expectExactly(id, 1_000);
  });
});

describe('two workers on the same import', () => {
  test('import every row once if both run it directly', async () => {
    for (let round = 0; round < 3; round++) {
      account = await makeAccount(suite.owner);
      caller = callAs(suite, account);
      const id = await uploadFile(caller, makeFile(1_500), '&start=true');
      await Promise.allSettled([run(id).ended, run(id).ended]);
      await untilFinished(id);
      await expectExactly(id, 1_500);
    }
  });

  test('import every row once if there are several jobs for it', async () => {
    await startWorker();
    await startWorker();
    const id = await uploadFile(caller, makeFile(3_000), '&start=true');
    for (let jobs = 0; jobs < 3; jobs++) {
      await suite.owner
        .insertInto('outbox')
        .values({
          account_id: account.accountId,
          id: makeId(),
          kind: 'import',
          subject_id: readId('imp', id),
          data: null,
        })
        .execute();
    }
    await untilFinished(id);
    await expectExactly(id, 3_000);
  });

  // A worker that hung loses its job to another one. If it wakes up and writes first, the other one must not give up,
  // because it alone has the job: the first one is aborted at its next heartbeat.
  test('do not both leave the import to the other', async () => {
    const id = await uploadFile(caller, makeFile(2_000), '&start=true');
    const held = await holdWrites(suite.databaseUrl, account.accountId);
    const pool = openPool(suite.accountUrl, { size: 1 });
    onTestFinished(() => pool.end());
    const first = run(id);
    await waitForBlocked(pool, 1);
    await startWorker();
    await waitForBlocked(pool, 2);
    await held.release();
    await untilStored(1);
    first.abort();
    await first.ended.catch(() => {});
    await untilFinished(id);
    await expectExactly(id, 2_000);
  });
});

describe('an interrupted worker', () => {
  test('stops midway and lets the next worker resume', async () => {
    const id = await uploadFile(caller, makeFile(5_000), '&start=true');
    for (let round = 1; round <= 3; round++) {
      const worker = await startWorker();
      await untilStored(round * 500);
      const stopping = performance.now();
      await stopWorker(worker);
      expect(performance.now() - stopping).toBeLessThan(5_000);
      const { status, progress } = await getImport(id);
      expect(status).toBe('running');
      expect(await countLeads()).toBe(progress.stored);
      expect(progress.stored).toBeLessThan(4_500);
    }
    await startWorker();
    await untilFinished(id);
    await expectExactly(id, 5_000);
  });

  // Losing its connections can cost the worker its job, which it gets back after twelve seconds.
  test('continues with new connections after losing its old ones', { timeout: 90_000 }, async () => {
    await startWorker();
    const id = await uploadFile(caller, makeFile(6_000), '&start=true');
    const pool = openPool(suite.accountUrl, { size: 1 });
    onTestFinished(() => pool.end());
    const stored = async (): Promise<number> => {
      const { rows } = await pool.query<{ leads: number }>(
        'select count(*)::integer as leads from leadline.leads where account_id = $1',
        [account.accountId],
      );
      return rows[0]?.leads ?? 0;
    };
    for (let cuts = 0; cuts < 2; cuts++) {
      const before = await stored();
      await expect.poll(stored, { timeout: 30_000, interval: 10 }).toBeGreaterThan(before + 300);
      // Includes the API's connections, which must survive this too.
      await pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
      );
    }
    await untilFinished(id, 30_000);
    await expectExactly(id, 6_000);
  });
});

test('a missing chunk is not mistaken for the end of the file', async () => {
  const id = await uploadFile(caller, makeFile(400, 'x'.repeat(4_000)), '&start=true');
  await sql`
    delete from leadline.import_chunks where account_id = ${account.accountId} and number = 1`.execute(
    suite.owner,
  );
  await run(id).ended.catch(() => {});
  const { status, progress } = await getImport(id);
  expect(status).not.toBe('finished');
  // The partial row at the end of the previous chunk must not be imported.
  expect(progress.rows_read).toBeLessThanOrEqual(Math.floor((1024 * 1024) / 4_000));
  expect(await countLeads()).toBe(progress.stored);
  expect((await caller(`/api/imports/${id}/refused`)).text).not.toContain('quote');
});
