// The API as its callers meet it: in this process, or as processes of their own that can be killed.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type RunningApi, startApi } from '../../src/api.ts';

const CLI = join(import.meta.dirname, '../../../cli/src/main.ts');

export const startTestApi = (databaseUrl: string): Promise<RunningApi> =>
  startApi({
    databaseUrl,
    host: '127.0.0.1',
    port: 0,
    metricsHost: '127.0.0.1',
    metricsPort: 0,
    logLevel: 'silent',
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

/** `leadline api` as an operator would run it. */
export async function spawnApi(databaseUrl: string, port = 0, logLevel = 'info'): Promise<ApiProcess> {
  const child = spawn(process.execPath, [CLI, 'api'], {
    env: { DATABASE_URL: databaseUrl, PORT: String(port), METRICS_PORT: '0', LOG_LEVEL: logLevel },
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
      const [word, address] = line.split(' ');
      if (word === 'metrics' && address !== undefined) found.metricsUrl = address;
      if (word !== 'ready' || address === undefined) return;
      found.url = address;
      resolve();
    });
    child.once('exit', () => reject(new Error(`the API did not start:\n${output}`)));
  });
  const { url = '', metricsUrl = '' } = found;
  return {
    url,
    metricsUrl,
    child,
    output: () => output,
    kill: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
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
