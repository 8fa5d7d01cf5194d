// Gets both cells ready and starts the copying, unless it is already going on.

import type pg from 'pg';
import type { Cell } from '../directory/owner-connections.ts';
import { MAIN_CELL } from '../places/cell-address.ts';
import { deleteCopy } from './delete-copy.ts';
import { makeMonths } from './make-partitions.ts';
import { unpackArriving } from './pack-account.ts';
import { findPresence, setPresence } from './presence.ts';
import {
  isReplicating,
  type Replication,
  startPublishing,
  startSubscribing,
  stopReplicating,
} from './replication.ts';
import { requireRights } from './require-rights.ts';

export async function prepareCopy(directory: pg.Pool, replication: Replication): Promise<void> {
  const { source, target, accountIds } = replication;
  const [accountId = ''] = accountIds;
  if (await isReplicating(replication)) return;
  await requireReady(directory, source, target);
  const presence = await findPresence(target.pool, accountId);
  if (presence === 'here' || presence === 'leaving')
    throw new Error(`the cell "${target.name}" has this account in use already; nothing was changed`);
  await stopReplicating(replication);
  await deleteCopy({ cell: target, accountIds });
  await makeMonths(source, target);
  await startPublishing(replication);
  if (target.name === MAIN_CELL) await setPresence(target.pool, accountId, 'held', ['elsewhere']);
  else await unpackArriving(directory, target.pool, accountId);
  await startSubscribing(replication);
}

async function requireReady(directory: pg.Pool, source: Cell, target: Cell): Promise<void> {
  const { rows } = await source.pool.query<{ level: string }>(`select current_setting('wal_level') as level`);
  if (rows[0]?.level !== 'logical')
    throw new Error(
      `accounts can't move away from the cell "${source.name}" while its PostgreSQL has wal_level = ${rows[0]?.level}: set wal_level = logical and restart it`,
    );
  const [ours, theirs] = await Promise.all([readVersion(source), readVersion(target)]);
  if (ours !== theirs)
    throw new Error(
      `the cells "${source.name}" and "${target.name}" have different schemas: run "leadline migrate" first`,
    );
  await requireRights(directory, source, target);
}

async function readVersion({ pool }: Cell): Promise<string | undefined> {
  const { rows } = await pool.query<{ name: string }>('select max(name) as name from leadline.migrations');
  return rows[0]?.name;
}
