// A PostgreSQL that archives its WAL, and a base backup of it. With nothing but the server itself: the bundled PostgreSQL
// has no pg_basebackup.

import { chown, copyFile, mkdir, mkdtemp, readdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPool } from '@leadline/server';
import { type CrashablePostgres, startCrashablePostgres } from '../database/crashable-postgres.ts';

export interface ArchivedPostgres extends CrashablePostgres {
  /** `url` if the login has another password by now. */
  takeBaseBackup(url?: string): Promise<void>;
  /** A shell command that restores the base backup into $RESTORE_FOLDER, as of $RESTORE_TIME. */
  readonly restoreCommand: string;
}

export async function startArchivedPostgres(
  settings: Readonly<Record<string, string>> = {},
): Promise<ArchivedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'leadline-archived-'));
  const [archive, base] = [join(folder, 'archive'), join(folder, 'base')];
  // Renamed once complete, so that nobody restores half a file.
  const archiveCommand = `mkdir -p ${archive} && cp %p ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f`;
  const postgres = await startCrashablePostgres({
    folder,
    settings: { archive_mode: 'on', archive_command: archiveCommand, archive_timeout: '10', ...settings },
  });
  return {
    ...postgres,
    takeBaseBackup: (url = postgres.url) => takeBaseBackup(url, join(folder, 'postgres'), base),
    restoreCommand: [
      `cp -a ${base}/. "$RESTORE_FOLDER"`,
      `printf "restore_command = 'cp ${archive}/%%f %%p'\\n" >>"$RESTORE_FOLDER/postgresql.auto.conf"`,
      `printf "recovery_target_time = '%s'\\n" "$RESTORE_TIME" >>"$RESTORE_FOLDER/postgresql.auto.conf"`,
      `printf "recovery_target_action = promote\\n" >>"$RESTORE_FOLDER/postgresql.auto.conf"`,
      `touch "$RESTORE_FOLDER/recovery.signal"`,
    ].join(' && '),
  };
}

async function takeBaseBackup(url: string, cluster: string, target: string): Promise<void> {
  const pool = openPool(url, { size: 1 });
  try {
    await pool.query(`select pg_backup_start('drill', true)`);
    await copyFolder(cluster, target);
    const { rows } = await pool.query<{ label: string }>('select labelfile as label from pg_backup_stop()');
    await writeFile(join(target, 'backup_label'), rows[0]?.label ?? '');
    const { uid, gid } = await stat(cluster);
    await chown(join(target, 'backup_label'), uid, gid);
  } finally {
    await pool.end();
  }
}

/** Their content belongs to the running server. */
const EMPTY = new Set(['pg_wal', 'pg_replslot', 'pg_stat_tmp', 'pg_notify', 'pg_subtrans']);
const SKIPPED = new Set(['postmaster.pid', 'postmaster.opts', 'server.log']);

/** Files may vanish and grow while they are copied: the WAL makes up for it. */
async function copyFolder(from: string, to: string): Promise<void> {
  const { uid, gid } = await stat(from);
  await mkdir(to, { mode: 0o700 });
  await chown(to, uid, gid);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (SKIPPED.has(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      if (EMPTY.has(entry.name)) {
        await mkdir(target, { mode: 0o700 });
        await chown(target, uid, gid);
      } else await copyFolder(source, target);
    } else {
      const isCopied = await copyFile(source, target).then(() => true, ignoreMissing);
      if (isCopied) await chown(target, uid, gid);
    }
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): false {
  if (error.code === 'ENOENT') return false;
  throw error;
}
