// Copies the rows of an account to another cell and keeps the copy up to date: a publication of these rows, a slot and a
// subscription. All have the same name, which derives from the account, so that a resumed move finds them.

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { splitPooler } from '../../platform/db/pooler.ts';
import type { Cell } from '../directory/owner-connections.ts';
import { MAIN_CELL } from '../places/cell-address.ts';
import { AUDIT_LOG, listMovedTables } from './moved-tables.ts';

export interface Replication {
  readonly source: Cell;
  readonly target: Cell;
  /** The live account and its test account. */
  readonly accountIds: readonly string[];
  /** How the target reaches the source, if not by the URL we use ourselves. */
  readonly sourceUrl: string;
}

export interface CopyProgress {
  readonly tables: number;
  readonly readyTables: number;
  /** Of the tables being copied right now. */
  readonly rows: number;
  /** What the target has yet to receive. */
  readonly lagBytes: number;
  readonly errors: number;
}

const OBJECT_IN_USE = '55006';
const PASSWORD_REQUIRED = '2F003';
const MAX_STOP_MS = 15_000;
const POLL_MS = 50;

const nameOf = ({ accountIds }: Pick<Replication, 'accountIds'>): string => `leadline_move_${accountIds[0]}`;

/** Whether everything is there, so that the copying goes on by itself. */
export async function isReplicating(replication: Replication): Promise<boolean> {
  const { source, target } = replication;
  const name = nameOf(replication);
  const { rowCount: sent } = await source.pool.query(
    `select from pg_replication_slots s join pg_publication p on p.pubname = s.slot_name
     where s.slot_name = $1 and s.wal_status <> 'lost' and s.database = current_database()`,
    [name],
  );
  return sent === 1 && (await findSubscription(target, name)) !== null;
}

export async function startPublishing(replication: Replication): Promise<void> {
  const { source, target, accountIds } = replication;
  const name = nameOf(replication);
  const ids = accountIds.map((id) => pg.escapeLiteral(id)).join(', ');
  const tables = (await listMovedTables(source.pool))
    // The directory has written a part of it itself, and a row that is there twice would stop the replication.
    .filter((table) => table !== AUDIT_LOG || target.name !== MAIN_CELL)
    .map((table) => `leadline.${pg.escapeIdentifier(table)} where (account_id in (${ids}))`);
  await source.pool.query(
    `create publication ${name} for table ${tables.join(', ')}
     with (publish = 'insert, update, delete', publish_via_partition_root = true)`,
  );
  // For the case that the target is lost, and can't be asked any more.
  const { rows } = await target.pool.query<{ syncSlots: string }>(
    `select format('pg\\_%%\\_sync\\_%%\\_%s', system_identifier) as "syncSlots" from pg_control_system()`,
  );
  await source.pool.query(
    `comment on publication ${name} is ${pg.escapeLiteral((rows[0] as { syncSlots: string }).syncSlots)}`,
  );
  // From here on, the source keeps all changes until the target has them.
  await source.pool.query(`select pg_create_logical_replication_slot($1, 'pgoutput')`, [name]);
}

/** Commits wait for the disk; otherwise the source would learn up to a second later that the target has everything. */
export async function startSubscribing(replication: Replication): Promise<void> {
  const { source, target, sourceUrl } = replication;
  const name = nameOf(replication);
  try {
    await target.pool.query(
      `create subscription ${name} connection ${pg.escapeLiteral(asLibpqUrl(sourceUrl))} publication ${name}
       with (create_slot = false, slot_name = ${name}, copy_data = true, synchronous_commit = 'on')`,
    );
  } catch (error) {
    if ((error as { code?: unknown }).code !== PASSWORD_REQUIRED) throw error;
    throw new Error(
      `the cell "${target.name}" has to sign in to the cell "${source.name}" with a password, because the owner isn't a superuser: use a DATABASE_URL with one, and let pg_hba.conf of "${source.name}" ask for it (scram-sha-256)`,
      { cause: error },
    );
  }
}

export async function readCopyProgress(replication: Replication): Promise<CopyProgress> {
  const { source, target } = replication;
  const name = nameOf(replication);
  const { rows: copied } = await target.pool.query<Omit<CopyProgress, 'lagBytes'>>(
    `select (select count(*) from pg_subscription_rel r where r.srsubid = s.oid) as tables,
       (select count(*) from pg_subscription_rel r where r.srsubid = s.oid and r.srsubstate = 'r') as "readyTables",
       (select coalesce(sum(c.tuples_processed), 0) from pg_stat_progress_copy c
        join pg_stat_subscription w on w.pid = c.pid and w.subid = s.oid) as rows,
       (select coalesce(sum(e.apply_error_count + e.sync_error_count), 0) from pg_stat_subscription_stats e
        where e.subid = s.oid) as errors
     from pg_subscription s join pg_database d on d.oid = s.subdbid
     where s.subname = $1 and d.datname = current_database()`,
    [name],
  );
  const { rows: sent } = await source.pool.query<{ lagBytes: number }>(
    `select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), confirmed_flush_lsn) as "lagBytes"
     from pg_replication_slots where slot_name = $1`,
    [name],
  );
  if (copied[0] === undefined || sent[0] === undefined)
    throw new Error('somebody removed the replication of this account; run the command again to start over');
  return { ...copied[0], ...sent[0] };
}

