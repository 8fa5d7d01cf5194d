// Tries to get in are counted, by address and by e-mail address, for all processes together: guessing a password, a code
// or a link stays slow from one machine and from many.

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

export interface AttemptLimit {
  readonly most: number;
  readonly windowSeconds: number;
}

export interface Counted {
  readonly subject: string;
  readonly limit: AttemptLimit;
}

const QUARTER_SECONDS = 15 * 60;
/** From one address: a whole office may share it. */
export const BY_ADDRESS: AttemptLimit = { most: 60, windowSeconds: QUARTER_SECONDS };
/** By one address about one person. */
export const BY_PAIR: AttemptLimit = { most: 10, windowSeconds: QUARTER_SECONDS };
/** About one person, from everywhere. */
export const BY_PERSON: AttemptLimit = { most: 100, windowSeconds: QUARTER_SECONDS };
export const INVITATIONS: AttemptLimit = { most: 50, windowSeconds: 24 * 60 * 60 };

/** Counts an attempt at each. Gives back the seconds to wait where there were too many, else 0. */
export async function countAttempts(db: Database, counted: readonly Counted[]): Promise<number> {
  let wait = 0;
  for (const { subject, limit } of counted) wait = Math.max(wait, await countOne(db, subject, limit));
  return wait;
}

async function countOne(
  db: Database,
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

export async function forgetAttempts(db: Database, counted: readonly Counted[]): Promise<void> {
  const subjects = counted.map(({ subject }) => hash(subject));
  await sql`delete from leadline.sign_in_attempts where subject = any (${subjects}::bytea[])`.execute(db);
}

const hash = (subject: string): Buffer => createHash('sha256').update(subject).digest();
