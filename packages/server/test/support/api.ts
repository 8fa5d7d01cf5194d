// The API as its callers meet it: in this process, or as processes of their own that can be killed.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type RunningApi, startApi } from '../../src/api.ts';
import type { ApiConfig, WorkerConfig } from '../../src/config.ts';
import { type RunningWorker, startWorker } from '../../src/worker.ts';

const CLI = join(import.meta.dirname, '../../../cli/src/main.ts');

export const TEST_SECRET_KEY = 'a key for tests, and for nothing else';

export const startTestApi = (databaseUrl: string, changes: Partial<ApiConfig> = {}): Promise<RunningApi> =>
  startApi({
    ...testConfig(databaseUrl),
    host: '127.0.0.1',
    port: 0,
    ai: null,
    publicUrl: null,
    signUp: 'open',
    signUpPlan: 'free',
    mail: null,
    dashboardFolder: null,
    trustedProxies: null,
    ...changes,
  });

/** Delivers to receivers of the test on this machine. */
export const startTestWorker = (databaseUrl: string): Promise<RunningWorker> =>
  startWorker(testConfig(databaseUrl));

const testConfig = (databaseUrl: string): WorkerConfig => ({
  databaseUrl,
  metricsHost: '127.0.0.1',
  metricsPort: 0,
  logLevel: process.env.TEST_LOG ?? 'silent',
  secretKey: TEST_SECRET_KEY,
  allowPrivateTargets: true,
});

export interface ApiProcess {
  readonly url: string;
  readonly metricsUrl: string;
  readonly child: ChildProcess;
  /** Everything it has written so far. */
  readonly output: () => string;
  /** Resolves when it is gone. */
  kill(signal: NodeJS.Signals): Promise<void>;
}

/** `leadline api` as an operator would run it; receivers of webhooks may be on this machine, and messages are read only
 * where the test is about it: starting takes time and memory. */
export const spawnApi = (
  databaseUrl: string,
  port = 0,
  logLevel = 'info',
  ai: 'off' | 'local' = 'off',
): Promise<ApiProcess> =>
  spawnLeadline('api', databaseUrl, { PORT: String(port), LOG_LEVEL: logLevel, AI: ai });

/** `leadline worker`; it has no URL. */
export const spawnWorker = (databaseUrl: string, logLevel = 'info'): Promise<ApiProcess> =>
  spawnLeadline('worker', databaseUrl, { LOG_LEVEL: logLevel });

async function spawnLeadline(
  command: 'api' | 'worker',
  databaseUrl: string,
  env: Readonly<Record<string, string>>,
): Promise<ApiProcess> {
  const child = spawn(process.execPath, [CLI, command], {
    env: {
      DATABASE_URL: databaseUrl,
      METRICS_PORT: '0',
      SECRET_KEY: TEST_SECRET_KEY,
      WEBHOOKS_ALLOW_PRIVATE: '1',
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
      const [word, address = ''] = line.split(' ');
      if (word === 'metrics') found.metricsUrl = address;
      if (word !== 'ready') return;
      found.url = address;
      resolve();
    });
    child.once('exit', () => reject(new Error(`${command} did not start:\n${output}`)));
  });
  const { url = '', metricsUrl = '' } = found;
  return {
    url,
    metricsUrl,
    child,
    output: () => output,
    kill: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'close'); // its last lines may come after its end
      child.kill(signal);
      await gone;
    },
  };
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  readonly body: any;
}

export interface CallOptions {
  readonly key?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request with a JSON body, or without one. */
export async function call(
  url: string,
  path: string,
  body?: unknown,
  options: CallOptions = {},
): Promise<Answer> {
  const response = await fetch(url + path, {
    method: options.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(options.key === undefined ? {} : { 'X-API-KEY': options.key }),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: tryJson(text) };
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Shows only what matters to the test. */
export const makeLead = (lead: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  name: 'Ana Lopez',
  email: 'ana@acme.com',
  phone: '+12125550123',
  message: 'We need 40 laptops by Friday',
  source: 'google',
  ...lead,
});
