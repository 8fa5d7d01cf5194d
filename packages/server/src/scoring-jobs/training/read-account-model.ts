// Everything about an account's model on one page: the mode, what is live, and what the latest training found.

import type { AccountModel } from '@leadline/contract';
import { sql } from 'kysely';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import { findModelState } from '../../scoring/models/find-model.ts';
import { findNewestModelVersion } from '../../scoring/models/list-model-versions.ts';
import { showTrained } from '../../scoring/models/show-training.ts';
import { findLatest, showJob } from '../rescoring/manage-jobs.ts';

export async function readAccountModel(scope: AccountScope): Promise<AccountModel> {
  const { version, mode, pointLimit } = await findModelState(scope);
  const job = await findLatest(scope, 'training');
  return {
    version,
    mode,
    point_limit: pointLimit,
    live: await findNewestModelVersion(scope),
    latest: await findLatestTrained(scope, pointLimit),
    history: await listTrained(scope),
    training: job === null ? null : withoutVersion(showJob(job)),
    outcomes: await countOutcomes(scope, job?.created_at ?? null),
  };
}

/** That of the settings, which a training doesn't show. */
const withoutVersion = ({ version: _, ...job }: ReturnType<typeof showJob>): AccountModel['training'] => job;

async function findLatestTrained(
  { transaction, accountId }: AccountScope,
  pointLimit: number,
): Promise<AccountModel['latest']> {
  const row = await transaction
    .selectFrom('trained_models')
    .select(['account_id', 'id', 'outcomes', 'won', 'verdict', 'report', 'trained_at'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : showTrained(row, pointLimit);
}

const MAX_HISTORY = 50;

/** Oldest first. */
async function listTrained({ transaction, accountId }: AccountScope): Promise<AccountModel['history']> {
  const { rows } = await sql<Omit<Past, 'trained_at'> & { readonly trained_at: Date }>`
    select t.outcomes, t.won, t.verdict ->> 'decision' as decision, t.report -> 'held_out' -> 'auc' as auc, t.trained_at
    from leadline.trained_models t where t.account_id = ${accountId}
    order by t.id desc limit ${MAX_HISTORY}`.execute(transaction);
  return rows.map((row) => ({ ...row, trained_at: row.trained_at.toISOString() })).reverse();
}

type Past = AccountModel['history'][number];

async function countOutcomes(
  { transaction, accountId }: AccountScope,
  since: Date | null,
): Promise<AccountModel['outcomes']> {
  const { rows } = await sql<{ won: number; lost: number; since_training: number }>`
    select count(*) filter (where l.outcome = 'won')::integer as won,
      count(*) filter (where l.outcome = 'lost')::integer as lost, (
        select count(*)::integer from leadline.outcomes o
        where o.account_id = ${accountId} and o.outcome <> 'open'
          and o.recorded_at > coalesce(${since}::timestamptz, '-infinity')
      ) as since_training
    from leadline.leads l where l.account_id = ${accountId} and l.outcome <> 'open'`.execute(transaction);
  return rows[0] ?? { won: 0, lost: 0, since_training: 0 };
}
