// Counts sign-in attempts by network and by email, across all processes, to slow down anyone guessing a password, code
// or link from one machine or many. Each call has its own counters, so that one can't block another.

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Installation } from '../db/installation.ts';

export interface AttemptLimit {
  readonly max: number;
  readonly windowSeconds: number;
}

export interface AttemptCounter {
  readonly subject: string;
  readonly limit: AttemptLimit;
}

const QUARTER_HOUR_SECONDS = 15 * 60;
const DAY_SECONDS = 24 * 60 * 60;
/** Attempts from one network, which a whole office may share. */
export const BY_NETWORK: AttemptLimit = { max: 60, windowSeconds: QUARTER_HOUR_SECONDS };
/** Attempts from one network for one person. */
export const BY_PAIR: AttemptLimit = { max: 10, windowSeconds: QUARTER_HOUR_SECONDS };
/** Attempts for one person, from anywhere. */
export const BY_PERSON: AttemptLimit = { max: 100, windowSeconds: QUARTER_HOUR_SECONDS };
export const INVITATIONS: AttemptLimit = { max: 50, windowSeconds: DAY_SECONDS };
/** Sign-ups from one network, including successful ones. */
export const SIGN_UPS: AttemptLimit = { max: 500, windowSeconds: DAY_SECONDS };
/** Password reset emails to one person, from all networks. The window is as long as a reset link is valid, so that if a
 * stranger uses up the limit, the links already sent still work. */
export const RESETS: AttemptLimit = { max: 3, windowSeconds: 60 * 60 };

/** Increments the counters in order and stops at the first one over its limit. Returns the seconds to wait, or 0.
 * Attempts rejected because of their network don't count against the person. */
export async function countAttempts(db: Installation, counters: readonly AttemptCounter[]): Promise<number> {
  for (const { subject, limit } of counters) {
    const wait = await countOne(db, subject, limit);
    if (wait > 0) return wait;
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
