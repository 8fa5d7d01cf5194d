// Runs PostgreSQL in a local folder, for trying out Leadline, development and tests. It is a separate server process,
// so it survives if Leadline crashes, and the next start reuses it.

import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from './find-free-port.ts';
import { type Binaries, exists, findBinaries, linkLibraries } from './postgres-binaries.ts';
import { findOwner, giveTo, type PostgresOwner, runPostgres } from './run-postgres.ts';

export interface LocalPostgres {
  readonly url: string;
  /** `immediate` simulates a crash for drills; the next start recovers from the write-ahead log. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
}

const SUPERUSER = 'leadline_owner';

/** `settings` are PostgreSQL settings by name. If `port` is missing, a free one is used. `env` is added to the
 * environment of the server. */
export async function startLocalPostgres(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
  env: Readonly<Record<string, string>> = {},
): Promise<LocalPostgres> {
  const binaries = await findBinaries();
  const user = await findOwner([folder, binaries.initdb]);
  const cluster = join(folder, 'postgres');
  const passwordFile = join(folder, 'postgres-password');
  const isNew = !(await exists(join(cluster, 'PG_VERSION')));
  if (isNew) await makeFolder(folder, user);
  const owner = { ...user, env: await linkLibraries(binaries, join(folder, 'postgres-libraries')) };
  if (isNew) await initialise(binaries, cluster, passwordFile, owner);
  const port =
    (await findRunningPort(binaries, cluster, owner)) ??
    (await start(binaries, cluster, owner, settings, env));
  const password = (await readFile(passwordFile, 'utf8')).trim();
  return {
    url: `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`,
    stop: (mode = 'fast') => runPostgres(binaries.pg_ctl, ['stop', '-w', '-D', cluster, '-m', mode], owner),
  };
}

async function makeFolder(folder: string, owner: PostgresOwner): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // PostgreSQL's user will own this folder, so it must not contain anything but the remains of an interrupted start.
  if ((await readdir(folder)).some((name) => !name.startsWith('postgres')))
    throw new Error(`${folder} is not empty and was not created by Leadline`);
  await giveTo(owner, folder);
}

async function initialise(
  binaries: Binaries,
  cluster: string,
  passwordFile: string,
  owner: PostgresOwner,
): Promise<void> {
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  await giveTo(owner, passwordFile);
  // Renamed at the end, so that an interrupted start doesn't leave half a cluster behind.
  const unfinished = `${cluster}-unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await runPostgres(
    binaries.initdb,
    [
      ...['-D', unfinished, '-U', SUPERUSER, '--pwfile', passwordFile],
      ...['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--locale', 'C', '--data-checksums'],
    ],
    owner,
  );
  await rename(unfinished, cluster);
}

/** The port is on line 4 of the server's lock file. */
async function findRunningPort(
  binaries: Binaries,
  cluster: string,
  owner: PostgresOwner,
): Promise<number | null> {
  try {
    await runPostgres(binaries.pg_ctl, ['status', '-D', cluster], owner);
  } catch {
    return null;
  }
  return Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[3]);
}

async function start(
  binaries: Binaries,
  cluster: string,
  owner: PostgresOwner,
  settings: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const port = settings.port === undefined ? await findFreePort() : Number(settings.port);
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', jit: 'off', ...settings };
  const flags = Object.entries(all).map(([name, value]) => `-c ${name}='${value}'`);
  const log = join(cluster, 'server.log');
  await runPostgres(
    binaries.pg_ctl,
    ['start', '-w', '-t', '60', '-D', cluster, '-l', log, '-o', `-p ${port} ${flags.join(' ')}`],
    owner,
    env,
  );
  return port;
}
