// What an endpoint with many deliveries costs doesn't depend on how many it has.

import { longestTurnMs } from '@leadline/testkit/cost/longest-turn';
import { makeAccount } from '@leadline/testkit/database/accounts';
import { callAs, useApi } from '@leadline/testkit/service/use-api';
import { beforeAll, expect, test } from 'vitest';
import { openPool } from '../../../src/platform/db/pool.ts';

const DELIVERIES = 30_000;
/** The oldest. */
const FAILED = 6_000;
const MAX_MS = 30;

const suite = useApi({ inOneCell: true });
let call: ReturnType<typeof callAs>;
let path: string;

beforeAll(async () => {
  const account = await makeAccount(suite.owner);
  call = callAs(suite, account);
  const { webhook_id } = (await call('/api/webhooks', { url: 'http://127.0.0.1:9/' })).body.data;
  path = `/api/webhooks/${webhook_id}`;
  const pool = openPool(suite.accountUrl, { size: 1 });
  await pool.query(
    `insert into leadline.deliveries (account_id, endpoint_id, event_id, event, status)
     select $1, $2, uuidv7(make_interval(secs => n) - interval '1 day'), 'lead.scored',
       case when n <= $4 then 'failed' else 'delivered' end
     from generate_series(1, $3::integer) n`,
    [account.accountId, webhook_id.replace('hook_', ''), DELIVERIES, FAILED],
  );
  await pool.end();
});

test('a page looks at a limited number of deliveries, and a cursor leads to the rest', async () => {
  const first = (await call(`${path}/deliveries?status=failed&limit=100`)).body;
  expect(first.data).toEqual([]);
  const next = (await call(`${path}/deliveries?status=failed&limit=100&cursor=${first.next_cursor}`)).body;
  expect(next.data).toHaveLength(100);
  const all = (await call(`${path}/deliveries?limit=100`)).body;
  expect(all.data).toHaveLength(100);
});

test('the last page has no cursor', async () => {
  let cursor = '';
  let found = 0;
  for (let page = 0; page < 100; page++) {
    const { data, next_cursor } = (await call(`${path}/deliveries?status=failed&limit=100${cursor}`)).body;
    found += data.length;
    if (next_cursor === null) break;
    cursor = `&cursor=${next_cursor}`;
  }
  expect(found).toBe(FAILED);
});

test('thousands of deliveries are retried without blocking other requests', async () => {
  let queued = 0;
  const longest = await longestTurnMs(async () => {
    queued = (await call(`${path}/redeliver`, {})).body.data.queued;
  });
  expect(queued).toBe(FAILED);
  expect(longest).toBeLessThan(MAX_MS);
});
