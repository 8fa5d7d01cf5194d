// Tries to get in are counted, by address and by email address, for all processes together: guessing a password, a code
// or a link stays slow from one machine and from many. Each way in has its own count: one cannot lock another.

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Installation } from '../db/installation.ts';

export interface AttemptLimit {
  readonly most: number;
  readonly windowSeconds: number;
}

export interface AttemptCounter {
  readonly subject: string;
  readonly limit: AttemptLimit;
}

const QUARTER_SECONDS = 15 * 60;
const DAY_SECONDS = 24 * 60 * 60;
/** From one address, by each way: a whole office may share it. */
export const BY_ADDRESS: AttemptLimit = { most: 60, windowSeconds: QUARTER_SECONDS };
/** By one address about one person. */
export const BY_PAIR: AttemptLimit = { most: 10, windowSeconds: QUARTER_SECONDS };
/** About one person, from everywhere. */
export const BY_PERSON: AttemptLimit = { most: 100, windowSeconds: QUARTER_SECONDS };
export const INVITATIONS: AttemptLimit = { most: 50, windowSeconds: DAY_SECONDS };
/** From one address, also those that went well. */
export const SIGN_UPS: AttemptLimit = { most: 500, windowSeconds: DAY_SECONDS };
/** Mails with a link for a new password, to one person, whoever asks. For as long as a link is good: who is kept from asking
 * by somebody else has that one's mails, and they work. */
export const RESETS: AttemptLimit = { most: 3, windowSeconds: 60 * 60 };

/** Counts an attempt at each, up to the first that had too many, and gives back the seconds to wait there; else 0. What is
 * refused for where it comes from does not count against whom it is about. */
export async function countAttempts(db: Installation, counted: readonly AttemptCounter[]): Promise<number> {
  for (const { subject, limit } of counted) {
    const wait = await countOne(db, subject, limit);
    if (wait > 0) return wait;
  }
  return 0;
}

async function countOne(
  db: Installation,
  subject: string,
  { most, windowSeconds }: AttemptLimit,
): Promise<number> {
  const { rows } = await sql<{ attempts: number; seconds: number }>`
    insert into leadline.sign_in_attempts as a (subject, attempts, resets_at)
    values (${hash(subject)}, 1, now() + make_interval(secs => ${windowSeconds}))
    on conflict (subject) do update set
      attempts = case when a.resets_at <= now() then 1 else a.attempts + 1 end,
      resets_at = case when a.resets_at <= now() then excluded.resets_at else a.resets_at end
    returning attempts, ceil(extract(epoch from resets_at - now()))::integer as seconds`.execute(db);
  const found = rows[0];
  return found !== undefined && found.attempts > most ? found.seconds : 0;
}

export async function forgetAttempts(db: Installation, counted: readonly AttemptCounter[]): Promise<void> {
  const subjects = counted.map(({ subject }) => hash(subject));
  await sql`delete from leadline.sign_in_attempts where subject = any (${subjects}::bytea[])`.execute(db);
}

/** One attempt less: it turned out to be none. */
export async function uncountAttempt(db: Installation, { subject }: AttemptCounter): Promise<void> {
  await sql`update leadline.sign_in_attempts set attempts = attempts - 1
    where subject = ${hash(subject)} and attempts > 0`.execute(db);
}

const hash = (subject: string): Buffer => createHash('sha256').update(subject).digest();
