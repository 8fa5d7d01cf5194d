// `leadline serve` ends when it is told to, at any moment of its start.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

const MAIN = join(import.meta.dirname, '../src/main.ts');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leadline-signals-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function startServe(data: string) {
  const child = spawn(process.execPath, [MAIN, 'serve', '--data', data, '--port', '0'], {
    env: { PATH: process.env.PATH, AI: 'off', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function waitUntilReady(child: ReturnType<typeof startServe>): Promise<void> {
  for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('ready ')) return;
  throw new Error('serve did not start');
}

test.each([100, 300, 600, 1_000, 1_600, 2_500, 4_000])(
  'serve ends within 5 s of a signal that comes %d ms after the start, and can be started again',
  { timeout: 60_000 },
  async (ms) => {
    const data = join(folder, String(ms));
    const interrupted = startServe(data);
    await sleep(ms);
    const signalled = performance.now();
    interrupted.kill('SIGTERM');
    await once(interrupted, 'exit');
    expect(performance.now() - signalled).toBeLessThan(5_000);
    const again = startServe(data);
    await waitUntilReady(again);
    again.kill('SIGTERM');
    expect(await once(again, 'exit')).toEqual([0, null]);
    expect(existsSync(join(data, 'postgres/postmaster.pid'))).toBe(false);
  },
);
