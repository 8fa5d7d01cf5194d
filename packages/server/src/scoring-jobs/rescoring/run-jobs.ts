// Runs the backtests and rescores of an account, one after the other.

import { isDatabaseDown } from '../../platform/db/is-database-down.ts';
import type { JobParts } from './job-parts.ts';
import { closeAttempt, failJob, openNextJob, type ScoringJob } from './job-progress.ts';
import { runBacktest } from './run-backtest.ts';
import { runRescore } from './run-rescore.ts';

export interface RunJobsOptions extends JobParts {
  /** Called if a job fails in a way that retrying wouldn't fix. */
  readonly onFailure: (error: unknown) => void;
}

export async function runScoringJobs(accountId: string, options: RunJobsOptions): Promise<void> {
  const { db } = options;
  for (;;) {
    const job = await openNextJob(db, accountId, ['backtest', 'rescore']);
    if (job === null) return;
    await runJob(job, options);
  }
}

async function runJob(job: ScoringJob, { onFailure, ...parts }: RunJobsOptions): Promise<void> {
  const { db, signal } = parts;
  try {
    await (job.kind === 'backtest' ? runBacktest(parts, job) : runRescore(parts, job));
  } catch (error) {
    if (signal.aborted || isDatabaseDown(error)) {
      await closeAttempt(db, job).catch(() => {}); // at worst, it counts as a crash
      throw error;
    }
    await failJob(db, job, 'internal error');
    onFailure(error);
  }
}
