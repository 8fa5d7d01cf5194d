// Lists an account's drifts and acknowledges them.

import type { ModelDrifts } from '@leadline/contract';
import { sql } from 'kysely';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { DomainError } from '../../platform/base/domain-error.ts';
import { readId } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import { showDrift } from './stored-drift.ts';

const MAX_LISTED = 50;

export async function listDrifts({ transaction, accountId }: AccountScope): Promise<ModelDrifts> {
  const rows = await transaction
    .selectFrom('drifts')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy(sql`status <> 'open'`)
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute();
  const look = await transaction
    .selectFrom('settings_jobs')
    .select('finished_at')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'drift')
    .where('status', '=', 'finished')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { looked_at: look?.finished_at?.toISOString() ?? null, drifts: rows.map(showDrift) };
}

/** From then on, the shift counts as normal. Acknowledging it again changes nothing. */
export async function acknowledgeDrift(scope: AccountScope, driftId: string): Promise<void> {
  const { transaction, accountId, actor } = scope;
  const id = readId('drift', driftId);
  const own = transaction.selectFrom('drifts').select('status').where('account_id', '=', accountId);
  const found = id === null ? undefined : await own.where('id', '=', id).executeTakeFirst();
  if (id === null || found === undefined) throw new DomainError('not_found', 'no drift with this ID');
  const { numUpdatedRows } = await transaction
    .updateTable('drifts')
    .set({ status: 'acknowledged', closed_at: new Date(), closed_by: actor })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await recordAudit(scope, 'model.drift_acknowledged', driftId);
}
