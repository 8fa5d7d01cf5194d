// Trains a model on an account's outcomes and publishes it if the verdict allows. Nothing is stored before the end, so a
// training that is interrupted simply starts again.

import { sql } from 'kysely';
import type { Installation } from '../db/installation.ts';
import { isDatabaseAway } from '../db/is-database-away.ts';
import { findModelState } from '../models/find-model.ts';
import type { ModelState } from '../models/model-version.ts';
import {
  closeAttempt,
  failJob,
  openNextJob,
  type SettingsJob,
  saveProgress,
} from '../rescoring/job-progress.ts';
import { readLeads } from '../rescoring/read-leads.ts';
import { readSettingsVersion } from '../settings/live-settings.ts';
import { type ChosenLead, chooseLeads } from './choose-leads.ts';
import { storeTraining } from './store-training.ts';
import { TrainingThread, TrainingTooLarge } from './train-on-thread.ts';
import type { LeadToLearn, Training } from './training-messages.ts';

export interface TrainingOptions {
  readonly db: Installation;
  /** Interrupts the training. A worker starts it again later. */
  readonly signal: AbortSignal;
  /** Called if a training fails in a way that retrying wouldn't fix. */
  readonly onFailure: (error: unknown) => void;
}

const PROGRESS_MS = 500;
/** Far more than 50,000 leads take on a slow machine. */
const MAX_TRAINING_MS = 15 * 60 * 1000;

export async function runTrainings(accountId: string, options: TrainingOptions): Promise<void> {
  const { db, signal, onFailure } = options;
  for (;;) {
    const job = await openNextJob(db, accountId, ['training']);
    if (job === null) return;
    try {
      if (!(await runTraining(db, signal, job))) return;
    } catch (error) {
      if (signal.aborted || isDatabaseAway(error)) {
        await closeAttempt(db, job).catch(() => {}); // at worst, it counts as a crash
        throw error;
      }
      await failJob(db, job, error instanceof TrainingTooLarge ? error.message : 'internal error');
      onFailure(error);
    }
  }
}

/** Returns false if another worker has taken over, or the account is being deleted. */
async function runTraining(db: Installation, signal: AbortSignal, job: SettingsJob): Promise<boolean> {
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
  job: SettingsJob,
  state: ModelState,
): Promise<Training | null | 'abandoned'> {
  const { accountId } = job;
  const settings = await readSettingsVersion(db, accountId, job.version);
  const live = await readTrained(db, accountId, state);
  const chosen = await chooseLeads(db, accountId, new Date());
  await saveProgress(db, job, { leads: chosen.length, leads_done: 0 });
  const isLate = AbortSignal.timeout(MAX_TRAINING_MS);
  const thread = new TrainingThread(settings, AbortSignal.any([signal, isLate]));
  try {
    if (!(await sendLeads(db, thread, signal, job, chosen))) return 'abandoned';
    return await thread.learn(live);
  } catch (error) {
    if (isLate.aborted && !signal.aborted) throw new TrainingTooLarge('the training took too long');
    throw error;
  } finally {
    await thread.close();
  }
}

/** Returns false if the job no longer runs, because the account is being deleted. */
async function sendLeads(
  db: Installation,
  thread: TrainingThread,
  signal: AbortSignal,
  job: SettingsJob,
  chosen: readonly ChosenLead[],
): Promise<boolean> {
  const { accountId } = job;
  const decidedAt = new Map(chosen.map(({ id, decidedAt }) => [id, decidedAt]));
  const ids = [...decidedAt.keys()];
  let savedAt = performance.now();
  for (let done = 0; done < ids.length; ) {
    signal.throwIfAborted();
    const { leads, count } = await readLeads(db, accountId, ids.slice(done, done + MAX_READ));
    done += count;
    await thread.add(
      leads.map(
        ({ id, lead, outcome }): LeadToLearn => ({ id, lead, outcome, decidedAt: decidedAt.get(id) ?? null }),
      ),
    );
    if (performance.now() - savedAt < PROGRESS_MS) continue;
    savedAt = performance.now();
    if (!(await saveProgress(db, job, { leads_done: done }))) return false;
  }
  return saveProgress(db, job, { leads_done: ids.length });
}

/** Reading cuts this into parts that fit. */
const MAX_READ = 1_000;

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
