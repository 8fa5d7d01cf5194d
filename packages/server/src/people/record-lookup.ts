// Adds an export to the audit log. A caller that looks up the same person again within an hour, or again finds nobody,
// adds no further entry: otherwise, anyone with a key could fill the log.

import { recordAudit } from '../accounts/audit/record-audit.ts';
import { firstIdOf } from '../platform/base/ids.ts';
import type { AccountScope } from '../platform/db/account-scope.ts';

const INTERVAL_MS = 60 * 60 * 1000;

export async function recordLookup(scope: AccountScope, subject: string, leads: number): Promise<void> {
  const recorded = await scope.transaction
    .selectFrom('audit_log as a')
    .select('a.id')
    .where('a.account_id', '=', scope.accountId)
    .where('a.id', '>', firstIdOf(new Date(Date.now() - INTERVAL_MS)))
    .where('a.action', '=', 'person.exported')
    .where('a.subject', '=', subject)
    .where('a.actor', '=', scope.actor)
    .limit(1)
    .executeTakeFirst();
  if (recorded === undefined) await recordAudit(scope, 'person.exported', subject, { leads });
}
