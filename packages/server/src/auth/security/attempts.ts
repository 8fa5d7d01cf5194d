// Counts sign-in attempts by network and by email, across all processes, to slow down anyone guessing a password, code
// or link from one machine or many. Each call has its own counters, so that one can't block another.

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Installation } from '../../platform/db/installation.ts';

export interface AttemptLimit {
  readonly max: number;
  readonly windowSeconds: number;
}

export interface AttemptCounter {
  readonly subject: string;
  readonly limit: AttemptLimit;
}

const QUARTER_HOUR_SECONDS = 15 * 60;
const HOUR_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * HOUR_SECONDS;
/** Attempts from one network. A whole office may share it or, if TRUSTED_PROXIES is missing, everyone. */
export const BY_NETWORK: AttemptLimit = { max: 600, windowSeconds: QUARTER_HOUR_SECONDS };
/** Attempts from one network for one person. */
export const BY_PAIR: AttemptLimit = { max: 10, windowSeconds: QUARTER_HOUR_SECONDS };
/** Attempts for one person, from anywhere. */
export const BY_PERSON: AttemptLimit = { max: 100, windowSeconds: QUARTER_HOUR_SECONDS };
/** Second factors for one person from browsers they have not used before, from anywhere. At this pace, guessing a code takes
 * a year, and its owner is told by email. */
export const CODES_BY_PERSON: AttemptLimit = { max: 30, windowSeconds: HOUR_SECONDS };
/** Failed sign-ups from one network. They reveal which emails are registered. */
export const FAILED_SIGN_UPS: AttemptLimit = { max: 60, windowSeconds: QUARTER_HOUR_SECONDS };
/** People who sign up from one network without an invitation. */
export const SIGN_UPS: AttemptLimit = { max: 50, windowSeconds: DAY_SECONDS };
/** People who sign up without an invitation, from anywhere. */
export const ALL_SIGN_UPS: AttemptLimit = { max: 200, windowSeconds: HOUR_SECONDS };
/** Invited people who sign up from one network. */
export const INVITED_SIGN_UPS: AttemptLimit = { max: 500, windowSeconds: DAY_SECONDS };
/** Accounts that one person creates. Each has its own allowance. */
export const NEW_ACCOUNTS: AttemptLimit = { max: 5, windowSeconds: DAY_SECONDS };
/** Accounts created from one network. */
export const NEW_ACCOUNTS_BY_NETWORK: AttemptLimit = { max: 50, windowSeconds: DAY_SECONDS };
/** Invitations sent by one person, or from one account. */
export const INVITATIONS: AttemptLimit = { max: 50, windowSeconds: DAY_SECONDS };
/** Invitations from an account in its first week. */
export const NEW_ACCOUNT_INVITATIONS: AttemptLimit = { max: 20, windowSeconds: DAY_SECONDS };
/** Invitations from one account to one person. */
export const REPEATED_INVITATIONS: AttemptLimit = { max: 3, windowSeconds: DAY_SECONDS };
/** Invitations emailed to one person, from all accounts. */
export const INVITATION_MAILS: AttemptLimit = { max: 5, windowSeconds: DAY_SECONDS };
/** Invitations emailed for all accounts in their first week together. */
export const NEW_ACCOUNT_MAILS: AttemptLimit = { max: 200, windowSeconds: DAY_SECONDS };
/** Verification emails to one person. */
export const VERIFICATIONS: AttemptLimit = { max: 5, windowSeconds: DAY_SECONDS };
/** Password reset emails to one person, from all networks. The window is as long as a reset link is valid, so that if a
 * stranger uses up the limit, the links already sent still work. */
export const RESETS: AttemptLimit = { max: 3, windowSeconds: HOUR_SECONDS };

/** Increments the counters in order and stops at the first one over its limit. Returns the seconds to wait, or 0.
 * Attempts rejected because of their network don't count against the person. */
export async function countAttempts(db: Installation, counters: readonly AttemptCounter[]): Promise<number> {
  for (const { subject, limit } of counters) {
    const wait = await countOne(db, subject, limit);
    if (wait > 0) return wait;
  }
  return 0;
}

/** The seconds to wait if a counter is full, or 0. Counts nothing. */
export async function findWait(db: Installation, counters: readonly AttemptCounter[]): Promise<number> {
  for (const { subject, limit } of counters) {
    const { rows } = await sql<{ seconds: number }>`
      select ceil(extract(epoch from resets_at - now()))::integer as seconds from leadline.sign_in_attempts
      where subject = ${hash(subject)} and attempts >= ${limit.max} and resets_at > now()`.execute(db);
    if (rows[0] !== undefined) return rows[0].seconds;
  }
  return 0;
}

async function countOne(
  db: Installation,
  subject: string,
  { max, windowSeconds }: AttemptLimit,
): Promise<number> {
  const { rows } = await sql<{ attempts: number; seconds: number }>`
    insert into leadline.sign_in_attempts as a (subject, attempts, resets_at)
    values (${hash(subject)}, 1, now() + make_interval(secs => ${windowSeconds}))
    on conflict (subject) do update set
      attempts = case when a.resets_at <= now() then 1 else a.attempts + 1 end,
      resets_at = case when a.resets_at <= now() then excluded.resets_at else a.resets_at end
    returning attempts, ceil(extract(epoch from resets_at - now()))::integer as seconds`.execute(db);
  const found = rows[0];
  return found !== undefined && found.attempts > max ? found.seconds : 0;
}

export async function forgetAttempts(db: Installation, counters: readonly AttemptCounter[]): Promise<void> {
  const subjects = counters.map(({ subject }) => hash(subject));
  await sql`delete from leadline.sign_in_attempts where subject = any (${subjects}::bytea[])`.execute(db);
}

/** Takes back an attempt that turned out to be legitimate. */
export async function uncountAttempt(db: Installation, { subject }: AttemptCounter): Promise<void> {
  await sql`update leadline.sign_in_attempts set attempts = attempts - 1
    where subject = ${hash(subject)} and attempts > 0`.execute(db);
}

const hash = (subject: string): Buffer => createHash('sha256').update(subject).digest();
