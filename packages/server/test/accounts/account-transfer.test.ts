// An account moves to another installation with everything but its members, or not at all.

import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import { Canaries } from '@leadline/testkit/canary/canaries';
import { openOwner } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { withoutLogin } from '@leadline/testkit/database/share-login';
import { addTestCell, cloneAlone } from '@leadline/testkit/database/test-cells';
import { call } from '@leadline/testkit/http/call';
import { startTestApi, TEST_SECRET_KEY } from '@leadline/testkit/service/start-in-process';
import { Receiver } from '@leadline/testkit/webhooks/receiver';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCellArrival } from '../../src/cells/commands/cell-arrival.ts';
import { type Cell, openCell } from '../../src/cells/directory/owner-connections.ts';
import { moveAccount } from '../../src/cells/moves/move-account.ts';
import { findPresence } from '../../src/cells/moves/presence.ts';
import { exportAccount, type TransferredRows } from '../../src/operations/transfer/export-account.ts';
import { importAccount } from '../../src/operations/transfer/import-account.ts';
import { LEFT_TABLES, TRANSFERRED_TABLES } from '../../src/operations/transfer/transferred-tables.ts';
import { makeSecretKeys, type SecretKeys } from '../../src/platform/base/secret-keys.ts';
import { inDatabaseOf } from '../../src/platform/db/account-scope.ts';
import type { Installation } from '../../src/platform/db/installation.ts';
import { listAccountTables, readRowsOf } from '../support/account-tables.ts';
import { type FullAccount, fillAccount } from '../support/full-account.ts';

const PASSPHRASE = 'correct horse battery';
const OTHER_SECRET_KEY = 'another installation has another secret key';
const suite = useAuthSuite();
const canaries = new Canaries();
let receiver: Receiver;
let account: FullAccount;
let folder: string;
let file: string;

beforeAll(async () => {
  receiver = await Receiver.start();
  account = await fillAccount(suite, receiver, canaries);
  // What is in progress doesn't move.
  await sql`update leadline.settings_jobs set status = 'finished' where status in ('queued', 'running')`.execute(
    suite.owner,
  );
  folder = await mkdtemp(join(tmpdir(), 'leadline-transfer-'));
  file = join(folder, 'account');
  await exportTo(file, account.accountId, makeSecretKeys(TEST_SECRET_KEY));
});
afterAll(async () => {
  await receiver.close();
  await rm(folder, { recursive: true, force: true });
});

const exportTo = (path: string, accountId: string, secretKeys: SecretKeys | null) =>
  inDatabaseOf(suite.owner, accountId, (db) =>
    exportAccount(db as Installation, {
      accountId,
      passphrase: PASSPHRASE,
      secretKeys,
      target: createWriteStream(path),
      costBits: 10,
    }),
  );

const importInto = (db: Installation, path = file, plan?: string, cell?: Cell) =>
  importAccount(db, {
    source: createReadStream(path),
    passphrase: PASSPHRASE,
    secretKeys: makeSecretKeys(OTHER_SECRET_KEY),
    ...(plan === undefined ? {} : { plan }),
    ...(cell === undefined ? {} : { arrival: makeCellArrival(cell) }),
  });

async function withInstallation(
  work: (db: Installation, url: string) => Promise<void>,
  clone: () => Promise<string> = cloneDatabase,
): Promise<void> {
  const url = await clone();
  const db = openOwner(url);
  try {
    await work(db, url);
  } finally {
    await db.destroy();
  }
}

/** With an installation that has a second cell. */
const withCell = (work: (db: Installation, cell: Cell, url: string) => Promise<void>): Promise<void> =>
  withInstallation(async (db, url) => {
    const address = withoutLogin(await addTestCell(url, 'south'));
    const cell = openCell(url, { name: 'south', address });
    try {
      await work(db, cell, url);
    } finally {
      await cell.db.destroy();
    }
  }, cloneAlone);

test('every table of an account either moves or is listed as staying', async () => {
  const moving = TRANSFERRED_TABLES.map(({ name }) => name).filter((name) => name !== 'accounts');
  expect([...moving, ...LEFT_TABLES].toSorted()).toEqual((await listAccountTables(suite.owner)).toSorted());
});

test('all rows arrive with their IDs, and keys, webhooks and replays work there', async () => {
  await withInstallation(async (db, url) => {
    const { accountId, rows } = await importInto(db);
    expect(accountId).toBe(account.accountId);
    await expectAll(db, rows);
    await expectInUse(url);
  });
});

test('all rows arrive in another cell, and keys, webhooks and replays work there', async () => {
  await withCell(async (db, cell, url) => {
    const { rows } = await importInto(db, file, undefined, cell);
    await expectAll(cell.db, rows);
    expect((await readRowsOf(db, account.ids)).get('leads')).toEqual([]);
    await expectInUse(url);
  });
});

