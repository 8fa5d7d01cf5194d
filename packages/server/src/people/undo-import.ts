// Undoes an import: deletes the leads it stored, a few hundred at a time, except those that somebody has worked on since.

import type { Lead } from '@leadline/engine';
import { sql } from 'kysely';
import { recordAudit } from '../accounts/audit/record-audit.ts';
import type { ImportId } from '../imports/run/import-progress.ts';
import { lockRequestLog } from '../leads/request-log/lock-request-log.ts';
import { fromUuid, showId } from '../platform/base/ids.ts';
import { type AccountScope, asSystem, enterAccount } from '../platform/db/account-scope.ts';
import type { Installation } from '../platform/db/installation.ts';
import { lockAccount } from '../platform/db/lock-account.ts';
import { eraseLeads } from './erase-leads.ts';

/** The account's new leads have to wait while a step runs, so keep it short. */
const BATCH_SIZE = 200;

/** Returns whether nothing is left to do. Otherwise call it again when it is the import's turn. */
export async function undoImport(
  installation: Installation,
  { accountId, importId }: ImportId,
  isTurnOver: () => boolean,
): Promise<boolean> {
  for (;;) {
    const isDone = await enterAccount(installation, asSystem(accountId), (scope) =>
      deleteSome(scope, importId),
    );
    if (isDone || isTurnOver()) return isDone;
  }
}

async function deleteSome(scope: AccountScope, importId: string): Promise<boolean> {
  const { transaction, accountId } = scope;
  await lockRequestLog(scope);
  await lockAccount(scope);
  const rows = await findUntouched(scope, importId);
  const { leads } = await eraseLeads(
    scope,
    rows.map(({ id, person_id, phone, lead }) => {
      const { email, name } = lead;
      return { id: fromUuid(id), personId: fromUuid(person_id), phone, email, name };
    }),
  );
  const isDone = rows.length < BATCH_SIZE;
  const row = await transaction
    .updateTable('imports')
    .set((e) => ({
      rows_removed: e('rows_removed', '+', leads),
      active_at: e.fn<Date>('now'),
      // Without the hash, the same file can be imported again.
      ...(isDone ? { status: 'undone' as const, file_hash: null } : {}),
    }))
    .where('account_id', '=', accountId)
    .where('id', '=', importId)
    .where('status', '=', 'undoing')
    .returning('rows_removed')
    .executeTakeFirst();
  if (row === undefined) return true;
  if (isDone) {
    await recordAudit(scope, 'import.undone', showId('imp', importId), { removed: row.rows_removed });
  }
  return isDone;
}

interface ImportedLead {
  readonly id: string;
  readonly person_id: string;
  readonly phone: string;
  readonly lead: Lead;
}

/** Rescoring is no work of a person. */
async function findUntouched(
  { transaction, accountId }: AccountScope,
  importId: string,
): Promise<readonly ImportedLead[]> {
  const { rows } = await sql<ImportedLead>`
    select l.id, l.person_id, l.phone, l.lead from leadline.leads l
    where l.account_id = ${accountId} and l.import_id = ${importId} and l.revision = 1
      and not exists (
        select from leadline.activities t
        where t.account_id = l.account_id and t.lead_id = l.id and t.kind <> 'rescored')
    limit ${BATCH_SIZE}`.execute(transaction);
  return rows;
}
