// Revokes a key immediately, or replaces it with a new one after a grace period.

import { sql } from 'kysely';
import { DomainError } from '../../platform/base/domain-error.ts';
import { fromUuid, showId } from '../../platform/base/ids.ts';
import { type AccountScope, type Actor, actingAs, scopeWithin } from '../../platform/db/account-scope.ts';
import {
  type Installation,
  type InstallationTransaction,
  inTransaction,
} from '../../platform/db/installation.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { checkKeyLimit } from './check-key-limit.ts';
import { addKey, type NewKey } from './create-key.ts';
import type { KeySeal } from './seal-key.ts';

/** Who is revoking the key. */
export interface KeyOwner {
  readonly actor: Actor;
  /** The account that owns the keys, or null for the operator, who can revoke any key. */
  readonly accountId: string | null;
}

const OPERATOR: KeyOwner = { actor: 'operator', accountId: null };

/** All processes reject the key within five seconds. */
export async function revokeKey(db: Installation, keyId: string, by: KeyOwner = OPERATOR): Promise<void> {
  await inTransaction(db, async (trx) => {
    const revoked = await endKey(trx, keyId, by, 0, 'revoked');
    await recordAudit(ownerOf(trx, revoked, by), 'key.revoked', showId('key', keyId));
  });
}

/** Creates a replacement that lives as long as the old key was meant to. Until the grace period ends, the old key keeps
 * working and counts toward the limit. */
export async function rotateKey(
  db: Installation,
  keyId: string,
  graceHours: number,
  by: KeyOwner = OPERATOR,
  seal: KeySeal | null = null,
): Promise<NewKey> {
  return inTransaction(db, async (trx) => {
    const old = await endKey(trx, keyId, by, graceHours, 'replaced');
    if (old.old_ending === 'replaced')
      throw new DomainError('conflict', 'this key is already being replaced; rotate its successor instead');
    const account = ownerOf(trx, old, by);
    if (by.accountId !== null) await checkKeyLimit(account);
    const mode = old.test_of === null ? 'live' : 'test';
    const { name, scope, new_expires_at: expiresAt } = old;
    const replacement = await addKey(trx, old.account_id, { mode, name, scope, seal, expiresAt });
    await recordAudit(account, 'key.rotated', showId('key', keyId), {
      new_key: showId('key', replacement.keyId),
      grace_hours: graceHours,
    });
    return replacement;
  });
}

async function endKey(
  db: Installation,
  keyId: string,
  { accountId }: KeyOwner,
  graceHours: number,
  ending: 'revoked' | 'replaced',
) {
  const ended = await db
    .updateTable('api_keys as k')
    .from('accounts as a')
    .whereRef('a.id', '=', 'k.account_id')
    .where('k.id', '=', keyId)
    .$if(accountId !== null, (query) =>
      query.where((e) => e.or([e('a.id', '=', accountId), e('a.test_of', '=', accountId)])),
    )
    .where((e) => e.or([e('k.expires_at', 'is', null), e('k.expires_at', '>', sql<Date>`now()`)]))
    .set({ expires_at: sql`least(k.expires_at, now() + make_interval(hours => ${graceHours}))`, ending })
    .returning(['k.account_id', 'k.name', 'k.scope', 'a.test_of'])
    .returning(sql<'replaced' | null>`old.ending`.as('old_ending'))
    .returning(sql<Date | null>`now() + (old.expires_at - old.created_at)`.as('new_expires_at'))
    .executeTakeFirst();
  if (ended === undefined) throw new DomainError('not_found', 'no such key, or it was already revoked');
  return ended;
}

/** A test account's keys are managed by its live account. */
const ownerOf = (
  trx: InstallationTransaction,
  { test_of, account_id }: { readonly test_of: string | null; readonly account_id: string },
  { actor }: KeyOwner,
): AccountScope => scopeWithin(trx, actingAs(actor, fromUuid(test_of ?? account_id)));
