// Brings what the directory knows about an account to the cell it is moving to.

import type pg from 'pg';

/** Leaves out the audit log and the tasks for the cell. The copy brings those the source has; the rest comes after the switch,
 * because a row that is there twice would stop the replication. */
export async function unpackArriving(
  directory: pg.Pool | pg.ClientBase,
  target: pg.Pool,
  accountId: string,
): Promise<void> {
  const { rows } = await directory.query<{ packed: string }>(
    `select (p.packed::jsonb || '{"audit_log": [], "changes": []}')::text as packed from leadline.pack_account($1) p`,
    [accountId],
  );
  const { rows: unpacked } = await target.query<{ isThere: boolean }>(
    'select leadline.unpack_account($1, arriving => true) as "isThere"',
    [rows[0]?.packed],
  );
  if (unpacked[0]?.isThere !== true) throw new Error('the account was deleted in the cell it is moving to');
}
