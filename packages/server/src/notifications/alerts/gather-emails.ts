// Puts the alerts that wait for a person into one email. A flood of alerts doesn't become a flood of emails: once a person
// or an account has had its share for the hour, the rest waits and comes together.

import { sql } from 'kysely';
import { firstIdOf, fromUuid, idAt, timeOfId } from '../../platform/base/ids.ts';
import {
  type Installation,
  type InstallationTransaction,
  inTransaction,
} from '../../platform/db/installation.ts';
import { type HoursRow, nextAllowedMoment } from './alert-hours.ts';

export interface EmailLimits {
  readonly perPerson: number;
  readonly perAccount: number;
}

/** Emails about leads, per hour. */
export const EMAIL_LIMITS: EmailLimits = { perPerson: 12, perAccount: 120 };

const HOUR_MS = 60 * 60 * 1000;
/** An alert that could not be sent for a day, because email was not set up or no worker ran, is no longer news. */
const MAX_LATE_MS = 24 * HOUR_MS;
const MAX_PEOPLE = 100;

interface WaitingRow extends HoursRow {
  readonly account_id: string;
  readonly user_id: string;
  readonly can_receive: boolean;
}

/** Returns the number of people it looked after. */
export const gatherEmails = (db: Installation, now: Date, limits = EMAIL_LIMITS): Promise<number> =>
  inTransaction(db, async (trx) => {
    // One worker at a time, so that the limit of an account is exact.
    if (!(await tryLock(trx))) return 0;
    const people = await takePeople(trx, now);
    const recent = await findRecentEmails(trx, people, now);
    for (const person of people) {
      const nextAt = person.can_receive
        ? findPause(person, recent, now, limits)
        : await dropAlerts(trx, person, null);
      if (nextAt === null && person.can_receive) {
        await dropAlerts(trx, person, new Date(now.getTime() - MAX_LATE_MS));
        const id = await makeEmail(trx, person, now);
        if (id !== null) recent.push({ accountId: person.account_id, userId: person.user_id, at: now });
      }
      await trx
        .updateTable('alert_choices')
        .set({ next_email_at: nextAt })
        .where('account_id', '=', person.account_id)
        .where('user_id', '=', person.user_id)
        .execute();
    }
    return people.length;
  });

async function tryLock(trx: InstallationTransaction): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('leadline.gather_emails')) as locked`.execute(trx);
  return rows[0]?.locked ?? false;
}

async function takePeople(trx: InstallationTransaction, now: Date): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select c.account_id, c.user_id, c.hours, c.opens_at, c.closes_at, p.time_zone, p.office_days,
      p.opens_at as office_opens_at, p.closes_at as office_closes_at,
      a.delete_at is null and exists (
        select from leadline.members m where m.account_id = c.account_id and m.user_id = c.user_id) as can_receive
    from leadline.alert_choices c
    join leadline.accounts a on a.id = c.account_id
    left join leadline.profiles p on p.account_id = c.account_id
    where c.next_email_at <= ${now}
    order by c.next_email_at limit ${MAX_PEOPLE}
    for no key update of c skip locked`.execute(trx);
  return rows;
}

interface RecentEmail {
  readonly accountId: string;
  readonly userId: string;
  readonly at: Date;
}

async function findRecentEmails(
  trx: InstallationTransaction,
  people: readonly WaitingRow[],
  now: Date,
): Promise<RecentEmail[]> {
  if (people.length === 0) return [];
  const since = firstIdOf(new Date(now.getTime() - HOUR_MS));
  const { rows } = await sql<{ account_id: string; user_id: string; id: string }>`
    select account_id, user_id, id from leadline.alert_emails
    where account_id = any (${people.map(({ account_id }) => account_id)}::uuid[]) and kind = 'alerts'
      and id >= ${since}::uuid`.execute(trx);
  return rows
    .map(({ account_id, user_id, id }) => ({
      accountId: account_id,
      userId: user_id,
      at: timeOfId(fromUuid(id)),
    }))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** Until when the person has to be left alone. Null: an email can be sent now. */
function findPause(
  person: WaitingRow,
  recent: readonly RecentEmail[],
  now: Date,
  { perPerson, perAccount }: EmailLimits,
): Date | null {
  const allowed = nextAllowedMoment(person, now);
  if (allowed > now) return allowed;
  const ofAccount = recent.filter(({ accountId }) => accountId === person.account_id);
  const ofPerson = ofAccount.filter(({ userId }) => userId === person.user_id);
  const blocking = [ofPerson.at(-perPerson), ofAccount.at(-perAccount)].flatMap((email) => email ?? []);
  if (blocking.length === 0) return null;
  return new Date(Math.max(...blocking.map(({ at }) => at.getTime())) + HOUR_MS + 1);
}

/** Drops alerts that were due before a moment, or all. Always returns null. */
async function dropAlerts(
  trx: InstallationTransaction,
  { account_id, user_id }: WaitingRow,
  before: Date | null,
): Promise<null> {
  await sql`
    update leadline.alerts set due_at = null
    where account_id = ${account_id} and user_id = ${user_id} and due_at is not null and email_id is null
      and due_at < ${before ?? new Date(LATEST)}`.execute(trx);
  return null;
}

const LATEST = '9999-01-01T00:00:00Z';

/** Returns its ID, or null if no alert waits any more. */
async function makeEmail(
  trx: InstallationTransaction,
  { account_id, user_id }: WaitingRow,
  now: Date,
): Promise<string | null> {
  const id = idAt(now);
  const { numAffectedRows } = await sql`
    update leadline.alerts set email_id = ${id}
    where account_id = ${account_id} and user_id = ${user_id} and due_at is not null and email_id is null`.execute(
    trx,
  );
  if (numAffectedRows === 0n) return null;
  await trx
    .insertInto('alert_emails')
    .values({ account_id, user_id, id, kind: 'alerts', next_attempt_at: now })
    .execute();
  return id;
}
