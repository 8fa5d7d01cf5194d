// Lists an account's audit log, newest first.

import type { AuditPage, AuditQuery } from '@leadline/contract';
import { fromUuid, showId, timeOfId } from '../base/ids.ts';
import type { AccountScope } from '../db/account-scope.ts';
import { SECURITY_ACTIONS } from './security-actions.ts';

export async function listAudit(
  scope: AccountScope,
  { limit = 50, category }: AuditQuery,
  cursor: string | null,
): Promise<AuditPage> {
  const entries = scope.transaction
    .selectFrom('audit_log as a')
    .selectAll()
    .where('a.account_id', '=', scope.accountId)
    .$if(category === 'security', (query) => query.where('a.action', 'in', SECURITY_ACTIONS));
  const rows = await (cursor === null ? entries : entries.where('a.id', '<', cursor))
    .orderBy('a.id', 'desc')
    .limit(limit + 1)
    .execute();
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
