// The parts of drills/ha.ts that need no cluster. The drill itself needs root and a Debian mirror, and runs at night.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { listChildren, listTrees, readCommand, signalAll } from '@leadline/testkit/ha/process-tree';
import { sendSteadily } from '@leadline/testkit/load/send-steadily';
import { expect, test, vi } from 'vitest';

test('a process tree contains the children of children, and can be killed as a whole', async () => {
  const shell = spawn('sh', ['-c', 'sh -c "sleep 61 & sleep 62 & wait" & wait']);
  const pid = shell.pid as number;
  await vi.waitFor(() => expect(listTrees([pid])).toHaveLength(4), { timeout: 20_000 });
  const tree = listTrees([pid]);
  expect(tree.filter((one) => readCommand(one).startsWith('sleep'))).toHaveLength(2);
  expect(listChildren(pid)).toHaveLength(1);
  const exited = once(shell, 'exit');
  signalAll(tree, 'SIGSTOP');
  signalAll(tree, 'SIGKILL');
  expect(await exited).toEqual([null, 'SIGKILL']);
  await vi.waitFor(() => expect(tree.map(readCommand).join('')).toBe(''), { timeout: 20_000 });
});

test('processes that have ended are in no tree and ignore signals', async () => {
  const ended = spawn('true');
  await once(ended, 'exit');
  const pid = ended.pid as number;
  expect(listTrees([pid])).toEqual([]);
  expect(() => signalAll([pid], 'SIGKILL')).not.toThrow();
});

test('a steady load goes on while earlier calls are running, and waits for them at the end', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const numbers: number[] = [];
  const sending = sendSteadily(200, async (number) => {
    numbers.push(number);
    await answered;
  });
  await vi.waitFor(() => expect(numbers.length).toBeGreaterThan(20), { timeout: 20_000 });
  let hasStopped = false;
  const stopped = sending.stop().then(() => {
    hasStopped = true;
  });
  await sleep(50);
  expect(hasStopped).toBe(false);
  answer();
  await stopped;
  expect(numbers).toEqual(numbers.map((_, index) => index));
});
