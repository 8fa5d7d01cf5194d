// Filters live events for somebody who does not see all leads: only leads that they see are named. A lead that they have just lost
// sight of is only found by loading the list again.

import { fromUuid, readId, showId } from '../../platform/base/ids.ts';
import { type AccountCaller, type AccountDatabase, enterAccount } from '../../platform/db/account-scope.ts';
import { anyOf } from '../../platform/db/database.ts';
import type { News } from './watcher.ts';

export async function showVisible(db: AccountDatabase, caller: AccountCaller, news: News): Promise<News[]> {
  if (news.leadIds.length === 0) return [news];
  const rows = await enterAccount(db, caller, ({ transaction, accountId }) =>
    transaction
      .selectFrom('leads as l')
      .select('l.id')
      .where('l.account_id', '=', accountId)
      .where('l.id', '=', anyOf(news.leadIds.flatMap((id) => readId('lead', id) ?? [])))
      .execute(),
  );
  const visible = new Set(rows.map(({ id }) => showId('lead', fromUuid(id))));
  const leadIds = news.leadIds.filter((id) => visible.has(id));
  const isLost = news.isReassigned === true && leadIds.length < news.leadIds.length;
  return [
    ...(leadIds.length > 0 ? [{ ...news, leadIds }] : []),
    ...(isLost ? [{ event: 'erasures' as const, leadIds: [] }] : []),
  ];
}
