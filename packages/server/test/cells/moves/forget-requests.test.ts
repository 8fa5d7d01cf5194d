// Fingerprints of old requests are deleted, except those of accounts that have left or are about to arrive: until replication
// ends, the other cell would delete its own, too.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { setPresence } from '../../../src/cells/moves/presence.ts';
import { type Cells, makeCells } from '../../support/cells.ts';
import { makeMovingAccount } from '../../support/moving-account.ts';

let cells: Cells;
beforeAll(async () => {
  cells = await makeCells();
});
afterAll(() => cells.close());

test('the fingerprints of an account that is held stay', async () => {
  const { main } = cells.pools;
  const { accountId } = await makeMovingAccount(cells);
  const { accountId: otherId } = await makeMovingAccount(cells);
  for (const id of [accountId, otherId])
    await main.query(
      `insert into leadline.requests (account_id, fingerprint, body_hash, lead_id)
       values ($1, gen_random_uuid(), gen_random_uuid(), leadline.first_id_of(now() at time zone 'utc' - interval '26 hours'))`,
      [id],
    );
  const list = async (): Promise<string[]> =>
    (
      await main.query<{ id: string }>(
        `select replace(account_id::text, '-', '') as id from leadline.requests`,
      )
    ).rows.map(({ id }) => id);
  const forget = () => main.query('select leadline.forget_requests()');
  await setPresence(main, accountId, 'held', ['here']);
  await forget();
  expect(await list()).toEqual([accountId]);
  await setPresence(main, accountId, 'elsewhere', ['held']);
  await forget();
  expect(await list()).toEqual([accountId]);
  await setPresence(main, accountId, 'here', ['elsewhere']);
  await forget();
  expect(await list()).toEqual([]);
});
