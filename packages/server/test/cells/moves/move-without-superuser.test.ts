// Moves accounts between two servers on which the owner has no more than the rights that docs/operations.md lists.

import { makeAccountIn } from '@leadline/testkit/database/account-in-cell';
import { openOwner } from '@leadline/testkit/database/accounts';
import { withoutLogin } from '@leadline/testkit/database/share-login';
import { makeLeadToWrite } from '@leadline/testkit/leads/lead-to-write';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCell } from '../../../src/cells/commands/add-cell.ts';
import { cancelMove } from '../../../src/cells/commands/cancel-move.ts';
import { moveAccount } from '../../../src/cells/moves/move-account.ts';
import type { MoveEvent } from '../../../src/cells/moves/move-events.ts';
import { writeLeads } from '../../../src/leads/intake/write-leads.ts';
import { openPool } from '../../../src/platform/db/pool.ts';
import { migrate } from '../../../src/platform/schema/migrate.ts';
import {
  PASSWORD,
  startUnprivilegedOwner,
  type UnprivilegedOwner,
} from '../../support/unprivileged-owner.ts';

const LOGICAL = { wal_level: 'logical' };

let main: UnprivilegedOwner;
let north: UnprivilegedOwner;
let directory: pg.Pool;
let accountId: string;
beforeAll(async () => {
  main = await startUnprivilegedOwner(LOGICAL);
  north = await startUnprivilegedOwner(LOGICAL);
  await migrate(main.ownerUrl);
  await addCell({ directoryUrl: main.ownerUrl, name: 'north', address: withoutLogin(north.ownerUrl) });
  // The login owns its tables, but neither database.
  for (const { runAsSuperuser } of [main, north])
    await runAsSuperuser(`alter database shop owner to current_user`);
  directory = openPool(main.ownerUrl, { size: 2 });
  const db = openOwner(main.ownerUrl);
  ({ accountId } = await makeAccountIn(db, db, 'main'));
  await db.destroy();
  await storeLeads();
});
afterAll(async () => {
  await directory?.end();
  await main?.stop();
  await north?.stop();
});

/** As the API does: the owner may not. */
async function storeLeads(): Promise<void> {
  await main.runAsSuperuser(`create role shop_leads login password '${PASSWORD}' in role leadline_api`);
  const api = openPool(main.urlFor('shop_leads'), { size: 1, role: 'leadline_api' });
  const client = await api.connect();
  try {
    await writeLeads(client, [makeLeadToWrite(accountId), makeLeadToWrite(accountId)]);
  } finally {
    client.release();
    await api.end();
  }
}

const move = async (target: string): Promise<MoveEvent[]> => {
  const events: MoveEvent[] = [];
  await moveAccount({
    directoryUrl: main.ownerUrl,
    accountId,
    target,
    onEvent: (event) => events.push(event),
  });
  return events;
};

async function countLeads({ ownerUrl }: UnprivilegedOwner): Promise<number> {
  const pool = openPool(ownerUrl, { size: 1 });
  const { rowCount } = await pool.query('select from leadline.leads where account_id = $1', [accountId]);
  await pool.end();
  return rowCount ?? 0;
}

const sentence = (cell: string, ...grants: readonly string[]): string =>
  `"shop_owner" may not move accounts in the cell "${cell}": as a superuser, run ${grants.join('; ')}`;
const CREATE = 'grant create on database shop to shop_owner';
const REPLICATION = 'alter role shop_owner replication';
const STATISTICS = 'grant pg_read_all_stats to shop_owner';
const SUBSCRIBE = 'grant pg_create_subscription to shop_owner';

test('a move names the rights that are missing, and works with no others', async () => {
  const missing = [sentence('main', REPLICATION, CREATE, STATISTICS), sentence('north', CREATE, SUBSCRIBE)];
  await expect(move('north')).rejects.toThrow(new Error(missing.join('. ')));
  for (const grant of [REPLICATION, CREATE, STATISTICS]) await main.runAsSuperuser(grant);
  await expect(move('north')).rejects.toThrow(new Error(sentence('north', CREATE, SUBSCRIBE)));
  for (const grant of [CREATE, SUBSCRIBE]) await north.runAsSuperuser(grant);
  expect((await move('north')).at(-1)).toMatchObject({ kind: 'verified', isExact: true });
  expect(await countLeads(north)).toBe(2);
});

test('the way back needs the same rights with the cells swapped', async () => {
  await expect(move('main')).rejects.toThrow(
    new Error(`${sentence('north', REPLICATION, STATISTICS)}. ${sentence('main', SUBSCRIBE)}`),
  );
  for (const grant of [REPLICATION, STATISTICS]) await north.runAsSuperuser(grant);
  await main.runAsSuperuser(SUBSCRIBE);
  expect((await move('main')).at(-1)).toMatchObject({ kind: 'verified', isExact: true });
  expect(await countLeads(main)).toBe(2);
});

test('a source that asks for no password is rejected with what to change', async () => {
  const { rows } = await directory.query<{ count: number }>(
    `select count(*)::int as count from pg_subscription`,
  );
  expect(rows).toEqual([{ count: 0 }]);
  await main.runAsSuperuser(`
    do $$ begin
      execute format('copy (select %L) to %L', 'host all all 127.0.0.1/32 trust', current_setting('hba_file'));
      perform pg_reload_conf();
    end $$`);
  await expect(move('north')).rejects.toThrow(/has to sign in to the cell "main" with a password/);
  expect(await cancelMove(main.ownerUrl, accountId)).toBe('main');
});
