// Records the same outcome for many leads in one transaction.

import type { OutcomesResult } from '@leadline/contract';
import { readId } from '../base/ids.ts';
import type { AccountScope } from '../db/account-scope.ts';
import { anyOf } from '../db/database.ts';
import { type NewOutcome, writeOutcomes } from '../leads/write-outcomes.ts';
import { takeLeads } from './take-leads.ts';

/** Unknown and malformed IDs are returned exactly as they were sent. */
export async function recordOutcomes(
  scope: AccountScope,
  givenIds: readonly string[],
  recorded: NewOutcome,
): Promise<OutcomesResult['data']> {
  const ids = new Map(givenIds.map((given) => [given, readId('lead', given)]));
  const wanted = [...ids.values()].filter((id) => id !== null);
  // Locks rows in a fixed order so that two overlapping lists can't deadlock.
  await scope.transaction
    .selectFrom('leads as l')
    .select('l.id')
    .where('l.account_id', '=', scope.accountId)
    .where('l.id', '=', anyOf(wanted))
    .orderBy('l.id')
    .forNoKeyUpdate()
    .execute();
  const written = await writeOutcomes(scope, wanted, recorded);
  const known = new Set<string | null>(written.map(({ leadId }) => leadId));
  if (recorded.outcome !== 'open')
    await takeLeads(
      scope,
      [...known].filter((id) => id !== null),
      recorded.outcome,
    );
  return {
    recorded: written.length,
    unknown: [...ids].filter(([, id]) => !known.has(id)).map(([given]) => given),
  };
}
