// Deletes leads, their contacts and their idempotency records. people/erase-leads.ts deletes everything else stored
// for them.

import { sql } from 'kysely';
import { firstIdOf } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import { anyOf } from '../../platform/db/database.ts';
import type { Storage } from './change-storage.ts';
import { foldEmail, foldName } from './contact.ts';
import { REMEMBERED_MS } from './identify-request.ts';
import { noteChangedLeads } from './note-changed-leads.ts';

export interface LeadToErase {
  readonly id: string;
  readonly personId: string;
  /** Normalized; see contact.ts. */
  readonly phone: string;
  /** The email and name exactly as sent. */
  readonly email: string;
  readonly name: string;
}

/** Outcomes and timelines go with their leads. Returns how many leads were deleted and the bytes this freed. What is
 * recorded at the same moment may not be measured; maintenance corrects that. */
export async function deleteLeads(scope: AccountScope, ids: readonly string[]): Promise<Storage> {
  await noteChangedLeads(scope, ids);
  const { rows } = await sql<Storage>`
    with deleted as (
      delete from leadline.leads l where l.account_id = ${scope.accountId} and l.id = ${anyOf(ids)}
      returning l.id, leadline.lead_bytes(octet_length(l.lead::text) + octet_length(l.scored::text)) as bytes
    )
    select count(*) as leads, (
        coalesce(sum(d.bytes), 0) + coalesce(sum(o.bytes), 0) + coalesce(sum(t.bytes), 0)
      )::bigint as bytes
    from deleted d
    cross join lateral (
      select sum(leadline.outcome_bytes(o.reason)) as bytes from leadline.outcomes o
      where o.account_id = ${scope.accountId} and o.lead_id = d.id
    ) o
    cross join lateral (
      select sum(leadline.activity_bytes(t.data)) as bytes from leadline.activities t
      where t.account_id = ${scope.accountId} and t.lead_id = d.id
    ) t`.execute(scope.transaction);
  return rows[0] as Storage;
}

export async function deleteIdempotencyRecords(
  scope: AccountScope,
  leadIds: readonly string[],
): Promise<void> {
  const remembered = leadIds.filter((id) => id >= firstIdOf(new Date(Date.now() - REMEMBERED_MS)));
  if (remembered.length === 0) return;
  await scope.transaction
    .deleteFrom('requests')
    .where('account_id', '=', scope.accountId)
    .where('lead_id', '=', anyOf(remembered))
    .execute();
}

/** Deletes each contact whose last lead is being deleted, and returns how many were deleted. */
export async function deleteContacts(scope: AccountScope, leads: readonly LeadToErase[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with removed as (
      select s.email, s.phone, s.name, s.person_id, count(*)::integer as leads
      from unnest(${leads.map(({ email }) => foldEmail(email))}::text[], ${leads.map(({ phone }) => phone)}::text[],
        ${leads.map(({ name }) => foldName(name))}::text[], ${leads.map(({ personId }) => personId)}::uuid[])
        as s (email, phone, name, person_id)
      group by s.email, s.phone, s.name, s.person_id
    ), decremented as (
      update leadline.contacts c set leads = c.leads - s.leads from removed s
      where c.account_id = ${scope.accountId} and c.email = s.email and c.phone = s.phone and c.name = s.name
        and c.person_id = s.person_id and c.leads > s.leads
    ), deleted as (
      delete from leadline.contacts c using removed s
      where c.account_id = ${scope.accountId} and c.email = s.email and c.phone = s.phone and c.name = s.name
        and c.person_id = s.person_id and c.leads <= s.leads
      returning 1
    )
    select count(*)::integer as count from deleted`.execute(scope.transaction);
  return rows[0]?.count ?? 0;
}
