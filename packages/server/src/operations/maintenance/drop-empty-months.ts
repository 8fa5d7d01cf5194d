// Drops past months without leads, from the oldest on: with each partition, statements on leads take longer to plan.

import { sql } from 'kysely';
import { firstIdOf } from '../../platform/base/ids.ts';
import type { Installation } from '../../platform/db/installation.ts';
import { isLockTimeout } from '../../platform/db/is-lock-timeout.ts';

interface Partition {
  readonly name: string;
  readonly bytes: number;
}

const OLDER = 'leads_older';

/** Drops at most one month and returns how many it dropped. If leads are so busy that it would have to wait for a lock,
 * the next run tries again. */
export async function dropEmptyMonths(db: Installation, now: Date): Promise<number> {
  const partitions = await listPartitions(db);
  const [oldest] = partitions.filter(({ name }) => name !== OLDER);
  const months = /^leads_(\d{4})_(\d{2})$/.exec(oldest?.name ?? '');
  if (oldest === undefined || months === null) return 0;
  const afterOldest = Date.UTC(Number(months[1]), Number(months[2]));
  if (afterOldest >= Date.UTC(now.getUTCFullYear(), now.getUTCMonth())) return 0;
  if (await hasLeadsBefore(db, new Date(afterOldest))) return 0;
  // Autovacuum doesn't come back if readers kept it from shortening the file.
  for (const { name, bytes } of partitions)
    if (bytes > 0 && (name === OLDER || name === oldest.name))
      await sql`vacuum leadline.${sql.id(name)}`.execute(db);
  try {
    const { rows } = await sql<{ dropped: boolean }>`
      select leadline.drop_oldest_month() as dropped`.execute(db);
    return rows[0]?.dropped === true ? 1 : 0;
  } catch (error) {
    if (isLockTimeout(error)) return 0;
    throw error;
  }
}

async function listPartitions(db: Installation): Promise<Partition[]> {
  const { rows } = await sql<Partition>`
    select c.relname as name, pg_relation_size(c.oid) as bytes
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'leadline.leads'::regclass order by c.relname`.execute(db);
  return rows;
}

async function hasLeadsBefore(db: Installation, moment: Date): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from leadline.leads l where l.id < ${firstIdOf(moment)}::uuid) as found`.execute(
    db,
  );
  return rows[0]?.found === true;
}
