// Accounts take turns in a fair queue.

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { FairQueue, oneAtATime } from '../../../src/platform/base/fair-queue.ts';

const queueOf = (maxRunning: number, maxWaitingPerAccount = 12): FairQueue =>
  new FairQueue({ maxRunning, maxRunningPerAccount: 1, maxWaitingPerAccount });

describe('the fair queue', () => {
  /** Records the order in which tasks start, and lets the test end each of them. */
  function follow(queue: FairQueue) {
    const started: string[] = [];
    const ends = new Map<string, () => void>();
    return {
      started,
      run: (account: string, name: string): Promise<string> =>
        queue.run(account, async () => {
          started.push(name);
          await new Promise<void>((resolve) => ends.set(name, resolve));
          return name;
        }),
      end: async (name: string): Promise<void> => {
        ends.get(name)?.();
        await sleep(0);
      },
    };
  }

  test('runs one task per account at a time, in parallel with other accounts', async () => {
    const { started, run, end } = follow(queueOf(2));
    const results = ['a1', 'a2', 'a3', 'b1'].map((name) => run(name.charAt(0), name));
    await sleep(0);
    expect(started).toEqual(['a1', 'b1']);
    for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name);
    expect(started).toEqual(['a1', 'b1', 'a2', 'a3']);
    expect(await Promise.all(results)).toEqual(['a1', 'a2', 'a3', 'b1']);
  });

  test('lets an urgent task go before the other waiting tasks of its account', async () => {
    const queue = queueOf(1, 2);
    const { started, run, end } = follow(queue);
    for (const name of ['a1', 'a2', 'a3']) void run('a', name);
    void queue.enterFirst('a').then((leave) => {
      started.push('urgent');
      leave();
    });
    await sleep(0);
    await end('a1');
    expect(started).toEqual(['a1', 'urgent', 'a2']);
  });

  test('lets a new account run after one turn of the others', async () => {
    const { started, run, end } = follow(queueOf(2));
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1']) void run(name.charAt(0), name);
    await sleep(0);
    await end('a1');
    expect(started).toEqual(['a1', 'b1', 'c1']);
    for (const name of ['b1', 'c1', 'a2', 'b2', 'a3', 'b3']) await end(name);
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'b3']);
  });

  test('rejects too many tasks of one account immediately, but not those of another', async () => {
    const { started, run, end } = follow(queueOf(1, 2));
    const results = ['a1', 'a2', 'a3'].map((name) => run('a', name));
    await expect(run('a', 'a4')).rejects.toMatchObject({ code: 'rate_limited' });
    results.push(run('b', 'b1'));
    for (const name of ['a1', 'b1', 'a2', 'a3']) await end(name);
    await Promise.all(results);
    expect(started).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  test('rejects tasks once too many wait over all accounts', async () => {
    const queue = new FairQueue({
      maxRunning: 1,
      maxRunningPerAccount: 1,
      maxWaitingPerAccount: 12,
      maxWaiting: 2,
    });
    const { started, run, end } = follow(queue);
    const results = ['a', 'b', 'c'].map((name) => run(name, name));
    await expect(run('d', 'd')).rejects.toMatchObject({ code: 'rate_limited' });
    await end('a');
    results.push(run('e', 'e'));
    for (const name of ['b', 'c', 'e']) await end(name);
    await Promise.all(results);
    expect(started).toEqual(['a', 'b', 'c', 'e']);
  });

  test('runs as many tasks of an account as it may have, and keeps room for others', async () => {
    const { started, run, end } = follow(
      new FairQueue({ maxRunning: 3, maxRunningPerAccount: 2, maxWaitingPerAccount: 2 }),
    );
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void run(name.charAt(0), name);
    await sleep(0);
    expect(started).toEqual(['a1', 'a2', 'b1']);
    await end('a1');
    await end('b1');
    expect(started).toEqual(['a1', 'a2', 'b1', 'b2', 'c1']);
  });

  test('ignores a task that leaves twice', async () => {
    const queue = queueOf(1);
    const leave = await queue.enter('a');
    leave();
    leave();
    const second = await queue.enter('a');
    const third = queue.enter('b');
    expect(await Promise.race([third, sleep(10)])).toBeUndefined();
    second();
    await third;
  });

  test('continues after a task fails', async () => {
    const queue = queueOf(1);
    const fail = (): Promise<never> => Promise.reject(new Error('no answer'));
    const [failed, other] = await Promise.allSettled([queue.run('a', fail), queue.run('a', async () => 1)]);
    expect(failed).toMatchObject({ reason: new Error('no answer') });
    expect(other).toMatchObject({ value: 1 });
  });
});

test('work for one key waits for the work before it, even if that fails, and work for another key does not', async () => {
  const turns = oneAtATime();
  const events: string[] = [];
  const work =
    (name: string, fails = false) =>
    async (): Promise<string> => {
      events.push(`${name} starts`);
      await sleep(20);
      events.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
  const results = await Promise.allSettled([
    turns.run('a', work('first', true)),
    turns.run('a', work('second')),
    turns.run('b', work('other')),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(events.indexOf('second starts')).toBeGreaterThan(events.indexOf('first ends'));
  expect(events.indexOf('other starts')).toBeLessThan(events.indexOf('first ends'));
});
