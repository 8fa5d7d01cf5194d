// Two processes write for one account at the turn of the month, each with a different current month.

import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { makeLeadToWrite } from '@leadline/testkit/leads/lead-to-write';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeLeads } from '../../../src/leads/intake/write-leads.ts';
import { makeId } from '../../../src/platform/base/ids.ts';
import { openPool } from '../../../src/platform/db/pool.ts';
import { waitForBlocked } from '../../support/hold-account.ts';

const ENDING = new Date(Date.UTC(2026, 9));
const BEGINNING = new Date(Date.UTC(2026, 10));

let pool: pg.Pool;
let watcher: pg.Pool;
beforeAll(async () => {
  const url = await cloneDatabase();
  pool = openPool(url, { size: 2, role: 'leadline_api' });
  watcher = openPool(url, { size: 1 });
});
afterAll(() => Promise.all([pool.end(), watcher.end()]));

test('a request repeated in the new month stores no second lead and uses no allowance', async () => {
  const [first, second] = [await pool.connect(), await pool.connect()];
  const lead = makeLeadToWrite(makeId(), { month: ENDING });
  const again = { ...lead, leadId: makeId(), month: BEGINNING };
  await first.query('begin');
  expect(await writeLeads(first, [lead])).toEqual([{ kind: 'stored' }]);
  const written = writeLeads(second, [again]);
  await waitForBlocked(watcher, 1);
  await first.query('commit');
  expect(await written).toMatchObject([{ kind: 'repeated', leadId: lead.leadId }]);
  const { rows } = await watcher.query(
    'select month::text, leads from leadline.usage where account_id = $1',
    [lead.accountId],
  );
  expect(rows).toEqual([{ month: '2026-10-01', leads: 1 }]);
  first.release();
  second.release();
});

test('concurrent batches for the same accounts in two months do not deadlock', async () => {
  const accounts = [makeId(), makeId(), makeId()];
  const write = async (client: pg.PoolClient, month: Date, order: readonly string[]): Promise<void> => {
    for (let round = 0; round < 50; round++) {
      await writeLeads(
        client,
        order.map((account) => makeLeadToWrite(account, { month })),
      );
    }
  };
  const [first, second] = [await pool.connect(), await pool.connect()];
  await Promise.all([write(first, ENDING, accounts), write(second, BEGINNING, accounts.toReversed())]);
  const { rows } = await watcher.query(
    'select leads from leadline.usage where account_id = any($1::uuid[]) and leads <> 50',
    [accounts],
  );
  expect(rows).toEqual([]);
  first.release();
  second.release();
});
