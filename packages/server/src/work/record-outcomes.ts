// Records the same outcome for many leads in one transaction.

import type { OutcomesResult } from '@leadline/contract';
import { type NewOutcome, writeOutcomes } from '../leads/record/write-outcomes.ts';
import { fromUuid } from '../platform/base/ids.ts';
import type { AccountScope } from '../platform/db/account-scope.ts';
import { lockNamedLeads, type NamedLeads, readRevisions } from './lock-leads.ts';
import { takeLeads } from './take-leads.ts';

/** All or none of the leads that are known and current. */
export async function recordOutcomes(
  scope: AccountScope,
  named: NamedLeads,
  recorded: NewOutcome,
): Promise<OutcomesResult['data']> {
  const { rows, unknown, conflicts } = await lockNamedLeads(scope, named);
  const leadIds = rows.map(({ id }) => fromUuid(id));
  await writeOutcomes(scope, leadIds, recorded);
  if (recorded.outcome !== 'open') await takeLeads(scope, leadIds, recorded.outcome);
  return { recorded: rows.length, unknown, conflicts, revisions: await readRevisions(scope, rows) };
}
