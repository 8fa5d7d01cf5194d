// Runs `leadline` on a terminal of its own, as a person does.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const MAIN = join(import.meta.dirname, '../../src/main.ts');

/** The program that makes a terminal takes other options elsewhere. */
export const hasTerminals = process.platform === 'linux';

/** Presses Ctrl-C once it prints a line that begins with `last`. Returns all lines when it has ended. */
export async function runOnTerminal(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  last: string,
): Promise<string[]> {
  const command = `exec ${[process.execPath, MAIN, ...words].join(' ')}`;
  const terminal = spawn('script', ['--quiet', '--command', command, '/dev/null'], {
    env: { PATH: process.env.PATH, SHELL: '/bin/sh', NO_COLOR: '1', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(terminal, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface({ input: terminal.stdout })) {
    lines.push(line);
    if (line.startsWith(last)) terminal.stdin.write('\x03');
  }
  await ended;
  return lines;
}
