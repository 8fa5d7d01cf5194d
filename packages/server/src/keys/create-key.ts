// Creates a key. The database only stores its hash; an intake key is also kept encrypted, to be shown again.

import type { KeyScope } from '@leadline/contract';
import { recordAudit } from '../audit/record-audit.ts';
import { DomainError } from '../base/domain-error.ts';
import { makeId, showId } from '../base/ids.ts';
import { type AccountCaller, scopeWithin } from '../db/account-scope.ts';
import { type Installation, inTransaction } from '../db/installation.ts';
import { checkKeyLimit } from './check-key-limit.ts';
import { hashKey, type Mode, makeKey } from './key-format.ts';
import type { KeySeal } from './seal-key.ts';

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
  seal: KeySeal | null = null,
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
    const created = await addKey(trx, owner.id, mode, name, scope, seal);
    await recordAudit(account, 'key.created', showId('key', created.keyId), { mode, scope });
    return created;
  });
}

/** `ownerId` is the account itself for live keys and its test account for test keys. Without a seal, an intake key can't be
 * shown again. */
export async function addKey(
  db: Installation,
  ownerId: string,
  mode: Mode,
  name: string,
  scope: KeyScope,
  seal: KeySeal | null,
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
      sealed: scope === 'intake' ? (seal?.close(keyId, key) ?? null) : null,
    })
    .execute();
  return { keyId, key };
}
