// `leadline backup verify` for an installation with a second cell, while an account is moving to that cell.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createAccount, type Installation, type NewAccount, type RunningApi } from '@leadline/server';
import { type ArchivedPostgres, startArchivedPostgres } from '@leadline/testkit/backup/archived-postgres';
import { openOwner } from '@leadline/testkit/database/accounts';
import { makeCell } from '@leadline/testkit/database/test-cells';
import { call } from '@leadline/testkit/http/call';
import { startTestApi } from '@leadline/testkit/service/start-in-process';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveAccount } from '../../src/cells/moves/move-account.ts';
import type { OnMoveEvent } from '../../src/cells/moves/move-events.ts';

const LOGICAL = { wal_level: 'logical' };
const LEADS = 20;

let main: ArchivedPostgres;
let north: ArchivedPostgres;
let northUrl: string;
let directory: Installation;
let api: RunningApi;
let settled: NewAccount;
let moving: NewAccount;

beforeAll(async () => {
  main = await startArchivedPostgres(LOGICAL);
  north = await startArchivedPostgres(LOGICAL);
  northUrl = await makeCell(main.url, 'north', north.url);
  directory = openOwner(main.url);
  settled = await makeAccountIn('north');
  moving = await makeAccountIn('main');
  api = await startTestApi(main.url);
}, 300_000);
afterAll(async () => {
  await api?.stop();
  await directory?.destroy();
  await main?.remove();
  await north?.remove();
});

async function makeAccountIn(cell: string): Promise<NewAccount> {
  await sql`update leadline.cells set is_open = (name = ${cell})`.execute(directory);
  const account = await createAccount(directory, `${cell}@example.org`, 'unlimited');
  await sql`update leadline.cells set is_open = true`.execute(directory);
  return account;
}

let sent = 0;
async function sendLeads({ liveKey: key }: NewAccount): Promise<void> {
  for (const last = sent + LEADS; sent < last; sent++) {
    const lead = {
      name: 'Ada Lovelace',
      email: `ada${sent}@example.org`,
      message: 'We need 40 licences by May.',
    };
    expect((await call(api.url, '/api/webhook.php', lead, { key })).status).toBe(200);
  }
}

const move = (onEvent: OnMoveEvent) =>
  moveAccount({ directoryUrl: main.url, accountId: moving.accountId, target: 'north', onEvent });

const verify = (restore: string, ...args: readonly string[]) =>
  spawnSync(
    process.execPath,
    [
      join(import.meta.dirname, '../../../cli/src/main.ts'),
      ...['backup', 'verify', '--json', '--restore', restore],
      ...args,
    ],
    { encoding: 'utf8', env: { ...process.env, DATABASE_URL: main.url } },
  );

const restoreByCell = (): string =>
  `case "$RESTORE_CELL" in main) ${main.restoreCommand};; north) ${north.restoreCommand};; *) exit 9;; esac`;

test('every cell is verified with its own backup, and the copy of a cell leaves moves alone', async () => {
  await sendLeads(settled);
  await sendLeads(moving);
  const stopped = move(({ kind }) => {
    if (kind === 'leaving') throw new Error('stop here');
  });
  await expect(stopped).rejects.toThrow('stop here');
  await main.takeBaseBackup();
  await north.takeBaseBackup(northUrl);
  await sendLeads(settled); // these are only in the archived WAL
  const { status, stdout, stderr } = verify(restoreByCell());
  expect(status, stderr).toBe(0);
  const leads = (rows: number) =>
    expect.arrayContaining([expect.objectContaining({ table: 'leads', restored: rows, isFine: true })]);
  const good = { passed: true, missing: 0, changed: 0 };
  expect(JSON.parse(stdout)).toMatchObject([
    { cell: 'main', ...good, sampled: LEADS, tables: leads(LEADS) },
    { cell: 'north', ...good, sampled: 2 * LEADS, tables: leads(3 * LEADS) },
  ]);
  // What a subscription in the restored copy would have caused.
  const { rows } = await sql<{ log: string }>`select pg_read_file('server.log') as log`.execute(directory);
  expect(rows[0]?.log).not.toContain('is active for PID');
  const kinds: string[] = [];
  await move(({ kind }) => kinds.push(kind));
  expect(kinds.at(-1)).toBe('verified');
}, 600_000);

test('the backup of one cell is verified alone, and the backup of another cell is not taken for it', async () => {
  const alone = verify(restoreByCell(), '--cell', 'north');
  expect(alone.status, alone.stderr).toBe(0);
  expect(JSON.parse(alone.stdout)).toMatchObject({ passed: true, replays: { different: 0, skipped: 0 } });
  const wrong = verify(main.restoreCommand, '--cell', 'north');
  expect(wrong.status).toBe(1);
}, 600_000);
