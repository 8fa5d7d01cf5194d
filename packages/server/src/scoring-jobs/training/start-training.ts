// Starts trainings, which a worker runs: on demand, and at night for accounts with new outcomes.

import { sql } from 'kysely';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { DomainError } from '../../platform/base/domain-error.ts';
import { makeId, showId } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import type { Installation } from '../../platform/db/installation.ts';
import { findModelState } from '../../scoring/models/find-model.ts';
import { addJob } from '../rescoring/manage-jobs.ts';
import { startAtNight } from '../rescoring/start-at-night.ts';

/** The kind of an event that asks a worker to run the account's trainings. */
export const RUN_TRAININGS = 'model.trainings';

export async function startTraining(scope: AccountScope): Promise<void> {
  const { mode } = await findModelState(scope);
  if (mode === 'off')
    throw new DomainError('conflict', 'learning is off for this account; choose another mode first');
  const id = await addJob(scope, 'training', null);
  if (id === null) throw new DomainError('conflict', 'a training of this account is already running');
  await recordAudit(scope, 'model.training_started', showId('job', id));
  await scope.transaction
    .insertInto('outbox')
    .values({ account_id: scope.accountId, id: makeId(), kind: RUN_TRAININGS, subject_id: id, data: null })
    .execute();
}

/** Starts the trainings that are due in this hour. Returns the accounts. */
export const startNightlyTrainings = (db: Installation, now: Date): Promise<string[]> =>
  startAtNight(
    db,
    'training',
    now,
    (hasItsHour) => sql<{ id: string }>`
    select a.id from leadline.accounts a
    left join lateral (
      select v.mode from leadline.model_versions v where v.account_id = a.id order by v.version desc limit 1
    ) m on true
    left join lateral (
      select j.created_at from leadline.settings_jobs j
      where j.account_id = a.id and j.kind = 'training' order by j.id desc limit 1
    ) j on true
    where a.test_of is null and a.delete_at is null and coalesce(m.mode, 'advisory') <> 'off'
      and ${hasItsHour}
      and exists (
        select from leadline.outcomes o
        where o.account_id = a.id and o.recorded_at > coalesce(j.created_at, '-infinity')
      )`,
  );
