// How long each command takes until it is ready, and how much memory it then uses.
//   npm run bench:start                  prints a table
//   npm run bench:start -- --rounds 1    faster
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
import { parseArgs } from 'node:util';
import { migrate } from '@leadline/server';
import { makeAccounts, startBenchPostgres } from './support/bench-postgres.ts';
import { processCpuSeconds } from './support/postgres-cpu.ts';

const { values } = parseArgs({
  options: { json: { type: 'boolean' }, rounds: { type: 'string', default: '3' } },
});
const rounds = Number(values.rounds);
const CLI = process.env.LEADLINE_CLI ?? 'packages/cli/src/main.ts';
/** After the start, until memory is measured. */
const IDLE_MS = 2_000;
const COMMANDS = {
  'api, AI off': ['api', 'off'],
  'api, AI on': ['api', 'local'],
  worker: ['worker', 'off'],
  'serve, AI off': ['serve', 'off'],
} as const;

interface Start {
  readonly readySeconds: number;
  readonly readyCpuSeconds: number;
  /** Null without AI. */
  readonly aiSeconds: number | null;
  readonly megabytes: number;
}

const folder = mkdtempSync(join(tmpdir(), 'leadline-bench-'));
const postgres = await startBenchPostgres(folder);
try {
  await migrate(postgres.url);
  await makeAccounts(postgres.url, 1);
  const figures: Record<string, Start> = {};
  for (const [name, [command, ai]] of Object.entries(COMMANDS)) {
    figures[`${name}, first start`] = await start(command, ai);
    const starts: Start[] = [];
    for (let round = 0; round < rounds; round++) starts.push(await start(command, ai));
    figures[name] = medianOf(starts);
  }
  report(figures);
} finally {
  await postgres.stop('immediate');
  rmSync(folder, { recursive: true, force: true });
}

async function start(command: string, ai: string): Promise<Start> {
  const started = performance.now();
  const seconds = (): number => (performance.now() - started) / 1000;
  const child = spawn(process.execPath, [CLI, command], {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      XDG_CACHE_HOME: join(folder, `cache-${command}-${ai}`),
      DATABASE_URL: postgres.url,
      SECRET_KEY: 'a secret key that only benchmarks use',
      PORT: '0',
      AI: ai,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = await waitForReady(child);
    const readySeconds = seconds();
    const readyCpuSeconds = processCpuSeconds(child.pid as number);
    const aiSeconds = ai === 'local' ? await waitForAi(url).then(seconds) : null;
    await sleep(IDLE_MS);
    return { readySeconds, readyCpuSeconds, aiSeconds, megabytes: memoryOf(child.pid as number) };
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
  if (values.json) {
    console.log(JSON.stringify({ cores: cpus().length, node: process.version, rounds, figures }));
    return;
  }
  console.log('command                        ready     CPU      AI  memory');
  for (const [name, { readySeconds, readyCpuSeconds, aiSeconds, megabytes }] of Object.entries(figures)) {
    const cells = [readySeconds, readyCpuSeconds, aiSeconds].map((value) =>
      value === null ? '       ' : `${value.toFixed(2)} s`.padStart(7),
    );
    console.log(`${name.padEnd(28)} ${cells.join(' ')} ${megabytes.toFixed(0).padStart(4)} MB`);
  }
}
