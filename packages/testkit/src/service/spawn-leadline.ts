// Runs `leadline api` and `leadline worker` as separate processes that can be killed.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { TEST_SECRET_KEY } from './start-in-process.ts';

const CLI = join(import.meta.dirname, '../../../cli/src/main.ts');

export interface LeadlineProcess {
  /** Empty for a worker. */
  readonly url: string;
  readonly metricsUrl: string;
  readonly child: ChildProcess;
  /** Everything written to stdout and stderr so far. */
  readonly output: () => string;
  /** Resolves once the process has exited. */
  kill(signal: NodeJS.Signals): Promise<void>;
}

export const hasExited = ({ child }: LeadlineProcess): boolean =>
  child.exitCode !== null || child.signalCode !== null;

/** `main` is the command of another release. AI is off by default, because loading the model takes time and memory. */
export const spawnApi = (
  databaseUrl: string,
  port = 0,
  logLevel = 'info',
  ai: 'off' | 'local' = 'off',
  env: Readonly<Record<string, string>> = {},
  main = CLI,
): Promise<LeadlineProcess> =>
  spawnLeadline('api', databaseUrl, { PORT: String(port), LOG_LEVEL: logLevel, AI: ai, ...env }, main);

export const spawnWorker = (
  databaseUrl: string,
  logLevel = 'info',
  env: Readonly<Record<string, string>> = {},
  main = CLI,
): Promise<LeadlineProcess> => spawnLeadline('worker', databaseUrl, { LOG_LEVEL: logLevel, ...env }, main);

async function spawnLeadline(
  command: 'api' | 'worker',
  databaseUrl: string,
  env: Readonly<Record<string, string>>,
  main: string,
): Promise<LeadlineProcess> {
  const child = spawn(process.execPath, [main, command], {
    env: {
      DATABASE_URL: databaseUrl,
      METRICS_PORT: '0',
      SECRET_KEY: TEST_SECRET_KEY,
      WEBHOOKS_ALLOW_PRIVATE: '1',
      SIGN_UP: 'open',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const found: { url?: string; metricsUrl?: string } = {};
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      output += `${line}\n`;
      const [word, url = ''] = line.split(' ');
      if (word === 'metrics') found.metricsUrl = url;
      if (word !== 'ready') return;
      found.url = url;
      resolve();
    });
    child.once('exit', () => reject(new Error(`leadline ${command} failed to start:\n${output}`)));
  });
  const { url = '', metricsUrl = '' } = found;
  const leadline: LeadlineProcess = {
    url,
    metricsUrl,
    child,
    output: () => output,
    kill: async (signal) => {
      if (hasExited(leadline)) return;
      // Not "exit", because the last lines of output can arrive after it.
      const closed = once(child, 'close');
      child.kill(signal);
      await closed;
    },
  };
  return leadline;
}
