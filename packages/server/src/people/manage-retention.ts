// How long an account keeps leads.

import type { Retention } from '@leadline/contract';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { showId } from '../base/ids.ts';
import { asAccount, type Database } from '../db/database.ts';

export async function getRetention(db: Database, accountId: string): Promise<Retention> {
  const row = await asAccount(db, accountId, (trx) =>
    trx
      .selectFrom('retention as r')
      .select('r.days')
      .where('r.account_id', '=', accountId)
      .executeTakeFirst(),
  );
  return { days: row?.days ?? null };
}

export async function setRetention(
  db: Database,
  accountId: string,
  actor: Actor,
  { days }: Retention,
): Promise<void> {
  await asAccount(db, accountId, async (trx) => {
    if (days === null) {
      await trx.deleteFrom('retention').where('account_id', '=', accountId).execute();
    } else {
      await trx
        .insertInto('retention')
        .values({ account_id: accountId, days })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ days }))
        .execute();
    }
    await recordAudit(trx, accountId, actor, 'retention.changed', showId('acct', accountId), { days });
  });
}
