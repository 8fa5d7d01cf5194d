// Restores a backup as of a moment into a scratch folder, and starts it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Installation } from '../../platform/db/installation.ts';
import { asOwner, findOwner } from '../../platform/postgres/run-postgres.ts';
import { makeScratchFolder, type Restored, startRestored } from './start-restored.ts';

export interface RestoreOptions {
  /** Of the original. */
  readonly databaseUrl: string;
  /** Must not exist, or be empty. The caller removes it. */
  readonly scratchFolder: string;
  /** For the command, as $RESTORE_CELL. */
  readonly cell?: string;
  /** A shell command that restores into $RESTORE_FOLDER, as of $RESTORE_TIME, and promotes. */
  readonly restoreCommand: string;
  /** The folder of `pg_ctl`. The bundled PostgreSQL is used without it. */
  readonly programs?: string;
}

/** The WAL of the moment must have been archived. */
export async function restoreBackup(
  { databaseUrl, scratchFolder, restoreCommand, programs, cell = 'main' }: RestoreOptions,
  moment: string,
): Promise<Restored> {
  const folder = await makeScratchFolder(scratchFolder);
  await runRestore(restoreCommand, { RESTORE_FOLDER: folder, RESTORE_TIME: moment, RESTORE_CELL: cell });
  return startRestored(folder, databaseUrl, programs);
}

export async function waitForArchive(db: Installation, timeoutMs: number): Promise<void> {
  const { rows: needed } = await sql<{ file: string }>`
    select pg_walfile_name(pg_current_wal_insert_lsn()) as file`.execute(db);
  // Otherwise it takes until archive_timeout. Not everybody may do that.
  await sql`select pg_switch_wal()`.execute(db).catch(() => {});
  for (const deadline = performance.now() + timeoutMs; ; await sleep(200)) {
    const { rows } = await sql<{ isThere: boolean; failed: string | null }>`
      select coalesce(last_archived_wal >= ${needed[0]?.file ?? ''}, false) as "isThere", last_failed_wal as failed
      from pg_stat_archiver`.execute(db);
    if (rows[0]?.isThere === true) return;
    if (performance.now() < deadline) continue;
    const reason =
      rows[0]?.failed === null ? '' : ` Archiving ${rows[0]?.failed} failed: see PostgreSQL's log.`;
    throw new Error(
      `the WAL of this moment was not archived within ${timeoutMs / 1000} s.${reason} Set archive_timeout, or allow more time.`,
    );
  }
}

async function runRestore(
  command: string,
  variables: Readonly<Record<string, string>> & { readonly RESTORE_FOLDER: string },
): Promise<void> {
  const owner = await findOwner([variables.RESTORE_FOLDER]);
  const [program = 'sh', ...args] = [...asOwner(owner), 'sh', '-c', command];
  const child = spawn(program, args, {
    cwd: '/',
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`the restore command failed with status ${code}: ${command}`);
}
