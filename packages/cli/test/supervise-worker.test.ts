// A worker thread that crashes is restarted, and the process around it goes on.

import type { WorkerConfig } from '@leadline/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { beginWorker, superviseWorker } from '../src/supervise-worker.ts';
import { EXHAUST_MEMORY, GO_ON, THROW } from './support/crashing-thread.ts';

const threadFile = new URL('./support/crashing-thread.ts', import.meta.url);

function makeWish(first: number) {
  const wish = new Int32Array(new SharedArrayBuffer(4)).fill(first);
  return { wish, config: wish as unknown as WorkerConfig };
}

test('a worker that runs out of memory is restarted, and the outage is reported', {
  timeout: 60_000,
}, async () => {
  const { wish, config } = makeWish(GO_ON);
  const lines: string[] = [];
  const worker = await superviseWorker(config, { threadFile, report: (line) => lines.push(line) });
  onTestFinished(() => worker.stop());
  expect(worker).toMatchObject({ isUp: true, restarts: 0 });
  Atomics.store(wish, 0, EXHAUST_MEMORY);
  await vi.waitFor(() => expect(worker.isUp).toBe(false), { timeout: 40_000, interval: 5 });
  await vi.waitFor(() => expect(worker).toMatchObject({ isUp: true, restarts: 1 }), { timeout: 20_000 });
  expect(lines).toEqual([expect.stringMatching(/^the worker stopped: .*memory.*; restarting in 1 s$/)]);
});

test('a worker that keeps crashing is given up', { timeout: 60_000 }, async () => {
  const lines: string[] = [];
  const givenUp = Promise.withResolvers<void>();
  const worker = await superviseWorker(makeWish(THROW).config, {
    threadFile,
    maxCrashes: 3,
    onGiveUp: givenUp.resolve,
    report: (line) => lines.push(line),
  });
  await givenUp.promise;
  expect(worker).toMatchObject({ isUp: false, restarts: 2 });
  expect(lines).toEqual([
    'the worker stopped: crashed; restarting in 1 s',
    'the worker stopped: crashed; restarting in 2 s',
    'the worker stopped: crashed; giving up after 3 crashes within five minutes',
  ]);
});

test('a worker that cannot start the first time is an error', async () => {
  const missing = new URL('./support/no-such-thread.ts', import.meta.url);
  await expect(superviseWorker({} as WorkerConfig, { threadFile: missing })).rejects.toThrow(
    'no-such-thread',
  );
});

test('a worker that is stopped while it starts has ended by then', { timeout: 60_000 }, async () => {
  const { worker, started } = beginWorker(makeWish(GO_ON).config, { threadFile });
  await worker.stop();
  await started;
  expect(worker).toMatchObject({ isUp: false, restarts: 0 });
});
