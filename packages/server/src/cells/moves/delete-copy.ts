// Deletes what a cell still has of an account that lives elsewhere, in small steps that other accounts don't notice.

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { deleteJobsOf } from '../../platform/jobs/queues.ts';
import type { Cell } from '../directory/owner-connections.ts';
import { MAIN_CELL } from '../places/cell-address.ts';
import { AUDIT_LOG, UNCOPIED_TABLES } from './moved-tables.ts';
import { findPresence } from './presence.ts';
import { firstLaterEntry } from './verify-copy.ts';

export interface CopyToDelete {
  readonly cell: Cell;
  /** The live account and its test account. */
  readonly accountIds: readonly string[];
  /** When it left the directory's own database. The entries of the audit log from then on are the directory's; without this,
   * all of them are. */
  readonly frozenAt?: Date | null;
  readonly onDeleted?: (rows: number) => void;
}

const ROWS_PER_STEP = 500;
/** Half of the time belongs to others. */
const PAUSE_PER_STEP_TIME = 1;

/** Nothing but the account's ID stays in a cell. The directory keeps what is its own. */
export async function deleteCopy(copy: CopyToDelete): Promise<void> {
  const { cell, accountIds } = copy;
  const [liveId = ''] = accountIds;
  const presence = await findPresence(cell.pool, liveId);
  if (presence === null) return;
  if (presence !== 'held' && presence !== 'elsewhere')
    throw new Error(`the account is in use in the cell "${cell.name}"; nothing was deleted there`);
  for (const id of accountIds) await inSteps(() => deleteJobsOf(cell.db, id, ROWS_PER_STEP), copy);
  for (const table of await listTables(copy)) await inSteps(() => deleteSome(copy, table), copy);
  if (cell.name === MAIN_CELL) {
    await cell.pool.query(
      `update leadline.accounts set presence = 'elsewhere' where $1 in (id, test_of) and presence = 'held'`,
      [liveId],
    );
    return;
  }
  await cell.pool.query(
    `update leadline.accounts set presence = 'elsewhere', name = '', email = ''
     where $1 in (id, test_of) and presence in ('held', 'elsewhere')`,
    [liveId],
  );
  await cell.pool.query(
    `delete from leadline.users u where not exists (select from leadline.members m where m.user_id = u.id)
       and not exists (select from leadline.former_members f where f.user_id = u.id)
       and not exists (select from leadline.invitations i where i.inviter_id = u.id)`,
  );
}

/** Those that refer to others come first; otherwise one row could take any number of others with it. */
async function listTables({ cell: { name, pool }, frozenAt }: CopyToDelete): Promise<string[]> {
  const kept = frozenAt ? UNCOPIED_TABLES : [...UNCOPIED_TABLES, AUDIT_LOG];
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
     where c.relnamespace = 'leadline'::regnamespace and c.relkind = 'r' and c.relname <> all ($1)
     order by not exists (select from pg_constraint r where r.conrelid = c.oid and r.contype = 'f'
       and r.confrelid <> 'leadline.accounts'::regclass), c.relname`,
    [name === MAIN_CELL ? kept : []],
  );
  return rows.map((table) => table.name);
}

/** Checks in the same statement that nobody uses the account here. */
async function deleteSome({ cell, accountIds, frozenAt }: CopyToDelete, name: string): Promise<number> {
  const table = `leadline.${pg.escapeIdentifier(name)}`;
  const laterEntries =
    name === AUDIT_LOG && cell.name === MAIN_CELL && frozenAt ? firstLaterEntry(frozenAt) : null;
  const { rowCount } = await cell.pool.query(
    `delete from ${table} where ctid = any (array(
       select ctid from ${table} where account_id = any ($1) ${laterEntries === null ? '' : `and id < '${laterEntries}'`} limit $2))
     and not exists (select from leadline.accounts where id = any ($1) and presence in ('here', 'leaving'))`,
    [accountIds, ROWS_PER_STEP],
  );
  return rowCount ?? 0;
}

async function inSteps(
  deleteRows: () => Promise<number>,
  { onDeleted = () => {} }: CopyToDelete,
): Promise<void> {
  for (let deleted = 1; deleted > 0; ) {
    const startedAt = performance.now();
    deleted = await deleteRows();
    onDeleted(deleted);
    if (deleted > 0) await sleep((performance.now() - startedAt) * PAUSE_PER_STEP_TIME);
  }
}
