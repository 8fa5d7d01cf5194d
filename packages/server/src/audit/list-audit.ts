// Who did what in an account, newest first.

import type { AuditPage, AuditQuery } from '@leadline/contract';
import { fromUuid, showId, timeOfId } from '../base/ids.ts';
import { asAccount, type Database } from '../db/database.ts';

export async function listAudit(
  db: Database,
  accountId: string,
  { limit = 50 }: AuditQuery,
  cursor: string | null,
): Promise<AuditPage> {
  const rows = await asAccount(db, accountId, (trx) => {
    const entries = trx.selectFrom('audit_log as a').selectAll().where('a.account_id', '=', accountId);
    return (cursor === null ? entries : entries.where('a.id', '<', cursor))
      .orderBy('a.id', 'desc')
      .limit(limit + 1)
      .execute();
  });
  const page = rows.slice(0, limit).map(({ id, actor, action, subject, details }) => ({
    entry_id: showId('audit', fromUuid(id)),
    at: timeOfId(fromUuid(id)).toISOString(),
    actor,
    action,
    subject,
    details: details as unknown,
  }));
  return {
    success: true,
    data: page,
    next_cursor: rows.length > limit ? (page.at(-1)?.entry_id ?? null) : null,
  };
}
