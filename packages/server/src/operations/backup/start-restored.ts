// Starts PostgreSQL on a restored folder, only for this machine and with the passwords of the original. Nothing of the
// original's configuration is used, except for what the restore wrote about recovery.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '../../platform/db/pool.ts';
import { findFreePort } from '../../platform/postgres/find-free-port.ts';
import { findBinaries } from '../../platform/postgres/postgres-binaries.ts';
import { findOwner, giveTo, runPostgres } from '../../platform/postgres/run-postgres.ts';

export interface Restored {
  /** The same login and database as in the URL of the original. */
  readonly url: string;
  stop(): Promise<void>;
}

/** `programs` is the folder of `pg_ctl`; the bundled PostgreSQL is used without it. Resolves once recovery is done. */
export async function startRestored(
  folder: string,
  originalUrl: string,
  programs?: string,
): Promise<Restored> {
  const owner = await findOwner([folder]);
  const pgCtl = programs === undefined ? (await findBinaries()).pg_ctl : join(programs, 'pg_ctl');
  const port = await findFreePort();
  const scratch = dirname(folder);
  const [settings, access] = [join(scratch, 'settings.conf'), join(scratch, 'access.conf')];
  await writeFile(settings, '');
  await writeFile(access, 'host all all 127.0.0.1/32 scram-sha-256\n');
  for (const file of [settings, access]) await giveTo(owner, file);
  // As flags, because they win over what ALTER SYSTEM left in the folder: a copy must never write to the archive.
  const flags = Object.entries({
    config_file: settings,
    hba_file: access,
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    archive_mode: 'off',
    primary_conninfo: '',
    max_logical_replication_workers: '0', // of a move that was going on, whose changes the original has to get
    fsync: 'off',
    hot_standby: 'off', // otherwise its limits would have to be as high as the original's
    max_connections: '20',
  }).map(([name, value]) => `-c ${name}='${value}'`);
  const start = ['start', '-w', '-t', '86400', '-D', folder, '-l', join(scratch, 'server.log')];
  await runPostgres(pgCtl, [...start, '-o', flags.join(' ')], owner);
  const url = new URL(originalUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  url.search = '';
  const stop = (): Promise<void> =>
    runPostgres(pgCtl, ['stop', '-w', '-D', folder, '-m', 'immediate'], owner);
  try {
    await waitForRecovery(url.href, join(scratch, 'server.log'));
  } catch (error) {
    await stop().catch(() => {}); // it may have stopped by itself
    throw error;
  }
  return { url: url.href, stop };
}

/** PostgreSQL's code while it recovers. */
const NOT_YET = '57P03';

async function waitForRecovery(url: string, logFile: string): Promise<void> {
  for (; ; await sleep(200)) {
    const pool = openPool(url, { size: 1 });
    try {
      await pool.query('select 1');
      return;
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code === NOT_YET) continue;
      if (code !== 'ECONNREFUSED') throw error;
      const lines = (await readFile(logFile, 'utf8')).trimEnd().split('\n');
      throw new Error(`the restored PostgreSQL stopped:\n${lines.slice(-5).join('\n')}`);
    } finally {
      await pool.end();
    }
  }
}

/** An empty folder that PostgreSQL's user can use. Returns the place for the data. */
export async function makeScratchFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const data = join(folder, 'data');
  await mkdir(data, { mode: 0o700 });
  const owner = await findOwner([data]);
  for (const path of [folder, data]) await giveTo(owner, path);
  return data;
}
