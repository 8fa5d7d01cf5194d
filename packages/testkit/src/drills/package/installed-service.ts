// `leadline serve` from an installed package, run by somebody who can't write to it.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { stopOnSignal } from '../../service/stop-on-signal.ts';

export interface InstalledService {
  readonly url: string;
  readonly key: string;
  readonly secondsToStart: number;
  runCommand(args: readonly string[]): Promise<string>;
  /** Returns the exit code and the seconds it took. */
  stop(): Promise<{ readonly code: number | null; readonly seconds: number }>;
}

/** Unless root runs this, it is the current user. */
const UNPRIVILEGED =
  process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];

export async function serveInstalled(command: string, home: string): Promise<InstalledService> {
  const env = { PATH: process.env.PATH, HOME: home, NO_COLOR: '1' };
  const asUser = (args: readonly string[]): [string, string[]] => {
    const [program, ...rest] = [...UNPRIVILEGED, command, ...args];
    return [program as string, rest];
  };
  const started = performance.now();
  const child = spawn(...asUser(['serve', '--port', '0']), {
    cwd: home,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = async (): Promise<{ code: number | null; seconds: number }> => {
    stopOnSignal.delete(kill);
    const from = performance.now();
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const [code] = (await exited) as [number | null];
    return { code, seconds: (performance.now() - from) / 1000 };
  };
  const kill = async (): Promise<void> => void (await stop());
  stopOnSignal.add(kill);
  const url = await readUntilReady(child);
  const keys = await readFile(join(home, 'leadline-data/api-keys'), 'utf8');
  return {
    url,
    key: /ll_live_\w+/.exec(keys)?.[0] ?? '',
    secondsToStart: (performance.now() - started) / 1000,
    runCommand: async (args) => (await promisify(execFile)(...asUser(args), { cwd: home, env })).stdout,
    stop,
  };
}

async function readUntilReady({ stdout, stderr }: ChildProcess): Promise<string> {
  let output = '';
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  if (stdout === null) throw new Error('serve has no output to read');
  for await (const line of createInterface({ input: stdout })) {
    output += `${line}\n`;
    if (!line.startsWith('ready ')) continue;
    stdout.resume();
    return line.slice('ready '.length);
  }
  throw new Error(`serve did not start:\n${output}`);
}
