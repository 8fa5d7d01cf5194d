// Looks for drift in an account's leads and stores what it finds.

import type { DriftLook, DriftOptions, KnownDrift } from '@leadline/learning';
import { fromUuid } from '../../platform/base/ids.ts';
import type { Installation } from '../../platform/db/installation.ts';
import { type DriftRow, readDrift } from '../../scoring/drift/stored-drift.ts';
import { readSettingsVersion } from '../../scoring/settings/live-settings.ts';
import { analyzeLeads } from '../analysis/analyze-leads.ts';
import type { ScoringJob } from '../rescoring/job-progress.ts';
import { chooseReceived } from './choose-received.ts';
import { storeLook } from './store-look.ts';

/** Returns false if another worker has taken over, or the account is being deleted. */
export async function runDriftLook(db: Installation, signal: AbortSignal, job: ScoringJob): Promise<boolean> {
  const { accountId } = job;
  const now = new Date();
  const look = await analyzeLeads<DriftOptions, DriftLook>({
    db,
    signal,
    job,
    settings: await readSettingsVersion(db, accountId, job.version),
    thread: new URL('drift-thread.ts', import.meta.url),
    chosen: await chooseReceived(db, accountId, now),
    question: { now, known: await readKnown(db, accountId) },
    needsScores: true,
  });
  return look !== 'abandoned' && storeLook(db, job, look, now);
}

async function readKnown(db: Installation, accountId: string): Promise<KnownDrift[]> {
  const rows = await db.selectFrom('drifts').selectAll().where('account_id', '=', accountId).execute();
  return rows.map((row) => {
    const { before, after, ...drift } = readDrift(row);
    return {
      ...drift,
      id: fromUuid(row.id),
      state: STATES[row.status],
      before: before.share,
      after: after.share,
      until: row.status === 'passed' ? row.closed_at : null,
    };
  });
}

const STATES: Readonly<Record<DriftRow['status'], KnownDrift['state']>> = {
  open: 'open',
  acknowledged: 'accepted',
  settled: 'accepted',
  passed: 'passed',
};
