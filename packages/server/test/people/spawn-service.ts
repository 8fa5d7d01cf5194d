// `leadline api` and `leadline worker` as an operator would run them, telling all they can, so that what they have
// written can be searched.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { TEST_SECRET_KEY } from '../support/api.ts';

export interface Service {
  readonly url: string;
  readonly metricsUrls: readonly string[];
  /** Ends both, if they have not ended, and gives back everything they have written. */
  stop(): Promise<string>;
}

const CLI = join(import.meta.dirname, '../../../cli/src/main.ts');

interface Spawned {
  readonly child: ChildProcess;
  /** By the first word of a line: `ready`, `metrics`. */
  readonly addresses: ReadonlyMap<string, string>;
  readonly output: () => string;
}

export async function spawnService(databaseUrl: string): Promise<Service> {
  const processes = await Promise.all([spawnOne('api', databaseUrl), spawnOne('worker', databaseUrl)]);
  return {
    url: processes[0].addresses.get('ready') ?? '',
    metricsUrls: processes.map(({ addresses }) => addresses.get('metrics') ?? ''),
    stop: async () => {
      for (const { child } of processes) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        // Its last lines may come after its end.
        const closed = once(child, 'close');
        child.kill('SIGTERM');
        await closed;
      }
      return processes.map(({ output }) => output()).join('\n');
    },
  };
}

async function spawnOne(command: 'api' | 'worker', databaseUrl: string): Promise<Spawned> {
  const child = spawn(process.execPath, [CLI, command], {
    env: {
      DATABASE_URL: databaseUrl,
      PORT: '0',
      METRICS_PORT: '0',
      LOG_LEVEL: 'trace',
      SECRET_KEY: TEST_SECRET_KEY,
      WEBHOOKS_ALLOW_PRIVATE: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const addresses = new Map<string, string>();
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      output += `${line}\n`;
      const [word = '', address = ''] = line.split(' ');
      if (word === 'ready' || word === 'metrics') addresses.set(word, address);
      if (word === 'ready') resolve();
    });
    child.once('exit', () => reject(new Error(`${command} did not start:\n${output}`)));
  });
  return { child, addresses, output: () => output };
}
