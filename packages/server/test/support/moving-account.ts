// An account with a test account and rows of every kind that moves.

import { fromUuid } from '../../src/base/ids.ts';
import { openInstallation } from '../../src/db/installation.ts';
import { openPool } from '../../src/db/pool.ts';
import { createAccount } from '../../src/operator/create-account.ts';
import type { Cells } from './cells.ts';

export interface MovingAccount {
  readonly accountId: string;
  /** The live account and its test account. */
  readonly ids: readonly string[];
  readLeads(cell: keyof Cells['pools']): Promise<string[]>;
}

export async function makeMovingAccount(cells: Cells): Promise<MovingAccount> {
  const db = openInstallation(openPool(cells.directory.url, { size: 1 }));
  await db.updateTable('cells').set({ is_open: false }).where('name', '<>', 'main').execute();
  const { accountId } = await createAccount(db, 'owner@example.org', 'unlimited');
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where((e) => e.or([e('id', '=', accountId), e('test_of', '=', accountId)]))
    .orderBy('test_of', (order) => order.asc().nullsFirst())
    .execute();
  await db.destroy();
  const ids = rows.map(({ id }) => fromUuid(id));
  return {
    accountId,
    ids,
    readLeads: async (cell) => {
      const { rows: leads } = await cells.pools[cell].query<{ id: string }>(
        'select id from leadline.leads where account_id = any ($1)',
        [ids],
      );
      return leads.map(({ id }) => fromUuid(id));
    },
  };
}
