// Deletes leads from the tables that only leads write: the leads themselves, the contacts they are signed with, and the
// requests that are remembered so as not to store them twice. erasure/forget-leads.ts deletes the rest.

import { sql } from 'kysely';
import { firstIdOf } from '../base/ids.ts';
import type { AccountScope } from '../db/account-scope.ts';
import { anyOf } from '../db/database.ts';
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

export async function deleteLeads(scope: AccountScope, ids: readonly string[]): Promise<number> {
  const { numDeletedRows } = await scope.transaction
    .deleteFrom('leads')
    .where('account_id', '=', scope.accountId)
    .where('id', '=', anyOf(ids))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function forgetRequests(scope: AccountScope, leadIds: readonly string[]): Promise<void> {
  const remembered = leadIds.filter((id) => id >= firstIdOf(new Date(Date.now() - REMEMBERED_MS)));
  if (remembered.length === 0) return;
  await scope.transaction
    .deleteFrom('requests')
    .where('account_id', '=', scope.accountId)
    .where('lead_id', '=', anyOf(remembered))
    .execute();
}

/** A contact goes with the last lead that is signed so. */
export async function forgetContacts(scope: AccountScope, leads: readonly LeadToForget[]): Promise<number> {
  const { rows } = await sql<{ gone: number }>`
    with signed as (
      select s.email, s.phone, s.name, s.person_id, count(*)::integer as leads
      from unnest(${leads.map(({ email }) => foldEmail(email))}::text[], ${leads.map(({ phone }) => phone)}::text[],
        ${leads.map(({ name }) => foldName(name))}::text[], ${leads.map(({ personId }) => personId)}::uuid[])
        as s (email, phone, name, person_id)
      group by s.email, s.phone, s.name, s.person_id
    ), fewer as (
      update leadline.contacts c set leads = c.leads - s.leads from signed s
      where c.account_id = ${scope.accountId} and c.email = s.email and c.phone = s.phone and c.name = s.name
        and c.person_id = s.person_id and c.leads > s.leads
    ), gone as (
      delete from leadline.contacts c using signed s
      where c.account_id = ${scope.accountId} and c.email = s.email and c.phone = s.phone and c.name = s.name
        and c.person_id = s.person_id and c.leads <= s.leads
      returning 1
    )
    select count(*)::integer as gone from gone`.execute(scope.transaction);
  return rows[0]?.gone ?? 0;
}