test('an import that was killed before it opened the account is finished by an API process and a move', async () => {
  await withCell(async (db, cell, url) => {
    await sql`alter function leadline.unfreeze_account rename to unfreeze_account_later`.execute(cell.db);
    await expect(importInto(db, file, undefined, cell)).rejects.toThrow('unfreeze_account');
    expect(await findPresence(cell.pool, account.accountId)).toBe('held');
    await sql`alter function leadline.unfreeze_account_later rename to unfreeze_account`.execute(cell.db);
    await expectInUse(url);
    expect(await findPresence(cell.pool, account.accountId)).toBe('here');
    await moveAccount({ directoryUrl: url, accountId: account.accountId, target: 'south' });
    const { rows } = await sql`select source, step from leadline.account_moves`.execute(db);
    expect(rows).toEqual([{ source: 'main', step: 'verified' }]);
    expect((await readRowsOf(cell.db, account.ids)).get('leads')?.length).toBeGreaterThan(2);
  });
});

test('a damaged file leaves nothing behind in another cell', async () => {
  await withCell(async (db, cell) => {
    const bytes = await readFile(file);
    const damaged = join(folder, 'damaged-for-cell');
    await writeFile(damaged, bytes.subarray(0, -20));
    await expect(importInto(db, damaged, undefined, cell)).rejects.toThrow();
    for (const one of [db, cell.db]) {
      const { rows } = await sql`select from leadline.accounts`.execute(one);
      expect(rows).toEqual([]);
    }
  });
});

async function expectAll(db: Installation, rows: TransferredRows): Promise<void> {
  expect(rows.leads).toBeGreaterThan(2);
  const [before, after] = [await readRowsOf(suite.owner, account.ids), await readRowsOf(db, account.ids)];
  for (const { name, sealed, where } of TRANSFERRED_TABLES) {
    if (name === 'accounts' || sealed === true || where !== undefined) continue;
    expect(after.get(name), name).toEqual(before.get(name));
    expect(after.get(name)?.length, name).toBe(rows[name]);
  }
  for (const name of LEFT_TABLES) expect(after.get(name), name).toEqual([]);
}

async function expectInUse(url: string): Promise<void> {
  const api = await startTestApi(url, { secretKey: OTHER_SECRET_KEY });
  try {
    const key = account.keys.live;
    const { body } = await call(api.url, '/api/leads', undefined, { key });
    expect(body.data.length).toBeGreaterThan(0);
    const replay = await call(api.url, `/api/leads/${body.data[0].lead_id}/replay`, {}, { key });
    expect(replay.body.data.identical).toBe(true);
    const webhooks = await call(api.url, '/api/webhooks', undefined, { key });
    expect(webhooks.body.data[0].url).toContain('http');
  } finally {
    await api.stop();
  }
}

test('the file reveals nothing without the passphrase', async () => {
  const text = await readFile(file, 'latin1');
  expect(canaries.findLeaks(text)).toEqual([]);
});

test('an account that exists is refused, and one that is imported again stays as it is', async () => {
  await expect(importInto(suite.owner)).rejects.toThrow('already exists here');
  await withInstallation(async (db) => {
    await importInto(db, file, 'growth');
    const { rows } = await sql`select plan from leadline.accounts where id = ${account.accountId}`.execute(
      db,
    );
    expect(rows).toEqual([{ plan: 'growth' }]);
    await expect(importInto(db)).rejects.toThrow('already exists here');
  });
});

test('half a file, a changed file and a plan that does not exist leave nothing behind', async () => {
  const whole = await readFile(file);
  const half = join(folder, 'half');
  await writeFile(half, whole.subarray(0, whole.length / 2));
  const changed = join(folder, 'changed');
  const copy = Buffer.from(whole);
  copy[whole.length - 40] = (copy[whole.length - 40] as number) ^ 1;
  await writeFile(changed, copy);
  await withInstallation(async (db) => {
    await expect(importInto(db, half)).rejects.toThrow('wrong passphrase, or the file is damaged');
    await expect(importInto(db, changed)).rejects.toThrow('wrong passphrase, or the file is damaged');
    await expect(importInto(db, file, 'gold')).rejects.toThrow('no plan "gold"');
    for (const [name, rows] of await readRowsOf(db, account.ids)) expect(rows, name).toEqual([]);
    await importInto(db); // and a complete one can still be imported
  });
});

test('an account with work in progress, a test account and an unknown one are not exported', async () => {
  const start = (accountId: string) => exportTo(join(folder, 'refused'), accountId, null);
  await expect(start('0'.repeat(32))).rejects.toThrow('no account with this ID');
  await expect(start(account.ids[1] ?? '')).rejects.toThrow('test account');
  await expect(start(account.accountId)).rejects.toThrow('set SECRET_KEY');
  await sql`update leadline.imports set status = 'running' where account_id = ${account.accountId}
    and status = 'finished'`.execute(suite.owner);
  await expect(start(account.accountId)).rejects.toThrow('an import is in progress');
});
