// Queues the digests that are due. There is one row per person and day, so nobody gets two, whichever worker is killed.

import { sql } from 'kysely';
import { idAt } from '../../platform/base/ids.ts';
import { type Installation, inTransaction } from '../../platform/db/installation.ts';
import { officeHoursOf } from './alert-hours.ts';
import { findDueDigest, nextDigest } from './digest-times.ts';

const MAX_PEOPLE = 100;

interface DigestRow {
  readonly account_id: string;
  readonly user_id: string;
  readonly digest_hour: number | null;
  readonly time_zone: string | null;
  readonly office_days: number[] | null;
  readonly office_opens_at: string | null;
  readonly office_closes_at: string | null;
}

/** Returns the number of people it looked after. */
export const queueDigests = (db: Installation, now: Date): Promise<number> =>
  inTransaction(db, async (trx) => {
    const { rows } = await sql<DigestRow>`
      select c.account_id, c.user_id, c.digest_hour, p.time_zone, p.office_days,
        p.opens_at as office_opens_at, p.closes_at as office_closes_at
      from leadline.alert_choices c
      left join leadline.profiles p on p.account_id = c.account_id
      where c.next_digest_at <= ${now}
      order by c.next_digest_at limit ${MAX_PEOPLE}
      for no key update of c skip locked`.execute(trx);
    for (const row of rows) {
      const { account_id, user_id, digest_hour: hour } = row;
      const office = officeHoursOf(row);
      const due = hour === null ? null : findDueDigest(office, hour, now);
      if (due !== null)
        await trx
          .insertInto('alert_emails')
          .values({ account_id, user_id, id: idAt(now), kind: 'digest', next_attempt_at: now, ...due })
          .onConflict((conflict) => conflict.columns(['account_id', 'user_id', 'day']).doNothing())
          .execute();
      await trx
        .updateTable('alert_choices')
        .set({ next_digest_at: hour === null ? null : nextDigest(office, hour, now) })
        .where('account_id', '=', account_id)
        .where('user_id', '=', user_id)
        .execute();
    }
    return rows.length;
  });
