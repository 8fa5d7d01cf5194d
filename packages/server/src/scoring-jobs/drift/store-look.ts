// Stores what a look found: new drifts with their event and the emails to owners, and those that are over. All of it or
// nothing, so that each drift is raised once.

import type { Drift, DriftLook } from '@leadline/learning';
import { sql } from 'kysely';
import { idAt, makeId } from '../../platform/base/ids.ts';
import { SYSTEM } from '../../platform/db/account-scope.ts';
import {
  type Installation,
  type InstallationTransaction,
  inTransaction,
} from '../../platform/db/installation.ts';
import { figuresOf, showShift } from '../../scoring/drift/stored-drift.ts';
import { finishAttempt, type ScoringJob } from '../rescoring/job-progress.ts';

/** Besides those that are open. */
const MAX_KEPT = 100;

/** Returns false if another worker has taken over, or the account is being deleted. */
export const storeLook = (
  db: Installation,
  job: ScoringJob,
  { found, passed, settled }: DriftLook,
  now: Date,
): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    if (!(await finishAttempt(trx, job))) return false;
    const { accountId } = job;
    await close(trx, accountId, passed, 'passed', now);
    await close(trx, accountId, settled, 'settled', now);
    let raised = 0;
    for (const drift of found) if (await raise(trx, accountId, drift, now)) raised++;
    if (raised > 0) await queueEmails(trx, accountId, now);
    await deleteOld(trx, accountId);
    return true;
  });

async function close(
  trx: InstallationTransaction,
  accountId: string,
  ids: readonly string[],
  status: 'passed' | 'settled',
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('drifts')
    .set({ status, closed_at: now, closed_by: SYSTEM })
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .where('status', '=', 'open')
    .execute();
}

/** Returns false if it is open already. */
async function raise(
  trx: InstallationTransaction,
  accountId: string,
  drift: Drift,
  now: Date,
): Promise<boolean> {
  const id = makeId();
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('drifts')
    .values({
      account_id: accountId,
      id,
      kind: drift.kind,
      field: drift.field,
      level: drift.level,
      figures: JSON.stringify(figuresOf(drift)),
      since: drift.since,
      status: 'open',
      raised_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) return false;
  await trx
    .insertInto('outbox')
    .values({
      account_id: accountId,
      id: makeId(),
      kind: 'model.drift',
      subject_id: id,
      data: JSON.stringify({ ...showShift(id, drift), raised_at: now.toISOString() }),
    })
    .execute();
  return true;
}

/** To owners who have not turned it off. Whether they still want it is checked again when it is sent. */
async function queueEmails(trx: InstallationTransaction, accountId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`
    select m.user_id from leadline.members m
    left join leadline.alert_choices c on c.account_id = m.account_id and c.user_id = m.user_id
    where m.account_id = ${accountId} and m.role = 'owner' and coalesce(c.email_drift, true)`.execute(trx);
  if (rows.length === 0) return;
  await trx
    .insertInto('alert_emails')
    .values(
      rows.map(({ user_id }) => ({
        account_id: accountId,
        user_id,
        id: idAt(now),
        kind: 'drift' as const,
        since: now,
        next_attempt_at: now,
      })),
    )
    .execute();
}

async function deleteOld(trx: InstallationTransaction, accountId: string): Promise<void> {
  await sql`
    delete from leadline.drifts d
    where d.account_id = ${accountId} and d.status <> 'open' and d.id not in (
      select n.id from leadline.drifts n where n.account_id = ${accountId} and n.status <> 'open'
      order by n.id desc limit ${MAX_KEPT}
    )`.execute(trx);
}
