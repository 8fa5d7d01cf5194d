// Limits how many keys an account can have, counting live and test keys together. The operator may exceed the limit.

import { sql } from 'kysely';
import { DomainError } from '../../platform/base/domain-error.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';

const MAX_KEYS = 100;

/** Call this in the transaction that adds the key: the lock prevents two requests from both taking the last slot. */
export async function checkKeyLimit({ transaction, accountId }: AccountScope): Promise<void> {
  await transaction
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .execute();
  const { keys } = await transaction
    .selectFrom('api_keys as k')
    .innerJoin('accounts as a', 'a.id', 'k.account_id')
    .where((e) => e.or([e('a.id', '=', accountId), e('a.test_of', '=', accountId)]))
    .where((e) => e.or([e('k.expires_at', 'is', null), e('k.expires_at', '>', sql<Date>`now()`)]))
    .select((e) => e.fn.countAll<number>().as('keys'))
    .executeTakeFirstOrThrow();
  if (keys >= MAX_KEYS) throw new DomainError('limit_reached', `an account can have up to ${MAX_KEYS} keys`);
}
