// Deletes a lead and what was kept to find it. The allowance it took is not given back.

import { sql } from 'kysely';
import { asAccount, type Database } from '../db/database.ts';
import { firstIdOf } from '../ids.ts';
import { foldEmail, foldName } from './contact.ts';
import { findLead } from './get-lead.ts';
import { REMEMBERED_MS } from './identify-request.ts';

/** False when the account has no such lead. */
export async function deleteLead(db: Database, accountId: string, leadId: string): Promise<boolean> {
  return asAccount(db, accountId, async (trx) => {
    // A lead of the same person that comes in at this moment must find the contact, or sign anew.
    await sql`select leadline.lock_account()`.execute(trx);
    const found = await findLead(trx, accountId, leadId);
    if (found === null) return false;
    await trx.deleteFrom('leads').where('account_id', '=', accountId).where('id', '=', leadId).execute();
    if (leadId >= firstIdOf(new Date(Date.now() - REMEMBERED_MS))) {
      await trx
        .deleteFrom('requests')
        .where('account_id', '=', accountId)
        .where('lead_id', '=', leadId)
        .execute();
    }
    const contact = {
      account_id: accountId,
      email: foldEmail(found.lead.email),
      phone: found.phone,
      name: foldName(found.lead.name),
      person_id: found.personId,
    };
    await trx
      .updateTable('contacts')
      .set((e) => ({ leads: e('leads', '-', 1) }))
      .where((e) => e.and(contact))
      .execute();
    await trx
      .deleteFrom('contacts')
      .where((e) => e.and(contact))
      .where('leads', '<=', 0)
      .execute();
    return true;
  });
}
