// Nobody waits for a log: a process whose output goes nowhere works as usual, and ends when it is told to.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cloneAlone } from '@leadline/testkit/database/test-cells';
import { findFreePort } from '@leadline/testkit/net/find-free-port';
import { TEST_SECRET_KEY } from '@leadline/testkit/service/start-in-process';
import { expect, onTestFinished, test } from 'vitest';
import { fillPipe, openPipe, type Pipe } from './support/pipes.ts';

const MAIN = join(import.meta.dirname, '../src/main.ts');

/** What a process that is alive prints while it starts is more than that. */
const LINES_TO_FILL_MEMORY = 12_000;

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  readonly metricsUrl: string;
}

interface Output {
  /** For both standard output and standard error. */
  readonly fd: number | 'pipe';
  readonly close?: () => void;
}

const outputs: Record<string, () => Output> = {
  'a full disk': () => ({ fd: openSync('/dev/full', constants.O_WRONLY) }),
  'a pipe that nobody reads': () => {
    const pipe = openPipe();
    fillPipe(pipe);
    return { fd: pipe.write, close: () => closeSync(pipe.read) };
  },
  'a pipe whose reader is gone': () => {
    const pipe = openPipe();
    closeSync(pipe.read);
    return { fd: pipe.write };
  },
  // Node gives its child processes sockets, and so does systemd.
  'a socket that nobody reads': () => ({ fd: 'pipe' }),
};

async function start(
  words: readonly string[],
  { fd, close }: Output,
  env: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const [port, metricsPort] = [await findFreePort(), await findFreePort()];
  const child = spawn(process.execPath, [MAIN, ...words], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: await cloneAlone(),
      SECRET_KEY: TEST_SECRET_KEY,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      AI: 'off',
      LOG_LEVEL: 'trace',
      ...env,
    },
    stdio: ['ignore', fd, fd],
  });
  if (fd !== 'pipe') closeSync(fd);
  onTestFinished(() => {
    child.kill('SIGKILL');
    close?.();
  });
  return { child, url: `http://127.0.0.1:${port}`, metricsUrl: `http://127.0.0.1:${metricsPort}` };
}

const statusOf = async (url: string): Promise<number> =>
  fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );

async function log(url: string, lines: number): Promise<void> {
  const share = async (client: number): Promise<void> => {
    for (let line = client; line < lines; line += 20)
      await (await fetch(url, { headers: { 'X-Request-Id': `line-${line}` } })).arrayBuffer();
  };
  await Promise.all(Array.from({ length: 20 }, (_, client) => share(client)));
}

const waitUntilReady = (url: string): Promise<void> =>
  expect.poll(() => statusOf(`${url}/readyz`), { timeout: 60_000, interval: 200 }).toBe(200);

async function end(child: ChildProcess): Promise<{ code: number | null; isQuick: boolean }> {
  const from = performance.now();
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
  const [code] = (await ended) as [number | null];
  clearTimeout(timer);
  return { code, isQuick: performance.now() - from < 5_000 };
}

const processes = {
  'an API process': ['api'],
  'a worker': ['worker'],
  'the whole service': ['serve'],
} as const;

for (const [what, words] of Object.entries(processes))
  for (const [where, open] of Object.entries(outputs))
    test(`${what} whose output goes to ${where} works and ends when it is told to`, {
      timeout: 120_000,
    }, async () => {
      const { child, url, metricsUrl } = await start(words, open());
      const health = words[0] === 'worker' ? metricsUrl : url;
      await waitUntilReady(health);
      // A socket isn't full from the start.
      if (words[0] !== 'worker') await log(`${url}/healthz`, where.includes('socket') ? 3_000 : 100);
      await sleep(1_500); // what is buffered is written within a second
      expect(await statusOf(`${health}/readyz`)).toBe(200);
      expect(await end(child)).toEqual({ code: 0, isQuick: true });
    });

test.each(Object.keys(outputs))('a migration whose output goes to %s finishes', async (where) => {
  const { child } = await start(['migrate'], outputs[where]?.() ?? { fd: 'pipe' });
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('a command that cannot print what it was asked for fails', async () => {
  const { child } = await start(['account', 'create', '--email', 'a@example.org', '--plan', 'free'], {
    fd: openSync('/dev/full', constants.O_WRONLY),
  });
  expect(await once(child, 'exit')).toEqual([1, null]);
});

/** Reads until the writers have closed the pipe, `bytes` at a time, with a pause after each. */
async function readSlowly({ read }: Pipe, bytes: number, pauseMs: number): Promise<string[]> {
  const buffer = Buffer.alloc(bytes);
  let text = '';
  for (;;) {
    try {
      const count = readSync(read, buffer);
      if (count === 0) break;
      text += buffer.toString('utf8', 0, count);
    } catch {
      // Nothing yet.
    }
    await sleep(pauseMs);
  }
  closeSync(read);
  return text.split('\n').filter((line) => line !== '');
}

const idsIn = (lines: readonly string[]): Set<string> =>
  new Set(lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line).request));

test('a slow reader gets every line in one piece, also the last ones before the end', {
  timeout: 120_000,
}, async () => {
  const pipe = openPipe();
  const { child, url } = await start(['api'], { fd: pipe.write }, { LOG_LEVEL: 'debug' });
  const reading = readSlowly(pipe, 8_192, 10); // 800 kB a second
  await waitUntilReady(url);
  await log(`${url}/healthz`, 3_000);
  expect(await end(child)).toEqual({ code: 0, isQuick: true });
  const lines = await reading;
  const ids = idsIn(lines);
  expect(Array.from({ length: 3_000 }, (_, line) => `line-${line}`).filter((id) => !ids.has(id))).toEqual([]);
  expect(lines.at(-1)).toContain('"msg":"stopped"');
});

test('lines that nobody reads are dropped beyond a limit, and counted', { timeout: 120_000 }, async () => {
  const pipe = openPipe();
  const { child, url, metricsUrl } = await start(['api'], { fd: pipe.write }, { LOG_LEVEL: 'debug' });
  await waitUntilReady(url);
  await log(`${url}/healthz`, LINES_TO_FILL_MEMORY);
  const metrics = await (await fetch(`${metricsUrl}/metrics`)).text();
  const dropped = Number(/^leadline_log_lines_dropped_total (\d+)$/m.exec(metrics)?.[1]);
  expect(dropped).toBeGreaterThan(1_000);
  const reading = readSlowly(pipe, 65_536, 1);
  await sleep(3_000); // time to notice that there is a reader again
  expect(await statusOf(`${url}/healthz`)).toBe(200);
  expect(await end(child)).toEqual({ code: 0, isQuick: true });
  const lines = await reading;
  const reports = lines.filter((line) => line.includes('log lines were dropped'));
  expect(reports.map((line) => JSON.parse(line).dropped)).toEqual([dropped]);
  expect(lines.filter((line) => line.includes('"line-')).length + dropped).toBeGreaterThanOrEqual(
    LINES_TO_FILL_MEMORY,
  );
  expect(lines.at(-1)).toContain('"msg":"stopped"');
});
