// An account that moves between cells, with its test account.

import { makeAccountIn } from '@leadline/testkit/database/account-in-cell';
import { openOwner } from '@leadline/testkit/database/accounts';
import { fromUuid } from '../../src/platform/base/ids.ts';
import type { CellName, Cells } from './cells.ts';

export interface MovingAccount {
  readonly accountId: string;
  /** The live account and its test account. */
  readonly ids: readonly string[];
  readLeads(cell: CellName): Promise<string[]>;
  readPresence(cell: CellName): Promise<string | null>;
}

/** It starts in the directory's own database. All cells are open afterwards. */
export async function makeMovingAccount({ directoryUrl, pools }: Cells): Promise<MovingAccount> {
  const db = openOwner(directoryUrl);
  const { accountId } = await makeAccountIn(db, db, 'main');
  await db.destroy();
  const { rows } = await pools.main.query<{ id: string }>(
    'select id from leadline.accounts where $1 in (id, test_of) order by test_of nulls first',
    [accountId],
  );
  const ids = rows.map(({ id }) => fromUuid(id));
  return {
    accountId,
    ids,
    readLeads: async (cell) => {
      const { rows: leads } = await pools[cell].query<{ id: string }>(
        'select id from leadline.leads where account_id = any ($1)',
        [ids],
      );
      return leads.map(({ id }) => fromUuid(id));
    },
    readPresence: async (cell) => {
      const { rows: found } = await pools[cell].query<{ presence: string }>(
        'select presence from leadline.accounts where id = $1',
        [accountId],
      );
      return found[0]?.presence ?? null;
    },
  };
}
