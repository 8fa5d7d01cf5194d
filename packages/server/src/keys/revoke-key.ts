// Ends a key, now or after a grace period in which its successor takes over.

import { sql } from 'kysely';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { DomainError } from '../base/domain-error.ts';
import { showId } from '../base/ids.ts';
import type { Database } from '../db/database.ts';
import { addKey, type NewKey } from './create-key.ts';
import { takeRoomForKey } from './take-room.ts';

/** Who ends a key. */
export interface KeyOwner {
  readonly actor: Actor;
  /** The account whose keys they are, live and test; null for the operator, who may end any. */
  readonly accountId: string | null;
}

const OPERATOR: KeyOwner = { actor: 'operator', accountId: null };

/** Every process refuses the key within five seconds. */
export async function revokeKey(db: Database, keyId: string, by: KeyOwner = OPERATOR): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const ended = await endKey(trx, keyId, by, 0);
    await recordAudit(trx, ended.test_of ?? ended.account_id, by.actor, 'key.revoked', showId('key', keyId));
  });
}

/** A new key in the place of another, which goes on working for the grace period and counts as a key until then. */
export async function rotateKey(
  db: Database,
  keyId: string,
  graceHours: number,
  by: KeyOwner = OPERATOR,
): Promise<NewKey> {
  return db.transaction().execute(async (trx) => {
    const old = await endKey(trx, keyId, by, graceHours);
    if (old.former_end !== null)
      throw new DomainError('conflict', 'this key is already being replaced; rotate its successor instead');
    if (by.accountId !== null) await takeRoomForKey(trx, by.accountId);
    const mode = old.test_of === null ? 'live' : 'test';
    const made = await addKey(trx, old.account_id, mode, old.name, old.scope);
    await recordAudit(trx, old.test_of ?? old.account_id, by.actor, 'key.rotated', showId('key', keyId), {
      new_key: showId('key', made.keyId),
      grace_hours: graceHours,
    });
    return made;
  });
}

async function endKey(db: Database, keyId: string, { accountId }: KeyOwner, graceHours: number) {
  const ended = await db
    .updateTable('api_keys as k')
    .from('accounts as a')
    .whereRef('a.id', '=', 'k.account_id')
    .where('k.id', '=', keyId)
    .$if(accountId !== null, (query) =>
      query.where((e) => e.or([e('a.id', '=', accountId), e('a.test_of', '=', accountId)])),
    )
    .where((e) => e.or([e('k.expires_at', 'is', null), e('k.expires_at', '>', sql<Date>`now()`)]))
    .set({ expires_at: sql`least(k.expires_at, now() + make_interval(hours => ${graceHours}))` })
    .returning(['k.account_id', 'k.name', 'k.scope', 'a.test_of'])
    .returning(sql<Date | null>`old.expires_at`.as('former_end'))
    .executeTakeFirst();
  if (ended === undefined) throw new DomainError('not_found', 'no such key, or it was revoked');
  return ended;
}
