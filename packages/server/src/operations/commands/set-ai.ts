// Sets which AI reads the messages of an account's leads. Takes effect within five seconds.

import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { DomainError } from '../../platform/base/domain-error.ts';
import { showId } from '../../platform/base/ids.ts';
import { asOperator, scopeWithin } from '../../platform/db/account-scope.ts';
import { type Installation, inTransaction } from '../../platform/db/installation.ts';
import type { AiMode } from '../../platform/db/tables.ts';

export const AI_MODES: readonly AiMode[] = ['off', 'local', 'llm'];

/** If `monthlyDollars` is undefined, the budget stays the same; null removes it. The test account gets the same mode
 * and its own budget of the same size. */
export async function setAi(
  db: Installation,
  accountId: string,
  ai: AiMode,
  monthlyDollars?: number | null,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('accounts')
      .set({ ai, ...(monthlyDollars === undefined ? {} : { ai_monthly_dollars: monthlyDollars }) })
      .where((e) =>
        e.or([e.and([e('id', '=', accountId), e('test_of', 'is', null)]), e('test_of', '=', accountId)]),
      )
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new DomainError('not_found', 'no such account');
    await recordAudit(
      scopeWithin(trx, asOperator(accountId)),
      'account.ai_changed',
      showId('acct', accountId),
      {
        ai,
        ...(monthlyDollars === undefined ? {} : { monthly_dollars: monthlyDollars }),
      },
    );
  });
}
