// Forgets what leads added up to before they changed, and the notes about it, also where nobody opens the insights.

import { sql } from 'kysely';
import { forgetChangedSums } from '../../leads/insights/keep-sums.ts';
import { asSystem, scopeWithin } from '../../platform/db/account-scope.ts';
import { type Installation, inTransaction } from '../../platform/db/installation.ts';

export async function forgetSums(db: Installation, signal: AbortSignal): Promise<void> {
  const { rows } = await sql<{ account_id: string }>`
    select distinct s.account_id from leadline.lead_sums s where s.sums is null`.execute(db);
  for (const { account_id } of rows) {
    if (signal.aborted) return;
    await inTransaction(db, (transaction) =>
      forgetChangedSums(scopeWithin(transaction, asSystem(account_id))),
    );
  }
}
