// Stores what a training found, and publishes the model if the verdict allows: all of it or nothing.

import { sql } from 'kysely';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { fromUuid, makeId, showId } from '../../platform/base/ids.ts';
import { asSystem, scopeWithin } from '../../platform/db/account-scope.ts';
import {
  type Installation,
  type InstallationTransaction,
  inTransaction,
} from '../../platform/db/installation.ts';
import { findModelState } from '../../scoring/models/find-model.ts';
import type { ModelState } from '../../scoring/models/model-version.ts';
import { addModelVersion, isModelRoomLeft } from '../../scoring/models/publish-model.ts';
import { failJob, finishAttempt, type ScoringJob } from '../rescoring/job-progress.ts';
import type { Training } from './training-messages.ts';

/** Every API process keeps models in memory. Real ones take some tens of kilobytes. */
const MAX_MODEL_BYTES = 512 * 1024;
/** Besides those that were ever published, which replays need. */
const MAX_KEPT = 20;
const MAX_TRIES = 3;

/** `compared` is the version that the verdict is about. Returns false if another worker has taken over, or the account is
 * being deleted. */
export async function storeTraining(
  db: Installation,
  job: ScoringJob,
  compared: ModelState,
  training: Training,
): Promise<boolean> {
  if (Buffer.byteLength(training.model ?? '') > MAX_MODEL_BYTES) {
    await failJob(db, job, 'the forms have too many different answers to learn from');
    return true;
  }
  for (let tries = 1; ; tries++) {
    try {
      return await inTransaction(db, (trx) => store(trx, job, compared, training));
    } catch (error) {
      // An owner has published at the same moment.
      if (!(error instanceof VersionTaken) || tries === MAX_TRIES) throw error;
    }
  }
}

class VersionTaken extends Error {}

async function store(
  trx: InstallationTransaction,
  job: ScoringJob,
  compared: ModelState,
  { model, outcomes, won, verdict, report }: Training,
): Promise<boolean> {
  const { accountId } = job;
  if (!(await finishAttempt(trx, job))) return false;
  const id = makeId();
  await trx
    .insertInto('trained_models')
    .values({
      account_id: accountId,
      id,
      model,
      outcomes,
      won,
      verdict: JSON.stringify(verdict),
      report: JSON.stringify(report),
    })
    .execute();
  if (verdict.decision !== 'wait')
    await publish(trx, accountId, compared, model === null ? null : id, verdict.text);
  await deleteOld(trx, accountId);
  return true;
}

/** Not if an owner chose another model in the meantime: the verdict doesn't compare with that one. */
async function publish(
  trx: InstallationTransaction,
  accountId: string,
  compared: ModelState,
  trainedId: string | null,
  reason: string,
): Promise<void> {
  const scope = scopeWithin(trx, asSystem(accountId));
  const state = await findModelState(scope);
  if (state.trainedId !== compared.trainedId || state.mode === 'off') return;
  if (!(await isModelRoomLeft(scope))) return;
  const isAdded = await addModelVersion(scope, { ...state, trainedId }, { reason, restores: null });
  if (!isAdded) throw new VersionTaken();
  await recordAudit(scope, 'model.published', showId('acct', fromUuid(accountId)), {
    version: state.version + 1,
  });
}

async function deleteOld(trx: InstallationTransaction, accountId: string): Promise<void> {
  await sql`
    delete from leadline.trained_models t
    where t.account_id = ${accountId}
      and t.id not in (
        select n.id from leadline.trained_models n where n.account_id = ${accountId} order by n.id desc limit ${MAX_KEPT}
      )
      and not exists (
        select from leadline.model_versions v where v.account_id = ${accountId} and v.trained_id = t.id
      )`.execute(trx);
}
