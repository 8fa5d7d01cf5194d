// Deletes leads that are older than their account keeps them, a few hundred at a time.

import type { Lead } from '@leadline/engine';
import { recordAudit } from '../audit/record-audit.ts';
import { firstIdOf, fromUuid, showId } from '../base/ids.ts';
import { asAccount, type Database } from '../db/database.ts';
import { lockAccount } from '../db/lock-account.ts';
import { forgetLeads } from '../erasure/forget-leads.ts';
import { holdReceived } from '../request-log/lock-request-log.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Leads of the account that come in meanwhile wait for so many. */
const AT_ONCE = 200;

/** One step for each account that has one to make. Says how many leads went. */
export async function applyRetention(db: Database, now: Date): Promise<number> {
  const rules = await db.selectFrom('retention').selectAll().execute();
  let gone = 0;
  for (const { account_id, days } of rules) {
    gone += await deleteOld(db, account_id, new Date(now.getTime() - days * DAY_MS));
  }
  return gone;
}

function deleteOld(db: Database, accountId: string, before: Date): Promise<number> {
  return asAccount(db, accountId, async (trx) => {
    await holdReceived(trx, accountId);
    // Refused ones, too; they are few.
    await trx
      .deleteFrom('received')
      .where('account_id', '=', accountId)
      .where('id', '<', firstIdOf(before))
      .execute();
    await lockAccount(trx);
    const rows = await trx
      .selectFrom('leads as l')
      .select(['l.id', 'l.person_id', 'l.phone', 'l.lead'])
      .where('l.account_id', '=', accountId)
      .where('l.id', '<', firstIdOf(before))
      .orderBy('l.id')
      .limit(AT_ONCE)
      .execute();
    if (rows.length === 0) return 0;
    const { leads } = await forgetLeads(
      trx,
      accountId,
      rows.map(({ id, person_id, phone, lead }) => {
        const { email, name } = lead as Lead;
        return { id: fromUuid(id), personId: fromUuid(person_id), phone, email, name };
      }),
    );
    await recordAudit(trx, accountId, 'worker', 'retention.applied', showId('acct', fromUuid(accountId)), {
      leads,
    });
    return leads;
  });
}
