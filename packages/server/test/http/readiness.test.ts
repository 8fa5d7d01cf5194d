// Whether /readyz says honestly that leads can be stored, and what happens to leads while they can't.

import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeAccount, openOwner } from '@leadline/testkit/database/accounts';
import { cloneAlone } from '@leadline/testkit/database/test-cells';
import { call } from '@leadline/testkit/http/call';
import { expectError, retryAfter } from '@leadline/testkit/http/expect-error';
import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import { startTestApi } from '@leadline/testkit/service/start-in-process';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Installation } from '../../src/platform/db/installation.ts';
import { openPool } from '../../src/platform/db/pool.ts';
import type { DiskConfig } from '../../src/platform/disk/disk-space.ts';
import { WriteProbe } from '../../src/platform/disk/probe-write.ts';
import { StoreHealth } from '../../src/platform/disk/store-health.ts';

let databaseUrl: string;
let owner: Installation;
beforeAll(async () => {
  // The disk that is watched is that of the directory's machine.
  databaseUrl = await cloneAlone();
  owner = openOwner(databaseUrl);
});
afterAll(() => owner.destroy());

const MANY_BYTES = 2 ** 52;

describe.each<[string, DiskConfig, string]>([
  [
    'little space left on the disk',
    { dataDiskPath: tmpdir(), minFreeBytes: MANY_BYTES, maxDatabaseBytes: null },
    'of disk space left',
  ],
  [
    'a database larger than allowed',
    { dataDiskPath: null, minFreeBytes: 0, maxDatabaseBytes: 1024 ** 2 },
    'the database is larger than 1 MiB',
  ],
])('with %s', (_name, disk, reason) => {
  test('readyz says why, leads are turned away with 503, and what is stored can be read and deleted', async () => {
    const { liveKey: key } = await makeAccount(owner);
    const healthy = await startTestApi(databaseUrl);
    const { lead_id } = (await call(healthy.url, '/api/webhook.php', makeLead(), { key })).body;
    await healthy.stop();

    const api = await startTestApi(databaseUrl, { disk });
    const readyz = await call(api.url, '/readyz');
    expectError(readyz, 'overloaded');
    expect(readyz.body.error).toContain(reason);
    expect(await call(api.url, '/healthz')).toMatchObject({ status: 200 });
    for (const [path, body] of [
      ['/api/webhook.php', makeLead({ email: newEmail() })],
      ['/api/batch', { leads: [makeLead({ email: newEmail() })] }],
      ['/api/imports', 'email\nana@example.org\n'],
    ] as const) {
      const answer = await call(api.url, path, body, { key });
      expectError(answer, 'overloaded');
      expect(retryAfter(answer)).toBeGreaterThan(0);
    }
    expect(await call(api.url, `/api/leads/${lead_id}`, undefined, { key })).toMatchObject({ status: 200 });
    const deleted = await call(api.url, `/api/leads/${lead_id}`, undefined, { key, method: 'DELETE' });
    expect(deleted.status).toBe(200);
    await api.stop();
  });
});

describe('the write probe', () => {
  test('keeps nothing', async () => {
    const pool = openPool(databaseUrl, { size: 1, role: 'leadline_api' });
    const probe = new WriteProbe(pool);
    for (let i = 0; i < 3; i++) await probe.write();
    const { rows } = await pool.query(`select pg_relation_size('pg_temp.leadline_probe')::integer as bytes`);
    expect(rows).toEqual([{ bytes: 0 }]);
    await pool.end();
  });

  test('works for a role that may not create temporary tables', async () => {
    const name = new URL(databaseUrl).pathname.slice(1);
    await sql`revoke temporary on database ${sql.id(name)} from public`.execute(owner);
    const pool = openPool(databaseUrl, { size: 1, role: 'leadline_api' });
    await new WriteProbe(pool).write();
    await pool.end();
    await sql`grant temporary on database ${sql.id(name)} to public`.execute(owner);
  });

  test('fails if the database is read-only', async () => {
    const pool = openPool(databaseUrl, { size: 1 });
    await pool.query('set default_transaction_read_only = on');
    await expect(new WriteProbe(pool).write()).rejects.toMatchObject({ code: '25006' });
    await pool.end();
  });
});

describe('the state of the store', () => {
  const diskFull = Object.assign(new Error('could not extend file'), { code: '53100' });
  const NO_SHORTAGE = { findShortage: async () => null };

  test('is bad after a failed write until a check succeeds', async () => {
    const changes: (string | null)[] = [];
    let isFull = true;
    const probe = {
      write: async () => {
        if (isFull) throw diskFull;
      },
    };
    const store = new StoreHealth(NO_SHORTAGE, probe, {
      checkMs: 60_000,
      recheckMs: 20,
      onChange: (problem) => changes.push(problem?.reason ?? null),
    });
    store.requireSpace();
    store.noteFailure(diskFull);
    expect(() => store.requireSpace()).toThrow('cannot be stored');
    await sleep(100);
    expect(store.problem).toMatchObject({ isFull: true, reason: 'the disk of the database is full' });
    expect(store.isAnswering).toBe(true);
    isFull = false;
    await expect.poll(() => store.problem, { timeout: 5_000 }).toBeNull();
    store.requireSpace();
    expect(changes).toEqual(['the disk of the database is full', null]);
    await store.close();
  });

  test('does not turn leads away while the database is only unreachable, because they can wait for it', async () => {
    const probe = { write: () => Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' })) };
    const store = new StoreHealth(NO_SHORTAGE, probe);
    expect(await store.check()).toMatchObject({ isFull: false });
    expect(store.isAnswering).toBe(false);
    store.requireSpace();
    await store.close();
  });

  test('says that a database that accepts connections but is silent does not answer, without waiting for it', async () => {
    let answer = (): void => {};
    const probe = { write: () => new Promise<void>((resolve) => (answer = resolve)) };
    const store = new StoreHealth(NO_SHORTAGE, probe, { maxAnswerMs: 100 });
    const checked = store.check();
    expect(store.isAnswering).toBe(true);
    await expect.poll(() => store.isAnswering).toBe(false);
    answer();
    await checked;
    expect(store.isAnswering).toBe(true);
    await store.close();
  });

  test('is checked once for many health checks at the same time', async () => {
    let writes = 0;
    const probe = {
      write: async () => {
        writes++;
        await sleep(50);
      },
    };
    const store = new StoreHealth(NO_SHORTAGE, probe);
    expect(await Promise.all(Array.from({ length: 50 }, () => store.check()))).toEqual(Array(50).fill(null));
    expect(await store.check()).toBeNull();
    expect(writes).toBe(1);
    await store.close();
  });
});
