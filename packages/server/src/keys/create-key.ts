// Creates a key. The key itself is returned only once; the database just stores its hash.

import type { KeyScope } from '@leadline/contract';
import { recordAudit } from '../audit/record-audit.ts';
import { DomainError } from '../base/domain-error.ts';
import { makeId, showId } from '../base/ids.ts';
import { type AccountCaller, scopeWithin } from '../db/account-scope.ts';
import { type Installation, inTransaction } from '../db/installation.ts';
import { checkKeyLimit } from './check-key-limit.ts';
import { hashKey, type Mode, makeKey } from './key-format.ts';

export interface NewKey {
  readonly keyId: string;
  readonly key: string;
}

export async function createKey(
  db: Installation,
  caller: AccountCaller,
  mode: Mode,
  name: string,
  scope: KeyScope = 'api',
): Promise<NewKey> {
  const owner = await db
    .selectFrom('accounts')
    .select('id')
    .where(mode === 'live' ? 'id' : 'test_of', '=', caller.accountId)
    .where('test_of', mode === 'live' ? 'is' : 'is not', null)
    .executeTakeFirst();
  if (owner === undefined) throw new DomainError('not_found', 'no such account');
  return inTransaction(db, async (trx) => {
    const account = scopeWithin(trx, caller);
    if (caller.actor !== 'operator') await checkKeyLimit(account);
    const created = await addKey(trx, owner.id, mode, name, scope);
    await recordAudit(account, 'key.created', showId('key', created.keyId), { mode, scope });
    return created;
  });
}

/** `ownerId` is the account itself for live keys and its test account for test keys. */
export async function addKey(
  db: Installation,
  ownerId: string,
  mode: Mode,
  name: string,
  scope: KeyScope,
): Promise<NewKey> {
  const key = makeKey(scope === 'intake' ? 'intake' : mode);
  const keyId = makeId();
  await db
    .insertInto('api_keys')
    .values({
      key_hash: Buffer.from(hashKey(key), 'hex'),
      id: keyId,
      account_id: ownerId,
      name,
      hint: key.slice(-4),
      expires_at: null,
      last_used_at: null,
      scope,
    })
    .execute();
  return { keyId, key };
}
