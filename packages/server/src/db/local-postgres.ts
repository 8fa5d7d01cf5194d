// Runs PostgreSQL in a local folder, for trying out Leadline, development and tests. It is a separate server process,
// so it survives if Leadline crashes, and the next start reuses it.

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { type Binaries, exists, findBinaries, linkLibraries } from './postgres-binaries.ts';

export interface LocalPostgres {
  readonly url: string;
  /** `immediate` simulates a crash for drills; the next start recovers from the write-ahead log. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
}

/** Without IDs, the current user is used. */
interface Owner {
  readonly uid?: number;
  readonly gid?: number;
  /** Only root can enter one of the parent folders, as with `mktemp -d` or the home folder of root. */
  readonly isShutOut?: boolean;
  /** Added to the environment of its programs. */
  readonly env?: Readonly<Record<string, string>>;
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
    stop: (mode = 'fast') => run(binaries.pg_ctl, ['stop', '-w', '-D', cluster, '-m', mode], owner),
  };
}

/** PostgreSQL refuses to run as root, so root needs an unprivileged user to run it as. */
async function findOwner(paths: readonly string[]): Promise<Owner> {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const line = (await readFile('/etc/passwd', 'utf8'))
      .split('\n')
      .find((entry) => entry.startsWith(`${name}:`));
    const [, , uid, gid] = line?.split(':') ?? [];
    if (uid === undefined || gid === undefined) continue;
    const shutOut = await Promise.all(paths.map(isShutOut));
    return { uid: Number(uid), gid: Number(gid), isShutOut: shutOut.includes(true) };
  }
  throw new Error('PostgreSQL cannot run as root; use another user, or set DATABASE_URL');
}

async function makeFolder(folder: string, owner: Owner): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // PostgreSQL's user will own this folder, so it must not contain anything but the remains of an interrupted start.
  if ((await readdir(folder)).some((name) => !name.startsWith('postgres')))
    throw new Error(`${folder} is not empty and was not created by Leadline`);
  if (owner.uid !== undefined && owner.gid !== undefined) await chown(folder, owner.uid, owner.gid);
}

async function initialise(
  binaries: Binaries,
  cluster: string,
  passwordFile: string,
  owner: Owner,
): Promise<void> {
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (owner.uid !== undefined && owner.gid !== undefined) await chown(passwordFile, owner.uid, owner.gid);
  // Renamed at the end, so that an interrupted start doesn't leave half a cluster behind.
  const unfinished = `${cluster}-unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await run(
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
async function findRunningPort(binaries: Binaries, cluster: string, owner: Owner): Promise<number | null> {
  try {
    await run(binaries.pg_ctl, ['status', '-D', cluster], owner);
  } catch {
    return null;
  }
  return Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[3]);
}

async function start(
  binaries: Binaries,
  cluster: string,
  owner: Owner,
  settings: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const port = settings.port === undefined ? await findFreePort() : Number(settings.port);
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', jit: 'off', ...settings };
  const flags = Object.entries(all).map(([name, value]) => `-c ${name}='${value}'`);
  const log = join(cluster, 'server.log');
  await run(
    binaries.pg_ctl,
    ['start', '-w', '-t', '60', '-D', cluster, '-l', log, '-o', `-p ${port} ${flags.join(' ')}`],
    owner,
    env,
  );
  return port;
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

async function run(
  command: string,
  args: readonly string[],
  owner: Owner,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const [program, ...rest] = [...asOwner(owner), command, ...args];
  // PostgreSQL's user must be able to enter the working directory, and the server must not keep our stdout open.
  const child = spawn(program as string, rest, {
    cwd: '/',
    env: { ...process.env, ...owner.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  let errorOutput = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorOutput += text;
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  child.stderr.destroy();
  if (code !== 0) throw new Error(`${basename(command)} ${args[0]} failed: ${errorOutput.trim()}`);
}

function asOwner({ uid, gid, isShutOut }: Owner): string[] {
  if (uid === undefined || gid === undefined) return [];
  const passThrough = isShutOut ? ['--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search'] : [];
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...passThrough];
}

async function isShutOut(folder: string): Promise<boolean> {
  const parent = dirname(folder);
  if (parent === folder) return false;
  const found = await stat(parent).catch(() => null);
  const isClosed = found !== null && (found.mode & 0o001) === 0;
  return isClosed || isShutOut(parent);
}
