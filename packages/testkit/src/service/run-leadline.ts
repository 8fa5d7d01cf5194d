// Runs a command of `leadline` as a process of its own.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { TEST_SECRET_KEY } from './start-in-process.ts';

const CLI = join(import.meta.dirname, '../../../cli/src/main.ts');

export interface RunningCommand {
  /** Resolves with the exit code, or null after a kill. */
  readonly ended: Promise<number | null>;
  readonly output: () => string;
  kill(): Promise<void>;
}

export function spawnLeadlineCommand(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): RunningCommand {
  const child = spawn(process.execPath, [CLI, ...words], {
    env: { SECRET_KEY: TEST_SECRET_KEY, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    ended,
    output: () => output,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Throws if the command fails. Returns what it printed. */
export async function runLeadline(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const command = spawnLeadlineCommand(words, env);
  const code = await command.ended;
  if (code !== 0) throw new Error(`leadline ${words.join(' ')} ended with ${code}:\n${command.output()}`);
  return command.output();
}
