// Closes an account at once and schedules its deletion, or takes that back.

import { sql } from 'kysely';
import { DomainError } from '../../platform/base/domain-error.ts';
import { showId } from '../../platform/base/ids.ts';
import { type AccountCaller, scopeWithin } from '../../platform/db/account-scope.ts';
import { type Installation, inTransaction } from '../../platform/db/installation.ts';
import { recordAudit } from '../audit/record-audit.ts';

/** API processes cache keys for up to five seconds, and must have noticed before the first row is deleted. */
const MIN_DELAY_SECONDS = 15;
const DAY_SECONDS = 24 * 60 * 60;

/** Requesting it again doesn't move the date, except for the operator. */
export async function scheduleDeletion(db: Installation, caller: AccountCaller, days: number): Promise<Date> {
  const seconds = Math.max(days * DAY_SECONDS, MIN_DELAY_SECONDS);
  return inTransaction(db, async (trx) => {
    const { accountId, actor } = caller;
    const deleteAt = sql<Date>`now() + make_interval(secs => ${seconds})`;
    const [account] = await trx
      .updateTable('accounts as a')
      .set((e) => ({
        deletion_requested_at: e.fn.coalesce('a.deletion_requested_at', sql<Date>`now()`),
        delete_at: actor === 'operator' ? deleteAt : e.fn.coalesce('a.delete_at', deleteAt),
      }))
      .where((e) => e.or([e('a.id', '=', accountId), e('a.test_of', '=', accountId)]))
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('accounts').select('id').where('id', '=', accountId).where('test_of', 'is', null)),
      )
      .returning('a.delete_at')
      .execute();
    if (account?.delete_at == null) throw noSuchAccount();
    await recordAudit(scopeWithin(trx, caller), 'account.deletion_requested', showId('acct', accountId), {
      delete_at: account.delete_at.toISOString(),
    });
    return account.delete_at;
  });
}

/** Possible until the grace period ends. */
export async function cancelDeletion(db: Installation, caller: AccountCaller): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { accountId } = caller;
    const cancelled = await trx
      .updateTable('accounts')
      .set({ deletion_requested_at: null, delete_at: null })
      .where((e) => e.or([e('id', '=', accountId), e('test_of', '=', accountId)]))
      .where('delete_at', '>', sql<Date>`now()`)
      .returning('id')
      .execute();
    if (cancelled.length === 0)
      throw new DomainError('conflict', 'this account is not waiting to be deleted, or it is too late');
    await recordAudit(scopeWithin(trx, caller), 'account.deletion_cancelled', showId('acct', accountId));
  });
}

const noSuchAccount = (): DomainError => new DomainError('not_found', 'no such account');
