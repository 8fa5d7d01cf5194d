// Expensive computations run on their own threads, within each account's limits.

import { afterEach, describe, expect, test } from 'vitest';
import { Metrics } from '../../../src/platform/base/metrics.ts';
import { ComputePool, type ComputePoolOptions } from '../../../src/platform/compute/compute-pool.ts';
import { defineTask } from '../../../src/platform/compute/task.ts';
import type * as tasks from './tasks.ts';
import { burn } from './tasks.ts';

const task = <Name extends keyof typeof tasks>(name: Name) =>
  defineTask<(typeof tasks)[Name]>(new URL('tasks.ts', import.meta.url), name);

const open: ComputePool[] = [];
afterEach(async () => {
  for (const pool of open.splice(0)) await pool.close();
});

function openPool(options: ComputePoolOptions = {}) {
  const metrics = new Metrics().compute;
  const pool = new ComputePool(metrics, { threads: 1, ...options });
  open.push(pool);
  return { pool, metrics };
}

describe('the compute pool', () => {
  test('runs a task on a thread of low priority and charges its CPU time', async () => {
    const { pool, metrics } = openPool();
    expect(await pool.run('a', task('double'), 21)).toBe(42);
    expect(await pool.run('a', task('readPriority'), undefined as never)).toBeGreaterThan(0);
    await pool.run('a', task('burn'), 60);
    const { values } = await metrics.seconds.get();
    expect(values.find(({ labels }) => labels.task === 'burn')?.value).toBeGreaterThan(0.05);
  });

  test('keeps the main thread free while a task runs', async () => {
    const { pool } = openPool();
    await pool.run('a', task('double'), 1);
    const running = pool.run('a', task('burn'), 300);
    let turns = 0;
    const timer = setInterval(() => turns++, 5);
    await running;
    clearInterval(timer);
    expect(turns).toBeGreaterThan(10);
  });

  test('ends a task at its deadline and goes on with a new thread', async () => {
    const { pool, metrics } = openPool({ deadlineMs: 1_500 });
    const stuck = pool.run('a', task('runForever'), undefined as never);
    const next = pool.run('b', task('double'), 4);
    await expect(stuck).rejects.toMatchObject({
      code: 'rate_limited',
      details: { retryAfterSeconds: expect.any(Number) },
    });
    expect(await next).toBe(8);
    const { values } = await metrics.tasks.get();
    expect(values).toContainEqual({ labels: { task: 'runForever', result: 'terminated' }, value: 1 });
  });

  test('rejects a task that needs too much memory and goes on', async () => {
    const { pool } = openPool({ threadMemoryMb: 40, deadlineMs: 60_000 });
    await expect(pool.run('a', task('fillMemory'), undefined as never)).rejects.toMatchObject({
      code: 'too_large',
    });
    expect(await pool.run('a', task('double'), 4)).toBe(8);
  });

  test('charges a task that runs out of memory', async () => {
    const { pool } = openPool({ threadMemoryMb: 40, allowance: { burstMs: 900, msPerSecond: 1 } });
    await expect(pool.run('a', task('fillMemory'), undefined as never)).rejects.toMatchObject({
      code: 'too_large',
    });
    await expect(pool.run('a', task('double'), 4)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(await pool.run('b', task('double'), 4)).toBe(8);
  });

  test('limits expensive work of an account on the main thread, but not ordinary work', async () => {
    const { pool } = openPool({ mainThreadAllowance: { burstMs: 40, msPerSecond: 1 } });
    const { mainThread } = pool;
    for (let count = 0; count < 1_000; count++) mainThread.charge('a', 0.9);
    mainThread.run('a', () => burn(25)); // from now on, its CPU time is measured
    mainThread.requireAllowance('a');
    expect(() =>
      mainThread.run('a', () => {
        burn(60);
        throw new TypeError('a bug');
      }),
    ).toThrow('a bug');
    expect(() => mainThread.requireAllowance('a')).toThrow(
      expect.objectContaining({ code: 'rate_limited', details: { retryAfterSeconds: expect.any(Number) } }),
    );
    mainThread.requireAllowance('b');
    expect(await pool.run('a', task('double'), 4)).toBe(8);
  });

  test('reports a bug in a task as it is', async () => {
    const { pool } = openPool();
    await expect(pool.run('a', task('throwError'), undefined as never)).rejects.toThrow('a bug');
  });

  test('lets accounts take turns', async () => {
    const { pool } = openPool();
    const done: string[] = [];
    const run = (account: string, name: string) =>
      pool.run(account, task('burn'), 5).then(() => done.push(name));
    await Promise.all([...['a1', 'a2', 'a3', 'a4'].map((name) => run('a', name)), run('b', 'b1')]);
    expect(done.indexOf('b1')).toBe(1);
  });

  test('rejects tasks of an account that has too many waiting, or lets them wait', async () => {
    const { pool } = openPool({ maxWaitingPerAccount: 1 });
    const first = [pool.run('a', task('burn'), 50), pool.run('a', task('burn'), 1)];
    await expect(pool.run('a', task('double'), 1)).rejects.toMatchObject({ code: 'rate_limited' });
    const patient = pool.run('a', task('double'), 1, { whenExhausted: 'wait' });
    expect(await pool.run('b', task('double'), 1)).toBe(2);
    expect(await patient).toBe(2);
    await Promise.all(first);
  });

  test('rejects tasks of an account without CPU time left, but not those of another', async () => {
    const { pool } = openPool({ allowance: { burstMs: 40, msPerSecond: 1 } });
    await pool.run('a', task('burn'), 60);
    await expect(pool.run('a', task('double'), 1)).rejects.toMatchObject({
      code: 'rate_limited',
      details: { retryAfterSeconds: expect.any(Number) },
    });
    expect(await pool.run('a', task('double'), 1, { whenExhausted: 'go first' })).toBe(2);
    expect(await pool.run('b', task('double'), 1)).toBe(2);
  });

  test('closes at once while a task runs and others wait', async () => {
    const { pool } = openPool({ allowance: { burstMs: 1, msPerSecond: 0.001 } });
    await pool.run('c', task('burn'), 10);
    const results = Promise.allSettled([
      pool.run('a', task('runForever'), undefined as never),
      pool.run('a', task('double'), 1),
      pool.run('b', task('double'), 1),
      pool.run('c', task('double'), 1, { whenExhausted: 'wait' }),
    ]);
    const start = performance.now();
    await pool.close();
    for (const result of await results)
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'overloaded' } });
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});
