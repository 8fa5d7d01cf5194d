// Creates a key. The database only stores its hash; an intake key is also kept encrypted, to be shown again.

import type { KeyScope } from '@leadline/contract';
import { DomainError } from '../../platform/base/domain-error.ts';
import { makeId, showId } from '../../platform/base/ids.ts';
import { type AccountCaller, scopeWithin } from '../../platform/db/account-scope.ts';
import { type Installation, inTransaction } from '../../platform/db/installation.ts';
import { recordAudit } from '../audit/record-audit.ts';
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
  expiresAt: Date | null = null,
): Promise<NewKey> {
  checkExpiry(expiresAt);
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
    const created = await addKey(trx, owner.id, { mode, name, scope, seal, expiresAt });
    await recordAudit(account, 'key.created', showId('key', created.keyId), {
      mode,
      scope,
      ...(expiresAt === null ? {} : { expires_at: expiresAt.toISOString() }),
    });
    return created;
  });
}

/** Longer than anybody plans ahead; otherwise, it isn't worth a date. */
const MAX_LIFE_MS = 10 * 366 * 24 * 60 * 60 * 1000;

function checkExpiry(expiresAt: Date | null): void {
  if (expiresAt === null) return;
  const life = expiresAt.getTime() - Date.now();
  if (life > 0 && life <= MAX_LIFE_MS) return;
  throw new DomainError('invalid_input', 'expires_at must be in the future, within ten years', {
    field: 'expires_at',
  });
}

interface KeyToAdd {
  readonly mode: Mode;
  readonly name: string;
  readonly scope: KeyScope;
  /** Without one, an intake key can't be shown again. */
  readonly seal: KeySeal | null;
  readonly expiresAt: Date | null;
}

/** `ownerId` is the account itself for live keys and its test account for test keys. */
export async function addKey(
  db: Installation,
  ownerId: string,
  { mode, name, scope, seal, expiresAt }: KeyToAdd,
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
      expires_at: expiresAt,
      last_used_at: null,
      scope,
      sealed: scope === 'intake' ? (seal?.close(keyId, key) ?? null) : null,
    })
    .execute();
  return { keyId, key };
}
