// Runs programs of another Debian release from its root file system, as one of its users. Needs root.

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

export interface Chroot {
  /** The root file system. */
  readonly root: string;
  /** A folder that the programs see as /srv. */
  readonly shared: string;
}

/** In a mount namespace of its own, so that nothing is left mounted. */
const ENTER = `
  mount --bind "$2" "$1/srv" && mount -t proc proc "$1/proc" && mount -t tmpfs -o mode=1777 tmpfs "$1/dev/shm" &&
  mount -t tmpfs tmpfs "$1/run" && mkdir -m 1777 "$1/run/postgresql" &&
  root=$1 user=$3 && shift 3 && exec chroot --userspec="$user:$user" "$root" "$@"`;

/** The process ID is that of the command itself. */
export function spawnInside(
  { root, shared }: Chroot,
  user: string,
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  logFile: string,
): ChildProcess {
  const log = openSync(logFile, 'a');
  try {
    return spawn('unshare', ['--mount', 'sh', '-c', ENTER, 'sh', root, shared, user, ...command], {
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', log, log],
    });
  } finally {
    closeSync(log);
  }
}
