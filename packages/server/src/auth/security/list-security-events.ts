// Lists security events, newest first: a user's own, or those of an account's members.

import type { ActivityPage } from '@leadline/contract';
import { sql } from 'kysely';
import type { AuditFilter, UnnamedEntry } from '../../accounts/audit/list-audit.ts';
import { firstIdOf, fromUuid, showId, timeOfId } from '../../platform/base/ids.ts';
import type { Installation } from '../../platform/db/installation.ts';

export async function listOwnEvents(
  db: Installation,
  userId: string,
  limit: number,
  cursor: string | null,
): Promise<ActivityPage> {
  const rows = await db
    .selectFrom('security_events')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(cursor !== null, (query) => query.where('id', '<', cursor as string))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const data = rows.slice(0, limit).map(({ id, action, details, device, network }) => ({
    event_id: showId('audit', fromUuid(id)),
    at: timeOfId(fromUuid(id)).toISOString(),
    action,
    details: details as unknown,
    device,
    network,
  }));
  return {
    success: true,
    data,
    next_cursor: rows.length > limit ? (data.at(-1)?.event_id ?? null) : null,
  };
}

/** Events since each member joined, in the format of the audit log. Leaves out the network, which could show an owner
 * where a member lives. */
export async function listMemberEvents(
  db: Installation,
  accountId: string,
  { limit, actor, from, to, cursor }: AuditFilter,
): Promise<UnnamedEntry[]> {
  const since = from === null ? null : firstIdOf(from);
  const before = to === null ? null : firstIdOf(to);
  const { rows } = await sql<{
    user_id: string;
    id: string;
    action: string;
    details: object;
    device: string;
  }>`
    select e.user_id, e.id, e.action, e.details, e.device from leadline.members m
    cross join lateral (
      select * from leadline.security_events e
      where e.user_id = m.user_id and e.id >= leadline.first_id_of(m.created_at at time zone 'UTC')
        and (${since}::uuid is null or e.id >= ${since}::uuid)
        and (${before}::uuid is null or e.id < ${before}::uuid)
        and (${cursor}::uuid is null or e.id < ${cursor}::uuid)
      order by e.id desc limit ${limit + 1}
    ) e
    where m.account_id = ${accountId}
      and (${actor ?? null}::text is null or 'user_' || replace(m.user_id::text, '-', '') = ${actor ?? null}::text)
    order by e.id desc limit ${limit + 1}`.execute(db);
  return rows.map(({ user_id, id, action, details, device }) => {
    const user = showId('user', fromUuid(user_id));
    return {
      entry_id: showId('audit', fromUuid(id)),
      at: timeOfId(fromUuid(id)).toISOString(),
      actor: user,
      action,
      subject: user,
      details: { ...details, device },
    };
  });
}
