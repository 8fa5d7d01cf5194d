// Brings the audit log of an account back to the directory, which has written a part of it itself.

import type { Cell } from '../directory/owner-connections.ts';

const ENTRIES_PER_STEP = 1_000;

export async function copyAuditLog(source: Cell, target: Cell, accountIds: readonly string[]): Promise<void> {
  for (const accountId of accountIds) {
    let last = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const { rows } = await source.pool.query<{ entries: string | null; last: string }>(
        `select json_agg(l)::text as entries, (array_agg(l.id))[count(*)]::text as last from (
           select * from leadline.audit_log where account_id = $1 and id > $2 order by id limit $3) l`,
        [accountId, last, ENTRIES_PER_STEP],
      );
      const [page] = rows;
      if (page === undefined || page.entries === null) break;
      await target.pool.query(
        `insert into leadline.audit_log
         select * from json_populate_recordset(null::leadline.audit_log, $1) on conflict do nothing`,
        [page.entries],
      );
      last = page.last;
    }
  }
}
