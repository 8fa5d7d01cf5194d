// Gives the target the months of leads that the source has.

import { setTimeout as sleep } from 'node:timers/promises';
import { makePartitions } from '../../operations/maintenance/run-maintenance.ts';
import { isLockTimeout } from '../../platform/db/is-lock-timeout.ts';
import type { Cell } from '../directory/owner-connections.ts';

const MAX_TRIES = 20;
const PAUSE_MS = 250;

/** If the target has older leads, or is too busy, they will share the partition of those. */
export async function makeMonths(source: Cell, target: Cell): Promise<void> {
  await makePartitions(target.db);
  const { rows } = await source.pool.query<{ month: string | null }>(
    `select min(to_date(substr(c.relname, 7), 'YYYY_MM'))::text as month
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'leadline.leads'::regclass and c.relname ~ '^leads_\\d{4}_\\d{2}$'`,
  );
  const month = rows[0]?.month ?? null;
  if (month === null) return;
  for (let tries = 0; tries < MAX_TRIES; ) {
    try {
      const { rows: made } = await target.pool.query<{ isMade: boolean }>(
        'select leadline.make_earlier_partition($1) as "isMade"',
        [month],
      );
      if (made[0]?.isMade !== true) return;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      tries++;
      await sleep(PAUSE_MS);
    }
  }
}
