// Starts jobs at night, at an hour that each account has for itself.

import { type RawBuilder, sql } from 'kysely';
import { fromUuid } from '../../platform/base/ids.ts';
import { asSystem, scopeWithin } from '../../platform/db/account-scope.ts';
import { type Installation, inTransaction } from '../../platform/db/installation.ts';
import { addJob } from './manage-jobs.ts';

/** From midnight to six, UTC. */
const NIGHT_HOURS = 6;
/** More are started an hour later. */
const MAX_STARTED = 5_000;

/** `find` selects the accounts `a` that need one. Returns those for which one was started. */
export async function startAtNight(
  db: Installation,
  kind: 'training' | 'drift',
  now: Date,
  find: (hasItsHour: RawBuilder<boolean>) => RawBuilder<{ id: string }>,
): Promise<string[]> {
  const hour = now.getUTCHours();
  if (hour >= NIGHT_HOURS) return [];
  const hasItsHour = sql<boolean>`abs(hashtext(a.id::text)::bigint) % ${NIGHT_HOURS} = ${hour}`;
  const { rows } = await sql<{ id: string }>`${find(hasItsHour)} limit ${MAX_STARTED}`.execute(db);
  const started: string[] = [];
  for (const { id } of rows) {
    const accountId = fromUuid(id);
    const jobId = await inTransaction(db, (trx) => addJob(scopeWithin(trx, asSystem(accountId)), kind, null));
    if (jobId !== null) started.push(accountId);
  }
  return started;
}
