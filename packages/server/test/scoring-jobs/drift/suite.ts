// Looks for drift, as the worker does at night.

import { mondayBefore } from '@leadline/learning';
import { makeShiftedWeeks, storePastLeads } from '@leadline/testkit/leads/store-past-leads';
import { sql } from 'kysely';
import type { Installation } from '../../../src/platform/db/installation.ts';
import { startWeeklyLooks } from '../../../src/scoring-jobs/drift/start-looks.ts';
import { runTrainings } from '../../../src/scoring-jobs/training/run-training.ts';

/** A source has had a larger share for four weeks. */
export const shiftSource = (owner: Installation, accountId: string): Promise<void> =>
  storePastLeads(owner, accountId, makeShiftedWeeks(mondayBefore(new Date())));

/** Through all hours of a night. Returns the accounts whose look was started. */
export async function startLooks(db: Installation, day = new Date()): Promise<string[]> {
  const started: string[] = [];
  for (let hour = 0; hour < 24; hour++) {
    const now = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), hour, 7));
    started.push(...(await startWeeklyLooks(db, now)));
  }
  return started;
}

export const run = (db: Installation, accountId: string): Promise<void> =>
  runTrainings(accountId, {
    db,
    signal: new AbortController().signal,
    onFailure: (error) => {
      throw error;
    },
  });

/** As if the last look were a week ago. */
export const forgetLooks = (owner: Installation, accountId: string): Promise<unknown> =>
  sql`update leadline.settings_jobs set created_at = created_at - interval '7 days'
      where account_id = ${accountId} and kind = 'drift'`.execute(owner);

export async function look(owner: Installation, db: Installation, accountId: string): Promise<void> {
  await forgetLooks(owner, accountId);
  await startLooks(db);
  await run(db, accountId);
}
