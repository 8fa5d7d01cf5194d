// Notes that leads have changed, because insights keep what the leads of closed days add up to. Belongs in every
// transaction that changes what they count; see sql/note_changed_leads.sql.

import { sql } from 'kysely';
import type { AccountScope } from '../../platform/db/account-scope.ts';

export async function noteChangedLeads(
  { transaction, accountId }: AccountScope,
  leadIds: readonly string[],
): Promise<void> {
  if (leadIds.length === 0) return;
  await sql`
    select leadline.note_changed_leads(${leadIds.map(() => accountId)}::uuid[], ${leadIds}::uuid[])`.execute(
    transaction,
  );
}
