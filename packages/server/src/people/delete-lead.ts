// Deletes a single lead and everything stored because of it.

import { recordAudit } from '../accounts/audit/record-audit.ts';
import { findLead } from '../leads/record/get-lead.ts';
import { lockRequestLog } from '../leads/request-log/lock-request-log.ts';
import { showId } from '../platform/base/ids.ts';
import type { AccountScope } from '../platform/db/account-scope.ts';
import { lockAccount } from '../platform/db/lock-account.ts';
import { eraseLeads } from './erase-leads.ts';

/** Returns false if the account has no such lead. */
export async function deleteLead(scope: AccountScope, leadId: string): Promise<boolean> {
  await lockRequestLog(scope);
  await lockAccount(scope);
  const found = await findLead(scope, leadId);
  if (found === null) return false;
  const { email, name } = found.lead;
  await eraseLeads(scope, [{ ...found, email, name }]);
  await recordAudit(scope, 'lead.deleted', showId('lead', leadId));
  return true;
}
