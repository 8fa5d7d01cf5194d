// Trains a model on an account's outcomes and publishes it if the verdict allows, and looks for drift when it is due. Nothing is
// stored before the end, so what is interrupted simply starts again.

import { sql } from 'kysely';
import type { Installation } from '../../platform/db/installation.ts';
import { isDatabaseDown } from '../../platform/db/is-database-down.ts';
import { findModelState } from '../../scoring/models/find-model.ts';
import type { ModelState } from '../../scoring/models/model-version.ts';
import { readSettingsVersion } from '../../scoring/settings/live-settings.ts';
import { TooManyLeads } from '../analysis/analysis-thread.ts';
import { analyzeLeads } from '../analysis/analyze-leads.ts';
import { runDriftLook } from '../drift/run-drift-look.ts';
import { closeAttempt, failJob, openNextJob, type ScoringJob } from '../rescoring/job-progress.ts';
import { chooseLeads } from './choose-leads.ts';
import { storeTraining } from './store-training.ts';
import type { Training, TrainingQuestion } from './training-messages.ts';

export interface TrainingOptions {
  readonly db: Installation;
  /** Interrupts the training. A worker starts it again later. */
  readonly signal: AbortSignal;
  /** Called if a training fails in a way that retrying wouldn't fix. */
  readonly onFailure: (error: unknown) => void;
}

export async function runTrainings(accountId: string, options: TrainingOptions): Promise<void> {
  const { db, signal, onFailure } = options;
  for (;;) {
    const job = await openNextJob(db, accountId, ['training', 'drift']);
    if (job === null) return;
    try {
      const run = job.kind === 'drift' ? runDriftLook : runTraining;
      if (!(await run(db, signal, job))) return;
    } catch (error) {
      if (signal.aborted || isDatabaseDown(error)) {
        await closeAttempt(db, job).catch(() => {}); // at worst, it counts as a crash
        throw error;
      }
      await failJob(db, job, error instanceof TooManyLeads ? error.message : 'internal error');
      onFailure(error);
    }
  }
}

/** Returns false if another worker has taken over, or the account is being deleted. */
async function runTraining(db: Installation, signal: AbortSignal, job: ScoringJob): Promise<boolean> {
  const { accountId } = job;
  const state = await findModelState({ transaction: db, accountId });
  const training = await train(db, signal, job, state);
  if (training === 'abandoned') return false;
  if (training === null) {
    await failJob(db, job, 'none of the leads that were won or lost can be learned from');
    return true;
  }
  return storeTraining(db, job, state, training);
}

async function train(
  db: Installation,
  signal: AbortSignal,
  job: ScoringJob,
  state: ModelState,
): Promise<Training | null | 'abandoned'> {
  const { accountId } = job;
  const settings = await readSettingsVersion(db, accountId, job.version);
  const live = await readTrained(db, accountId, state);
  return analyzeLeads<TrainingQuestion, Training | null>({
    db,
    signal,
    job,
    settings,
    thread: new URL('training-thread.ts', import.meta.url),
    chosen: await chooseLeads(db, accountId, new Date()),
    question: { live },
    needsScores: false,
  });
}

/** As JSON; null if the rules score alone. */
async function readTrained(
  db: Installation,
  accountId: string,
  { trainedId }: ModelState,
): Promise<string | null> {
  if (trainedId === null) return null;
  const row = await db
    .selectFrom('trained_models')
    .select(sql<string | null>`model::text`.as('model'))
    .where('account_id', '=', accountId)
    .where('id', '=', trainedId)
    .executeTakeFirst();
  return row?.model ?? null;
}
