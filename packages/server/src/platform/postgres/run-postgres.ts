// Runs PostgreSQL's programs as a user they accept.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, readFile, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

/** Without IDs, the current user is used. */
export interface PostgresOwner {
  readonly uid?: number;
  readonly gid?: number;
  /** Only root can enter one of the parent folders, as with `mktemp -d` or the home folder of root. */
  readonly isShutOut?: boolean;
  /** Added to the environment of its programs. */
  readonly env?: Readonly<Record<string, string>>;
}

/** PostgreSQL refuses to run as root, so root needs an unprivileged user to run it as. */
export async function findOwner(paths: readonly string[]): Promise<PostgresOwner> {
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

export async function giveTo({ uid, gid }: PostgresOwner, path: string): Promise<void> {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
}

export async function runPostgres(
  command: string,
  args: readonly string[],
  owner: PostgresOwner,
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

export function asOwner({ uid, gid, isShutOut }: PostgresOwner): string[] {
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
