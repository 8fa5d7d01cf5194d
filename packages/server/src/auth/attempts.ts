// Tries to get in are counted, by address and by e-mail address, for all processes together: guessing a password, a code
// or a link stays slow from one machine and from many.

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

export interface AttemptLimit {
  readonly most: number;
  readonly windowSeconds: number;
}

/** From one address (a whole office may share it), and about one person. */
export const BY_ADDRESS: AttemptLimit = { most: 60, windowSeconds: 15 * 60 };
export const BY_SUBJECT: AttemptLimit = { most: 10, windowSeconds: 15 * 60 };

/** Counts an attempt. Gives back the seconds to wait when there were too many, else null. */
export async function countAttempt(
  db: Database,
  subject: string,
  { most, windowSeconds }: AttemptLimit,
): Promise<number | null> {
  const { rows } = await sql<{ attempts: number; seconds: number }>`
    insert into leadline.sign_in_attempts as a (subject, attempts, resets_at)
    values (${hash(subject)}, 1, now() + make_interval(secs => ${windowSeconds}))
    on conflict (subject) do update set
      attempts = case when a.resets_at <= now() then 1 else a.attempts + 1 end,
      resets_at = case when a.resets_at <= now() then excluded.resets_at else a.resets_at end
    returning attempts, ceil(extract(epoch from resets_at - now()))::integer as seconds`.execute(db);
  const counted = rows[0];
  return counted !== undefined && counted.attempts > most ? counted.seconds : null;
}

export async function forgetAttempts(db: Database, subject: string): Promise<void> {
  await sql`delete from leadline.sign_in_attempts where subject = ${hash(subject)}`.execute(db);
}

const hash = (subject: string): Buffer => createHash('sha256').update(subject).digest();
