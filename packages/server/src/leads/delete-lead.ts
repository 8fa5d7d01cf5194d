// Deletes a lead and what was kept to find it. The allowance it took is not given back.

import { type Lead, score } from '@leadline/engine';
import { sql } from 'kysely';
import { type AccountTransaction, asAccount, type Database } from '../db/database.ts';
import { timeOfId } from '../ids.ts';
import { type Contact, readContact } from './contact.ts';
import { findLead, findLeadsOf } from './get-lead.ts';

/** False when the account has no such lead. */
export async function deleteLead(db: Database, accountId: string, leadId: string): Promise<boolean> {
  return asAccount(db, accountId, async (trx) => {
    // A lead of the same person that comes in at this moment must find the contact, or sign anew.
    await sql`select leadline.lock_account()`.execute(trx);
    const found = await findLead(trx, accountId, leadId);
    if (found === null) return false;
    await trx.deleteFrom('leads').where('account_id', '=', accountId).where('id', '=', leadId).execute();
    await trx
      .deleteFrom('requests')
      .where('account_id', '=', accountId)
      .where('lead_id', '=', leadId)
      .execute();
    await forgetContact(trx, accountId, found.personId, contactOf(leadId, found.lead));
    return true;
  });
}

async function forgetContact(
  trx: AccountTransaction,
  accountId: string,
  personId: string,
  { email, phone, name }: Contact,
): Promise<void> {
  const isStillUsed = (await findLeadsOf(trx, accountId, personId)).some(({ id, lead }) => {
    const other = contactOf(id, lead);
    return other.email === email && other.phone === phone && other.name === name;
  });
  if (isStillUsed) return;
  await trx
    .deleteFrom('contacts')
    .where('account_id', '=', accountId)
    .where('email', '=', email)
    .where('phone', '=', phone)
    .where('name', '=', name)
    .where('person_id', '=', personId)
    .execute();
}

const contactOf = (leadId: string, lead: Lead): Contact =>
  readContact(lead, score(lead, { now: timeOfId(leadId) }).facts);
