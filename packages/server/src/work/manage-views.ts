// Saved views: inbox filters that a team has saved under a name.

import type { View } from '@leadline/contract';
import { DomainError } from '../platform/base/domain-error.ts';
import { fromUuid, makeId, showId } from '../platform/base/ids.ts';
import type { AccountScope } from '../platform/db/account-scope.ts';
import { lockAccount } from '../platform/db/lock-account.ts';

/** More wouldn't fit in the menu. */
const MAX_VIEWS = 50;

/** Oldest first. */
export async function listViews(scope: AccountScope): Promise<View[]> {
  const rows = await scope.transaction
    .selectFrom('views as v')
    .select(['v.id', 'v.name', 'v.query'])
    .where('v.account_id', '=', scope.accountId)
    .orderBy('v.id')
    .execute();
  return rows.map(({ id, name, query }) => ({ view_id: showId('view', fromUuid(id)), name, query }));
}

/** Two names can't differ only in case. */
export async function createView(scope: AccountScope, { name, query }: Omit<View, 'view_id'>): Promise<View> {
  await lockAccount(scope); // so that two requests cannot both pass the checks below
  const views = await listViews(scope);
  if (views.some((view) => fold(view.name) === fold(name)))
    throw new DomainError('name_taken', 'a view with this name already exists', { field: 'name' });
  if (views.length >= MAX_VIEWS)
    throw new DomainError('limit_reached', `an account can have up to ${MAX_VIEWS} views`);
  const id = makeId();
  await scope.transaction
    .insertInto('views')
    .values({ account_id: scope.accountId, id, name, query })
    .execute();
  return { view_id: showId('view', id), name, query };
}

/** Returns false if the account has no such view. */
export async function deleteView(scope: AccountScope, viewId: string): Promise<boolean> {
  const { numDeletedRows } = await scope.transaction
    .deleteFrom('views')
    .where('account_id', '=', scope.accountId)
    .where('id', '=', viewId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

const fold = (name: string): string => name.normalize('NFKC').toLowerCase();
