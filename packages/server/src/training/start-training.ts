// Starts trainings, which a worker runs: on demand, and at night for accounts with new outcomes.

import { sql } from 'kysely';
import { recordAudit } from '../audit/record-audit.ts';
import { DomainError } from '../base/domain-error.ts';
import { fromUuid, makeId, showId } from '../base/ids.ts';
import { type AccountScope, SYSTEM, scopeWithin } from '../db/account-scope.ts';
import { type Installation, inTransaction } from '../db/installation.ts';
import { findModelState } from '../models/find-model.ts';
import { addJob } from '../rescoring/manage-jobs.ts';

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

/** From midnight to six, UTC. Each account has an hour of its own. */
const NIGHT_HOURS = 6;
/** More are started an hour later. */
const MAX_STARTED = 5_000;

/** Starts the trainings that are due in this hour. Returns the accounts. */
export async function startNightlyTrainings(db: Installation, now: Date): Promise<string[]> {
  const hour = now.getUTCHours();
  if (hour >= NIGHT_HOURS) return [];
  const { rows } = await sql<{ id: string }>`
    select a.id from leadline.accounts a
    left join lateral (
      select v.mode from leadline.model_versions v where v.account_id = a.id order by v.version desc limit 1
    ) m on true
    left join lateral (
      select j.created_at from leadline.settings_jobs j
      where j.account_id = a.id and j.kind = 'training' order by j.id desc limit 1
    ) j on true
    where a.test_of is null and a.delete_at is null and coalesce(m.mode, 'advisory') <> 'off'
      and abs(hashtext(a.id::text)::bigint) % ${NIGHT_HOURS} = ${hour}
      and exists (
        select from leadline.outcomes o
        where o.account_id = a.id and o.recorded_at > coalesce(j.created_at, '-infinity')
      )
    limit ${MAX_STARTED}`.execute(db);
  const started: string[] = [];
  for (const { id } of rows) {
    const accountId = fromUuid(id);
    const jobId = await inTransaction(db, (trx) =>
      addJob(scopeWithin(trx, { accountId, actor: SYSTEM }), 'training', null),
    );
    if (jobId !== null) started.push(accountId);
  }
  return started;
}
