// Deletes a lead and what was kept to find it.

import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { showId } from '../base/ids.ts';
import { asAccount, type Database } from '../db/database.ts';
import { lockAccount } from '../db/lock-account.ts';
import { findLead } from '../leads/get-lead.ts';
import { holdReceived } from '../request-log/lock-request-log.ts';
import { forgetLeads } from './forget-leads.ts';

/** False when the account has no such lead. */
export async function deleteLead(
  db: Database,
  accountId: string,
  actor: Actor,
  leadId: string,
): Promise<boolean> {
  return asAccount(db, accountId, async (trx) => {
    await holdReceived(trx, accountId);
    await lockAccount(trx);
    const found = await findLead(trx, accountId, leadId);
    if (found === null) return false;
    const { email, name } = found.lead;
    await forgetLeads(trx, accountId, [{ ...found, email, name }]);
    await recordAudit(trx, accountId, actor, 'lead.deleted', showId('lead', leadId));
    return true;
  });
}
