// Filters of the inbox that a team has given a name.

import type { View } from '@leadline/contract';
import { DomainError } from '../base/domain-error.ts';
import { fromUuid, makeId, showId } from '../base/ids.ts';
import { type AccountTransaction, asAccount, type Database } from '../db/database.ts';
import { lockAccount } from '../db/lock-account.ts';

/** More than a menu can show. */
const MAX_VIEWS = 50;

/** Oldest first. */
export const listViews = (db: Database, accountId: string): Promise<View[]> =>
  asAccount(db, accountId, (trx) => findViews(trx, accountId));

/** Two names that differ in capitals only are one to whoever reads them. */
export async function createView(
  db: Database,
  accountId: string,
  { name, query }: Omit<View, 'view_id'>,
): Promise<View> {
  return asAccount(db, accountId, async (trx) => {
    await lockAccount(trx); // two at once would both find room, and the name free
    const views = await findViews(trx, accountId);
    if (views.some((view) => fold(view.name) === fold(name)))
      throw new DomainError('name_taken', 'there is already a view with this name', { field: 'name' });
    if (views.length >= MAX_VIEWS)
      throw new DomainError('limit_reached', `an account can have up to ${MAX_VIEWS} views`);
    const id = makeId();
    await trx.insertInto('views').values({ account_id: accountId, id, name, query }).execute();
    return { view_id: showId('view', id), name, query };
  });
}

/** False when the account has no such view. */
export async function deleteView(db: Database, accountId: string, viewId: string): Promise<boolean> {
  const { numDeletedRows } = await asAccount(db, accountId, (trx) =>
    trx.deleteFrom('views').where('account_id', '=', accountId).where('id', '=', viewId).executeTakeFirst(),
  );
  return numDeletedRows > 0n;
}

async function findViews(trx: AccountTransaction, accountId: string): Promise<View[]> {
  const rows = await trx
    .selectFrom('views as v')
    .select(['v.id', 'v.name', 'v.query'])
    .where('v.account_id', '=', accountId)
    .orderBy('v.id')
    .execute();
  return rows.map(({ id, name, query }) => ({ view_id: showId('view', fromUuid(id)), name, query }));
}

const fold = (name: string): string => name.normalize('NFKC').toLowerCase();
