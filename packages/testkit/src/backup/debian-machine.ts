// A Debian from a root file system that stays as it is: changes go to a temporary folder. It shares the network with this machine;
// its mounts and processes are its own and end with it. Needs root.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { listChildren } from '../ha/process-tree.ts';

export interface DebianMachine {
  /** Runs a shell command and returns what it printed. Throws if it fails. */
  run(user: string, command: string, options?: RunOptions): Promise<string>;
  remove(): Promise<void>;
}

export interface RunOptions {
  readonly input?: string;
  /** Nothing else is in the environment. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface DebianMachineOptions {
  /** A root file system from drills/stand-ins/make-ha.sh. */
  readonly root: string;
  /** Files and folders of this machine by the path where they can be read. */
  readonly readOnly: Readonly<Record<string, string>>;
}

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** The shell goes on as the first process, which also cleans up after daemons that have ended. */
const BOOT = `
  set -e
  root=$1 folder=$2
  shift 2
  mount -t overlay -o "lowerdir=$root,upperdir=$folder/changes,workdir=$folder/work" overlay "$folder/root"
  cd "$folder/root"
  mount -t proc proc proc
  mount -t tmpfs -o mode=1777 tmpfs dev/shm
  while [ $# -gt 0 ]; do
    if [ -d "$1" ]; then mkdir -p ".$2"; else mkdir -p ".$(dirname "$2")"; touch ".$2"; fi
    mount --bind "$1" ".$2"
    mount -o remount,bind,ro ".$2"
    shift 2
  done
  echo ready
  while :; do sleep 1; done`;

export async function startDebianMachine({ root, readOnly }: DebianMachineOptions): Promise<DebianMachine> {
  const folder = await mkdtemp(join(tmpdir(), 'leadline-debian-'));
  for (const name of ['changes', 'work', 'root']) await mkdir(join(folder, name));
  await chmod(join(folder, 'changes'), 0o755); // becomes the mode of "/"
  const mounts = Object.entries(readOnly).flatMap(([inside, outside]) => [outside, inside]);
  const unshare = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', BOOT, 'sh'];
  const machine = spawn('unshare', [...unshare, root, folder, ...mounts], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const remove = async (): Promise<void> => {
    if (machine.exitCode === null && machine.signalCode === null && machine.kill('SIGKILL'))
      await once(machine, 'exit');
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
  try {
    await Promise.race([once(machine.stdout, 'data'), failOnExit(machine)]);
    const [first] = listChildren(machine.pid as number);
    const enter = ['--target', String(first), '--mount', '--pid', '/usr/sbin/chroot'];
    return {
      run: (user, command, options) =>
        run(
          [...enter, `--userspec=${user}:${user}`, join(folder, 'root'), '/bin/sh', '-c', command],
          command,
          options,
        ),
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function failOnExit(machine: ChildProcess): Promise<never> {
  await once(machine, 'exit');
  throw new Error('the machine did not start');
}

async function run(
  args: readonly string[],
  command: string,
  { input = '', env = { PATH, LANG: 'C.UTF-8', HOME: '/var/lib/postgresql' } }: RunOptions = {},
): Promise<string> {
  // By its path, because the environment may not have one that leads to it.
  const child = spawn('/usr/bin/nsenter', args, { env, cwd: '/', stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end(input);
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  if (code !== 0) throw new Error(`this ended with ${code}: ${command}\n${output}${errors}`);
  return output;
}
