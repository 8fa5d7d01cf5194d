// Ends a key, now or after a grace period in which its successor takes over.

import { sql } from 'kysely';
import { recordAudit } from '../audit/record-audit.ts';
import type { Database } from '../db/database.ts';
import { showId } from '../ids.ts';
import { Refused } from '../refused.ts';
import { addKey, type NewKey } from './create-key.ts';

/** Every process refuses the key within five seconds. */
export async function revokeKey(db: Database, keyId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { account_id } = await endKey(trx, keyId, 0);
    await recordAudit(trx, account_id, 'operator', 'key.revoked', showId('key', keyId));
  });
}

/** A new key in the place of another, which goes on working for the grace period. */
export async function rotateKey(db: Database, keyId: string, graceHours: number): Promise<NewKey> {
  return db.transaction().execute(async (trx) => {
    const old = await endKey(trx, keyId, graceHours);
    const made = await addKey(
      trx,
      old.account_id,
      old.test_of === null ? 'live' : 'test',
      old.name,
      old.scope,
    );
    await recordAudit(trx, old.account_id, 'operator', 'key.rotated', showId('key', keyId), {
      new_key: showId('key', made.keyId),
      grace_hours: graceHours,
    });
    return made;
  });
}

async function endKey(db: Database, keyId: string, graceHours: number) {
  const ended = await db
    .updateTable('api_keys as k')
    .from('accounts as a')
    .whereRef('a.id', '=', 'k.account_id')
    .where('k.id', '=', keyId)
    .where((e) => e.or([e('k.expires_at', 'is', null), e('k.expires_at', '>', sql<Date>`now()`)]))
    .set({ expires_at: sql`least(k.expires_at, now() + make_interval(hours => ${graceHours}))` })
    .returning(['k.account_id', 'k.name', 'k.scope', 'a.test_of'])
    .executeTakeFirst();
  if (ended === undefined) throw new Refused('there is no such key in use');
  return ended;
}
