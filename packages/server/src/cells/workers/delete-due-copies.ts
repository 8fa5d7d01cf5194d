// Deletion in cells. The directory decides which accounts are deleted; a cell has their data, and may have copies of accounts that
// have moved away.

import { sql } from 'kysely';
import { deleteAccount } from '../../accounts/lifecycle/delete-accounts.ts';
import { fromUuid, showId } from '../../platform/base/ids.ts';
import { describeError, type Logger } from '../../platform/base/log.ts';
import type { Installation } from '../../platform/db/installation.ts';

/** A cell other than the directory's own. */
export interface CellOfDirectory {
  readonly directory: Installation;
  readonly db: Installation;
  readonly name: string;
}

/** For a cell, which may not have heard yet that the deletion was cancelled. From then on, it can't be. */
export async function confirmDeletion(directory: Installation, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from leadline.accounts a
    where a.id = ${accountId} and coalesce(a.delete_at > now(), true)`.execute(directory);
  return rows.length === 0;
}

/** Deletes what accounts have left behind in this cell, if they are due for deletion. */
export async function deleteDueCopies(
  { directory, db, name }: CellOfDirectory,
  logger: Pick<Logger, 'error' | 'info'>,
  signal: AbortSignal,
): Promise<void> {
  const copies = await sql<{ id: string }>`select leadline.list_due_copies(${name}) as id`
    .execute(directory)
    .catch((error: unknown) => {
      if (!signal.aborted)
        logger.error(describeError(error), 'failed to look for old copies of closed accounts');
    });
  for (const { id } of copies?.rows ?? []) {
    if (signal.aborted) return;
    const accountId = fromUuid(id);
    try {
      await sql`select leadline.close_copy(${accountId})`.execute(db);
      if (!(await deleteAccount(db, accountId, signal))) return;
      await sql`select leadline.forget_copy(${accountId}, ${name})`.execute(directory);
      logger.info({ accountId: showId('acct', accountId) }, 'old copy of a closed account deleted');
    } catch (error) {
      logger.error(
        { ...describeError(error), accountId: showId('acct', accountId) },
        'failed to delete the old copy of a closed account',
      );
    }
  }
}
