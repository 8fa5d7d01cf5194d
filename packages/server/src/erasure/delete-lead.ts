// Deletes a single lead and everything stored because of it.

import { recordAudit } from '../audit/record-audit.ts';
import { showId } from '../base/ids.ts';
import type { AccountScope } from '../db/account-scope.ts';
import { lockAccount } from '../db/lock-account.ts';
import { findLead } from '../leads/get-lead.ts';
import { lockRequestLog } from '../request-log/lock-request-log.ts';
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
