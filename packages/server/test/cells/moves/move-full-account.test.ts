// An account with rows in every table moves while the API runs: every row arrives, people and keys work as before, and what
// its worker had to do goes on.

import { useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import { Canaries } from '@leadline/testkit/canary/canaries';
import { call } from '@leadline/testkit/http/call';
import { waitFor } from '@leadline/testkit/wait-for';
import { Receiver } from '@leadline/testkit/webhooks/receiver';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveAccount } from '../../../src/cells/moves/move-account.ts';
import { listMovedTables } from '../../../src/cells/moves/moved-tables.ts';
import { openInstallation } from '../../../src/platform/db/installation.ts';
import { readRowsOf } from '../../support/account-tables.ts';
import { type Cells, makeCells } from '../../support/cells.ts';
import { type FullAccount, fillAccount, leaveEvents } from '../../support/full-account.ts';

const suite = useAuthSuite({ withoutCells: true });
const canaries = new Canaries();
let receiver: Receiver;
let account: FullAccount;
let cells: Cells;

beforeAll(async () => {
  receiver = await Receiver.start();
  account = await fillAccount(suite, receiver, canaries);
  await leaveEvents(suite, account, canaries);
  cells = await makeCells(suite.databaseUrl);
  await cells.pools.main.query(
    `update leadline.deliveries set status = 'pending', attempts = 0 where account_id = $1`,
    [account.accountId],
  );
  await cells.pools.main.query(
    `update leadline.imports set status = 'queued' where account_id = $1 and status = 'ready'`,
    [account.accountId],
  );
});
afterAll(async () => {
  await cells.close();
  await receiver.close();
});

test('every row arrives, and the service goes on with the account', async () => {
  const tables = await listMovedTables(cells.pools.main);
  const before = await readRowsOf(suite.owner, account.ids);
  for (const table of tables) {
    const isEmptied = ['search_queue', 'lead_watchers'].includes(table);
    if (!isEmptied) expect(before.get(table)?.length, table).toBeGreaterThan(0);
  }
  await moveAccount({ directoryUrl: suite.databaseUrl, accountId: account.accountId, target: 'a' });

  const after = await readRowsOf(openInstallation(cells.pools.a), account.ids);
  const grows = new Set(['audit_log', 'received']);
  for (const table of tables.filter((name) => !grows.has(name)))
    expect(after.get(table), table).toEqual(before.get(table));
  for (const table of grows)
    expect(after.get(table), table).toEqual(expect.arrayContaining(before.get(table) ?? []));

  const { rows: jobs } = await cells.pools.a.query<{ name: string }>(
    `select distinct name from leadline_jobs.job where data ->> 'account' = any ($1) order by name`,
    [account.ids],
  );
  expect(jobs.map(({ name }) => name)).toEqual(expect.arrayContaining(['deliver', 'import-turns']));

  await waitFor(
    async () => (await call(suite.api.url, '/api/leads', undefined, { key: account.keys.live })).status,
    200,
  );
  const { status, body } = await account.person.call('/api/leads');
  expect(status).toBe(200);
  expect(body.data.length).toBeGreaterThan(0);
});