/** Everything committed in the source before is before this position. */
export async function readPosition({ pool }: Cell): Promise<string> {
  const { rows } = await pool.query<{ position: string }>(
    'select pg_current_wal_flush_lsn()::text as position',
  );
  return (rows[0] as { position: string }).position;
}

export async function hasReached(replication: Replication, position: string): Promise<boolean> {
  const { rows } = await replication.source.pool.query<{ hasReached: boolean }>(
    'select confirmed_flush_lsn >= $2 as "hasReached" from pg_replication_slots where slot_name = $1',
    [nameOf(replication), position],
  );
  return rows[0]?.hasReached === true;
}

/** Removes whatever there is. A slot that stayed behind would fill the source's disk, so this fails if the source is down. */
export async function stopReplicating(replication: Replication): Promise<void> {
  const { source, target } = replication;
  const name = nameOf(replication);
  const subscription = await findSubscription(target, name);
  if (subscription !== null) await stopWorkers(target, name);
  await dropSlots(source, [name, ...(subscription === null ? [] : [subscription.syncSlots])]);
  if (subscription !== null) await dropSubscription(target, name);
  await source.pool.query(`drop publication if exists ${name}`);
}

/** What fills the source's disk if nobody reads it. */
export const dropSlotsOf = (source: Cell, accountIds: readonly string[]): Promise<void> =>
  dropSlots(source, [nameOf({ accountIds })]);

/** Removes what the source has for a target that is lost. */
export async function stopPublishing(source: Cell, accountIds: readonly string[]): Promise<void> {
  const name = nameOf({ accountIds });
  const { rows } = await source.pool.query<{ syncSlots: string | null }>(
    `select obj_description(oid, 'pg_publication') as "syncSlots" from pg_publication where pubname = $1`,
    [name],
  );
  await dropSlots(source, [name, ...rows.flatMap(({ syncSlots }) => syncSlots ?? [])]);
  await source.pool.query(`drop publication if exists ${name}`);
}

/** Removes what the target has for a source that is lost. */
export async function stopSubscribing(target: Cell, accountIds: readonly string[]): Promise<void> {
  const name = nameOf({ accountIds });
  if ((await findSubscription(target, name)) === null) return;
  await stopWorkers(target, name);
  await dropSubscription(target, name);
}

async function dropSubscription({ pool }: Cell, name: string): Promise<void> {
  await pool.query(`alter subscription ${name} set (slot_name = none)`);
  await pool.query(`drop subscription ${name}`);
}

/** `syncSlots` is a pattern for the slots that PostgreSQL makes for the first copy of each table. */
async function findSubscription(target: Cell, name: string): Promise<{ syncSlots: string } | null> {
  const { rows } = await target.pool.query<{ syncSlots: string }>(
    `select format('pg\\_%s\\_sync\\_%%\\_%s', s.oid, c.system_identifier) as "syncSlots"
     from pg_subscription s join pg_database d on d.oid = s.subdbid cross join pg_control_system() c
     where s.subname = $1 and d.datname = current_database()`,
    [name],
  );
  return rows[0] ?? null;
}

async function stopWorkers({ pool }: Cell, name: string): Promise<void> {
  await pool.query(`alter subscription ${name} disable`);
  const latest = performance.now() + MAX_STOP_MS;
  for (;;) {
    const { rowCount } = await pool.query(
      'select from pg_stat_subscription where subname = $1 and pid is not null',
      [name],
    );
    if (rowCount === 0) return;
    if (performance.now() > latest) throw new Error(`the workers of the subscription ${name} don't stop`);
    await sleep(POLL_MS);
  }
}

async function dropSlots({ pool }: Cell, patterns: readonly string[]): Promise<void> {
  const latest = performance.now() + MAX_STOP_MS;
  for (;;) {
    try {
      await pool.query(
        `select pg_drop_replication_slot(s.slot_name) from pg_replication_slots s
         where s.slot_name like any ($1) and s.database = current_database()`,
        [patterns],
      );
      return;
    } catch (error) {
      // The process that sends the changes notices a moment later that nobody reads them.
      if ((error as { code?: unknown }).code !== OBJECT_IN_USE || performance.now() > latest) throw error;
      await pool.query(
        'select pg_terminate_backend(s.active_pid) from pg_replication_slots s where s.slot_name like any ($1) and s.active',
        [patterns],
      );
      await sleep(POLL_MS);
    }
  }
}

const LIBPQ_PARAMETERS: ReadonlySet<string> = new Set(['sslmode', 'sslrootcert', 'sslcert', 'sslkey']);

/** PostgreSQL itself connects with this URL, and knows fewer parameters than our driver. */
function asLibpqUrl(url: string): string {
  const { connectionString } = splitPooler(url);
  const libpq = new URL(connectionString);
  for (const name of [...libpq.searchParams.keys()])
    if (!LIBPQ_PARAMETERS.has(name)) libpq.searchParams.delete(name);
  if (libpq.searchParams.get('sslmode') === 'no-verify') libpq.searchParams.set('sslmode', 'require');
  libpq.searchParams.set('connect_timeout', '10');
  return libpq.href;
}
