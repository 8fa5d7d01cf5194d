// How long each command takes until it is ready, and how much memory it then uses.
//   npm run bench:start                  prints a table
//   npm run bench:start -- --rounds 1    faster
//   npm run bench:start -- --only serve  these commands only
//   npm run bench:start -- --json        as JSON
// The first start of each compiles its code; later ones find it in the cache. CPU time is what other programs on the machine
// disturb least.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '@leadline/server';
import { readOptions } from '@leadline/testkit/read-options';
import { makeAccounts, startBenchPostgres } from './support/bench-postgres.ts';
import { processCpuSeconds } from './support/postgres-cpu.ts';

const { json, rounds, only } = readOptions({ json: false, rounds: 3, only: '' });
const CLI = process.env.LEADLINE_CLI ?? 'packages/cli/src/main.ts';
/** After the start, until memory is measured. */
const IDLE_MS = 2_000;
const COMMANDS = {
  'api, AI off': ['api', 'off'],
  'api, AI on': ['api', 'local'],
  worker: ['worker', 'off'],
  'serve, AI off': ['serve', 'off'],
} as const;
const NEW_FOLDER = 'serve, new folder, AI on';

interface Start {
  readonly readySeconds: number;
  readonly readyCpuSeconds: number;
  /** Null without AI. */
  readonly aiSeconds: number | null;
  /** Null unless measured. */
  readonly firstLeadSeconds: number | null;
  readonly megabytes: number;
}

let startedAt = 0;
const seconds = (): number => (performance.now() - startedAt) / 1000;

const folder = mkdtempSync(join(tmpdir(), 'leadline-bench-'));
const postgres = await startBenchPostgres(folder);
try {
  await migrate(postgres.url);
  await makeAccounts(postgres.url, 1);
  const figures: Record<string, Start> = {};
  const isWanted = (name: string): boolean => new RegExp(only).test(name);
  for (const [name, [command, ai]] of Object.entries(COMMANDS)) {
    if (!isWanted(name)) continue;
    figures[`${name}, first start`] = await start(command, ai);
    const starts: Start[] = [];
    for (let round = 0; round < rounds; round++) starts.push(await start(command, ai));
    figures[name] = medianOf(starts);
  }
  if (isWanted(NEW_FOLDER)) {
    const starts: Start[] = [];
    for (let round = 0; round <= rounds; round++) starts.push(await startInNewFolder(`data-${round}`));
    figures[NEW_FOLDER] = medianOf(starts.slice(1)); // the first one compiles the code
  }
  report(figures);
} finally {
  await postgres.stop('immediate');
  rmSync(folder, { recursive: true, force: true });
}

async function start(command: string, ai: string): Promise<Start> {
  const store = { DATABASE_URL: postgres.url, SECRET_KEY: 'a secret key that only benchmarks use' };
  return measure([command], { AI: ai, ...store }, `${command}-${ai}`, async () => null);
}

/** With a PostgreSQL of its own, until its first lead is stored. */
async function startInNewFolder(name: string): Promise<Start> {
  const data = join(folder, name);
  return measure(['serve', '--data', data], { AI: 'local' }, 'new-folder', async (url) => {
    const key = /ll_live_\w+/.exec(readFileSync(join(data, 'api-keys'), 'utf8'))?.[0] ?? '';
    const { status } = await fetch(`${url}/api/webhook.php`, {
      method: 'POST',
      headers: { 'X-API-KEY': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'ana@example.com', message: 'We need 40 laptops by Friday' }),
    });
    if (status !== 200) throw new Error(`the first lead got ${status}`);
    return seconds();
  });
}

async function measure(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cache: string,
  sendLead: (url: string) => Promise<number | null>,
): Promise<Start> {
  startedAt = performance.now();
  const child = spawn(process.execPath, [CLI, ...args], {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      XDG_CACHE_HOME: join(folder, `cache-${cache}`),
      PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = await waitForReady(child);
    const readySeconds = seconds();
    const readyCpuSeconds = processCpuSeconds(child.pid as number);
    const firstLeadSeconds = await sendLead(url);
    const aiSeconds = env.AI === 'local' ? await waitForAi(url).then(seconds) : null;
    await sleep(IDLE_MS);
    const megabytes = memoryOf(child.pid as number);
    return { readySeconds, readyCpuSeconds, aiSeconds, firstLeadSeconds, megabytes };
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
}

async function waitForReady({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('no output');
  for await (const line of createInterface(stdout)) {
    const ready = /^ready ?(\S*)/.exec(line);
    if (ready !== null) {
      stdout.resume();
      return ready[1] as string;
    }
  }
  throw new Error('the command ended before it was ready');
}

async function waitForAi(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/readyz`);
    if (((await response.json()) as { ai: string }).ai === 'ready') return;
    await sleep(20);
  }
}

function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;
}

/** By CPU time. */
function medianOf(starts: readonly Start[]): Start {
  return starts.toSorted((a, b) => a.readyCpuSeconds - b.readyCpuSeconds)[starts.length >> 1] as Start;
}

function report(figures: Readonly<Record<string, Start>>): void {
  if (json) {
    console.log(JSON.stringify({ cores: cpus().length, node: process.version, rounds, figures }));
    return;
  }
  console.log('command                        ready     CPU      AI    lead  memory');
  for (const [name, figure] of Object.entries(figures)) {
    const { readySeconds, readyCpuSeconds, aiSeconds, firstLeadSeconds, megabytes } = figure;
    const cells = [readySeconds, readyCpuSeconds, aiSeconds, firstLeadSeconds].map((value) =>
      value === null ? '       ' : `${value.toFixed(2)} s`.padStart(7),
    );
    console.log(`${name.padEnd(28)} ${cells.join(' ')} ${megabytes.toFixed(0).padStart(4)} MB`);
  }
}
