// Publishes a version of an account's model. Versions are only ever added, each with the next number, so of two owners who
// publish at the same time, one is told.

import type { ModelBody, ModelRollBackBody } from '@leadline/contract';
import { sql } from 'kysely';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { DomainError } from '../../platform/base/domain-error.ts';
import { showId } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import { findModelState, findModelStateAt } from './find-model.ts';
import type { ModelState } from './model-version.ts';

/** They are never deleted, because replays need them. */
const MAX_VERSIONS = 10_000;
/** Together, of all models that were ever published. */
const MAX_HISTORY_BYTES = 64 * 1024 * 1024;

interface Occasion {
  readonly reason: string;
  /** The version it rolled back to. */
  readonly restores: number | null;
}

/** Changes the mode and the limit. The model stays. */
export async function changeModel(
  scope: AccountScope,
  { version, mode, point_limit: pointLimit }: ModelBody,
): Promise<void> {
  const live = await requireLive(scope, version);
  if (live.mode === mode && live.pointLimit === pointLimit) return;
  await publish(scope, { ...live, mode, pointLimit }, { reason: 'Mode or limit changed', restores: null });
}

/** Publishes the model of an earlier version again. The mode and the limit stay as they are now. */
export async function rollBackModel(
  scope: AccountScope,
  { version, to, note = '' }: ModelRollBackBody,
): Promise<void> {
  const live = await requireLive(scope, version);
  const found = to >= version ? null : await findModelStateAt(scope, to);
  if (found === null)
    throw new DomainError('invalid_input', 'to must be an earlier version of the model', { field: 'to' });
  await publish(
    scope,
    { ...live, trainedId: found.trainedId },
    { reason: note.trim() || `Rolled back to version ${to}`, restores: to },
  );
}

async function requireLive(scope: AccountScope, expected: number): Promise<ModelState> {
  const live = await findModelState(scope);
  if (live.version !== expected) throw changedMeanwhile();
  return live;
}

async function publish(scope: AccountScope, state: ModelState, occasion: Occasion): Promise<void> {
  if (!(await isModelRoomLeft(scope)))
    throw new DomainError('limit_reached', 'this account has published as many models as it can');
  if (!(await addModelVersion(scope, state, occasion))) throw changedMeanwhile();
  await recordAudit(scope, 'model.published', showId('acct', scope.accountId), {
    version: state.version + 1,
    mode: state.mode,
    ...(occasion.restores === null ? {} : { restores: occasion.restores }),
  });
}

/** Adds the version after that of the state. Returns false if somebody else has just added it. */
export async function addModelVersion(
  { transaction, accountId, actor }: AccountScope,
  { version, mode, pointLimit, trainedId }: ModelState,
  { reason, restores }: Occasion,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('model_versions')
    .values({
      account_id: accountId,
      version: version + 1,
      trained_id: trainedId,
      mode,
      point_limit: pointLimit,
      reason,
      restores,
      actor,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'version']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function isModelRoomLeft({ transaction, accountId }: AccountScope): Promise<boolean> {
  const { rows } = await sql<{ versions: number; bytes: number }>`
    select (select count(*) from leadline.model_versions v where v.account_id = ${accountId})::integer as versions,
      (select coalesce(sum(octet_length(t.model::text)), 0) from leadline.trained_models t
       where t.account_id = ${accountId})::bigint as bytes`.execute(transaction);
  const { versions = 0, bytes = 0 } = rows[0] ?? {};
  return versions < MAX_VERSIONS && bytes < MAX_HISTORY_BYTES;
}

const changedMeanwhile = (): DomainError =>
  new DomainError('changed_meanwhile', 'the model has changed in the meantime; load it again');
