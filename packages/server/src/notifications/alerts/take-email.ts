// Claims an email that is due and records the result. A claim ends by itself, so that another worker sends the
// email of one that was killed.

import { sql } from 'kysely';
import type { Installation } from '../../platform/db/installation.ts';
import type { HoursRow } from './alert-hours.ts';

export interface TakenEmail extends HoursRow {
  readonly account_id: string;
  readonly user_id: string;
  readonly id: string;
  readonly kind: 'alerts' | 'digest' | 'test' | 'drift' | 'keys';
  readonly since: Date | null;
  readonly attempts: number;
  readonly account_name: string;
  readonly name: string;
  readonly address: string;
  readonly is_verified: boolean;
  /** Whether the person is still a member of an account that is open. */
  readonly is_member: boolean;
  readonly email_new: 'Warm' | 'Hot' | null;
  readonly email_assigned: boolean;
  readonly email_drift: boolean;
  readonly email_keys: boolean;
  readonly digest_hour: number | null;
}

/** Longer than an attempt can take. */
export const CLAIM_MS = 30_000;

/** Digests come last: thousands of them can be due at the same minute, and alerts are urgent. */
export async function takeEmail(db: Installation, now: Date): Promise<TakenEmail | null> {
  const { rows } = await sql<TakenEmail>`
    with due as (
      select e.account_id, e.user_id, e.id from leadline.alert_emails e
      where e.next_attempt_at <= ${now} order by e.kind = 'digest', e.next_attempt_at limit 1 for update skip locked
    ), taken as (
      update leadline.alert_emails e set next_attempt_at = ${new Date(now.getTime() + CLAIM_MS)}
      from due d where e.account_id = d.account_id and e.user_id = d.user_id and e.id = d.id
      returning e.account_id, e.user_id, e.id, e.kind, e.since, e.attempts
    )
    select t.*, coalesce(leadline.account_name(t.account_id), '') as account_name, coalesce(u.name, '') as name, coalesce(u.email, '') as address,
      coalesce(u.email_verified, false) as is_verified, m.user_id is not null and a.delete_at is null as is_member,
      c.email_new, coalesce(c.email_assigned, false) as email_assigned, c.digest_hour,
      m.role = 'owner' and coalesce(c.email_drift, true) as email_drift,
      m.role = 'owner' and coalesce(c.email_keys, true) as email_keys,
      coalesce(c.hours, 'always') as hours, coalesce(c.opens_at, '00:00') as opens_at,
      coalesce(c.closes_at, '23:59') as closes_at, p.time_zone, p.office_days,
      p.opens_at as office_opens_at, p.closes_at as office_closes_at
    from taken t
    left join leadline.accounts a on a.id = t.account_id
    left join leadline.members m on m.account_id = t.account_id and m.user_id = t.user_id
    left join leadline.users u on u.id = t.user_id
    left join leadline.alert_choices c on c.account_id = t.account_id and c.user_id = t.user_id
    left join leadline.profiles p on p.account_id = t.account_id`.execute(db);
  return rows[0] ?? null;
}

type EmailKey = Pick<TakenEmail, 'account_id' | 'user_id' | 'id'>;

const changeEmail = (db: Installation, { account_id, user_id, id }: EmailKey) =>
  db
    .updateTable('alert_emails')
    .where('account_id', '=', account_id)
    .where('user_id', '=', user_id)
    .where('id', '=', id);

export async function markSent(db: Installation, email: EmailKey, at: Date): Promise<void> {
  await changeEmail(db, email).set({ sent_at: at, next_attempt_at: null }).execute();
}

/** Null: never. */
export async function postpone(db: Installation, email: EmailKey, until: Date | null): Promise<void> {
  await changeEmail(db, email).set({ next_attempt_at: until }).execute();
}

export async function markFailed(db: Installation, email: EmailKey, retryAt: Date | null): Promise<void> {
  await changeEmail(db, email)
    .set({ attempts: sql<number>`attempts + 1`, next_attempt_at: retryAt })
    .execute();
}
