// Deletes leads and everything that was kept because of them, whoever asks for it: outcomes, what finds them again, what
// remembers their requests or shows them, what is to be told of them and what was. The allowance they took is not given back.

import { sql } from 'kysely';
import { type AccountTransaction, anyOf } from '../db/database.ts';
import { firstIdOf, fromUuid } from '../ids.ts';
import { foldEmail, foldName } from './contact.ts';
import { REMEMBERED_MS } from './identify-request.ts';

export interface LeadToForget {
  readonly id: string;
  readonly personId: string;
  /** As it is compared; see contact.ts. */
  readonly phone: string;
  /** As they were sent. */
  readonly email: string;
  readonly name: string;
}

export interface Forgotten {
  readonly leads: number;
  readonly contacts: number;
  readonly deliveries: number;
  readonly received: number;
}

/** To be called under the account's lock: a lead of the same person that comes in at this moment must find the contact,
 * or sign anew. And before that under the one of what was received. */
export async function forgetLeads(
  trx: AccountTransaction,
  accountId: string,
  leads: readonly LeadToForget[],
): Promise<Forgotten> {
  if (leads.length === 0) return { leads: 0, contacts: 0, deliveries: 0, received: 0 };
  const ids = leads.map(({ id }) => id);
  const eventIds = await findEvents(trx, accountId, ids);
  // First, because no outcome can be recorded from here on; one that was recorded since is in the outbox or
  // among the deliveries by now.
  const deleted = await trx
    .deleteFrom('leads')
    .where('account_id', '=', accountId)
    .where('id', '=', anyOf(ids))
    .executeTakeFirst();
  await trx
    .deleteFrom('outbox')
    .where('account_id', '=', accountId)
    .where((e) => e.or([e('id', '=', anyOf(eventIds)), e('subject_id', '=', anyOf(ids))]))
    .execute();
  const deliveries = await trx
    .deleteFrom('deliveries')
    .where('account_id', '=', accountId)
    .where('endpoint_id', 'in', endpointsOf(trx, accountId))
    .where('event_id', '=', anyOf(eventIds))
    .executeTakeFirst();
  const ofOutcomes = await trx
    .deleteFrom('deliveries')
    .where('account_id', '=', accountId)
    .where('event', '=', 'lead.outcome')
    .where('lead_id', '=', anyOf(ids))
    .executeTakeFirst();
  const stillRemembered = ids.filter((id) => id >= firstIdOf(new Date(Date.now() - REMEMBERED_MS)));
  if (stillRemembered.length > 0) {
    await trx
      .deleteFrom('requests')
      .where('account_id', '=', accountId)
      .where('lead_id', '=', anyOf(stillRemembered))
      .execute();
  }
  const received = await trx
    .deleteFrom('received')
    .where('account_id', '=', accountId)
    .where('lead_id', '=', anyOf(ids))
    .executeTakeFirst();
  return {
    leads: Number(deleted.numDeletedRows),
    contacts: await forgetContacts(trx, accountId, leads),
    deliveries: Number(deliveries.numDeletedRows + ofOutcomes.numDeletedRows),
    received: Number(received.numDeletedRows),
  };
}

/** What is or was told of leads: that they were scored, and their outcomes. */
export async function findEvents(
  trx: AccountTransaction,
  accountId: string,
  leadIds: readonly string[],
): Promise<string[]> {
  const outcomes = await trx
    .selectFrom('outcomes as o')
    .select('o.id')
    .where('o.account_id', '=', accountId)
    .where('o.lead_id', '=', anyOf(leadIds))
    .execute();
  return [...leadIds, ...outcomes.map(({ id }) => fromUuid(id))];
}

/** For finding deliveries by their key. */
export const endpointsOf = (trx: AccountTransaction, accountId: string) =>
  trx.selectFrom('webhook_endpoints as h').select('h.id').where('h.account_id', '=', accountId);

/** A contact goes with the last lead that is signed so. */
async function forgetContacts(
  trx: AccountTransaction,
  accountId: string,
  leads: readonly LeadToForget[],
): Promise<number> {
  const { rows } = await sql<{ gone: number }>`
    with signed as (
      select s.email, s.phone, s.name, s.person_id, count(*)::integer as leads
      from unnest(${leads.map(({ email }) => foldEmail(email))}::text[], ${leads.map(({ phone }) => phone)}::text[],
        ${leads.map(({ name }) => foldName(name))}::text[], ${leads.map(({ personId }) => personId)}::uuid[])
        as s (email, phone, name, person_id)
      group by s.email, s.phone, s.name, s.person_id
    ), fewer as (
      update leadline.contacts c set leads = c.leads - s.leads from signed s
      where c.account_id = ${accountId} and c.email = s.email and c.phone = s.phone and c.name = s.name
        and c.person_id = s.person_id and c.leads > s.leads
    ), gone as (
      delete from leadline.contacts c using signed s
      where c.account_id = ${accountId} and c.email = s.email and c.phone = s.phone and c.name = s.name
        and c.person_id = s.person_id and c.leads <= s.leads
      returning 1
    )
    select count(*)::integer as gone from gone`.execute(trx);
  return rows[0]?.gone ?? 0;
}

/** Waits for every batch that writes leads of the account, and keeps others waiting until the transaction ends. */
export async function lockAccount(trx: AccountTransaction): Promise<void> {
  await sql`select leadline.lock_account()`.execute(trx);
}
