// Deletes a lead and what was kept to find it. The allowance it took is not given back.

import { type Lead, score } from '@leadline/engine';
import { type AccountTransaction, asAccount, type Database } from '../db/database.ts';
import { timeOfId } from '../ids.ts';
import { type Contact, readContact } from './contact.ts';
import { findLead, findLeadsOf } from './get-lead.ts';

/** False when the account has no such lead. */
export async function deleteLead(db: Database, accountId: string, leadId: string): Promise<boolean> {
  return asAccount(db, accountId, async (trx) => {
    const found = await findLead(trx, accountId, leadId);
    if (found === null) return false;
    await trx.deleteFrom('leads').where('account_id', '=', accountId).where('id', '=', leadId).execute();
    await trx
      .deleteFrom('requests')
      .where('account_id', '=', accountId)
      .where('lead_id', '=', leadId)
      .execute();
    const { email, phone, name } = contactOf(leadId, found.lead);
    const isStillUsed = (await contactsOf(trx, accountId, found.personId)).some(
      (other) => other.email === email && other.phone === phone && other.name === name,
    );
    if (isStillUsed) return true;
    await trx
      .deleteFrom('contacts')
      .where('account_id', '=', accountId)
      .where('email', '=', email)
      .where('phone', '=', phone)
      .where('name', '=', name)
      .where('person_id', '=', found.personId)
      .execute();
    return true;
  });
}

async function contactsOf(trx: AccountTransaction, accountId: string, personId: string): Promise<Contact[]> {
  const contacts: Contact[] = [];
  for (const id of await findLeadsOf(trx, accountId, personId)) {
    const other = await findLead(trx, accountId, id);
    if (other !== null) contacts.push(contactOf(id, other.lead));
  }
  return contacts;
}

const contactOf = (leadId: string, lead: Lead): Contact =>
  readContact(lead, score(lead, { now: timeOfId(leadId) }).facts);
