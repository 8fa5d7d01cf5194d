// Deletes accounts whose grace period is over, with their test accounts, in small steps that other accounts don't
// notice. Every step is a transaction, so that a worker can be killed at any moment and the next one goes on.

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { fromUuid, showId } from '../../platform/base/ids.ts';
import { describeError, type Logger } from '../../platform/base/log.ts';
import type { Installation } from '../../platform/db/installation.ts';
import { deleteJobsOf } from '../../platform/jobs/queues.ts';

export const EVERY_MINUTE = '* * * * *';
const ROWS_PER_STEP = 200;
/** Half of the time belongs to others. */
const PAUSE_PER_STEP_TIME = 1;
/** A request that was accepted just before its account was closed may be written after the deletion. */
const SWEEP_DELETED_FOR_MINUTES = 10;

export async function deleteDueAccounts(
  db: Installation,
  logger: Pick<Logger, 'error' | 'info'>,
  signal: AbortSignal,
  confirm: (accountId: string) => Promise<boolean> = async () => true,
): Promise<void> {
  for (const due of await findDue(db)) {
    if (signal.aborted) return;
    try {
      const isDeleted = (await confirm(due)) && (await deleteAccount(db, due, signal));
      if (isDeleted) logger.info({ accountId: showId('acct', due) }, 'account deleted');
    } catch (error) {
      // Tried again in a minute. The others don't have to wait for it.
      logger.error(
        { ...describeError(error), accountId: showId('acct', due) },
        'failed to delete an account',
      );
    }
  }
  for (const id of await findDeleted(db)) await deleteRows(db, id, signal);
}

/** An account in another database is deleted there first, and so are its copies. */
async function findDue(db: Installation): Promise<string[]> {
  const due = await db
    .selectFrom('accounts')
    .select('id')
    .where('test_of', 'is', null)
    .where('delete_at', '<=', sql<Date>`now()`)
    .where('presence', '=', 'here')
    .where(sql<boolean>`not leadline.has_copies(id)`)
    .orderBy('delete_at')
    .execute();
  return due.map(({ id }) => fromUuid(id));
}

async function findDeleted(db: Installation): Promise<string[]> {
  const rows = await db
    .selectFrom('deleted_accounts')
    .select('id')
    .where('deleted_at', '>', sql<Date>`now() - make_interval(mins => ${SWEEP_DELETED_FOR_MINUTES})`)
    .execute();
  return rows.map(({ id }) => fromUuid(id));
}

/** Returns false if it was interrupted. */
export async function deleteAccount(
  db: Installation,
  accountId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const accounts = await db
    .selectFrom('accounts')
    .select('id')
    .where((e) => e.or([e('id', '=', accountId), e('test_of', '=', accountId)]))
    .execute();
  const ids = accounts.map(({ id }) => fromUuid(id));
  for (const id of ids) await stopImports(db, id);
  while (!signal.aborted) {
    for (const id of ids) await deleteRows(db, id, signal);
    if (signal.aborted) return false;
    const { rows } = await sql<{ is_deleted: boolean }>`
      select leadline.finish_account_deletion(${accountId}) as is_deleted`.execute(db);
    if (rows[0]?.is_deleted === true) return true;
  }
  return false;
}

async function deleteRows(db: Installation, accountId: string, signal: AbortSignal): Promise<void> {
  await deleteInSteps(signal, () => deleteJobsOf(db, accountId, ROWS_PER_STEP));
  await deleteInSteps(signal, async () => {
    const { rows } = await sql<{ deleted: number }>`
      select leadline.delete_account_rows(${accountId}, ${ROWS_PER_STEP}) as deleted`.execute(db);
    return rows[0]?.deleted ?? 0;
  });
}

async function deleteInSteps(signal: AbortSignal, deleteSome: () => Promise<number>): Promise<void> {
  for (let deleted = 1; deleted > 0 && !signal.aborted; ) {
    const startedAt = performance.now();
    deleted = await deleteSome();
    if (deleted > 0) await sleep((performance.now() - startedAt) * PAUSE_PER_STEP_TIME);
  }
}

/** Imports check their status before every batch. */
async function stopImports(db: Installation, accountId: string): Promise<void> {
  await db
    .updateTable('imports')
    .set({ status: 'cancelled' })
    .where('account_id', '=', accountId)
    .where('status', 'in', ['uploading', 'ready', 'queued', 'running', 'stopped'])
    .execute();
}
