// An account that requests insights all the time gets them one after the other and doesn't keep other accounts waiting.

import { setTimeout as sleep } from 'node:timers/promises';
import { makeAccount } from '@leadline/testkit/database/accounts';
import type { ApiResponse } from '@leadline/testkit/http/call';
import { expectError, retryAfter } from '@leadline/testkit/http/expect-error';
import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import { storeLead } from '@leadline/testkit/service/lead-calls';
import { type Caller, callAs, useApi } from '@leadline/testkit/service/use-api';
import { beforeAll, describe, expect, test } from 'vitest';
import { readId } from '../../src/base/ids.ts';
import { openPool } from '../../src/db/pool.ts';
import { FairQueue } from '../../src/insights/fair-queue.ts';
import type { NewAccount } from '../../src/operator/create-account.ts';

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
    const { started, run, end } = follow(new FairQueue(2));
    const results = ['a1', 'a2', 'a3', 'b1'].map((name) => run(name.charAt(0), name));
    await sleep(0);
    expect(started).toEqual(['a1', 'b1']);
    for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name);
    expect(started).toEqual(['a1', 'b1', 'a2', 'a3']);
    expect(await Promise.all(results)).toEqual(['a1', 'a2', 'a3', 'b1']);
  });

  test('lets a new account run after one turn of the others', async () => {
    const { started, run, end } = follow(new FairQueue(2));
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1']) void run(name.charAt(0), name);
    await sleep(0);
    await end('a1');
    expect(started).toEqual(['a1', 'b1', 'c1']);
    for (const name of ['b1', 'c1', 'a2', 'b2', 'a3', 'b3']) await end(name);
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'b3']);
  });

  test('rejects too many tasks of one account immediately, but not those of another', async () => {
    const { started, run, end } = follow(new FairQueue(1, 2));
    const results = ['a1', 'a2', 'a3'].map((name) => run('a', name));
    await expect(run('a', 'a4')).rejects.toMatchObject({ code: 'rate_limited' });
    results.push(run('b', 'b1'));
    for (const name of ['a1', 'b1', 'a2', 'a3']) await end(name);
    await Promise.all(results);
    expect(started).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  test('continues after a task fails', async () => {
    const queue = new FairQueue(1);
    const fail = (): Promise<never> => Promise.reject(new Error('no answer'));
    const [failed, other] = await Promise.allSettled([queue.run('a', fail), queue.run('a', async () => 1)]);
    expect(failed).toMatchObject({ reason: new Error('no answer') });
    expect(other).toMatchObject({ value: 1 });
  });
});

describe('insights over HTTP', () => {
  const suite = useApi();
  let greedy: NewAccount;
  beforeAll(async () => {
    greedy = await makeAccount(suite.owner);
    const id = await storeLead(callAs(suite, greedy), makeLead({ email: newEmail() }));
    const owner = openPool(suite.databaseUrl, { size: 1 });
    await owner.query(
      `insert into leadline.leads (account_id, id, person_id, score, grade, source, phone, lead, scored)
       select account_id, uuidv7(), person_id, score, grade, source, phone, lead, scored
       from leadline.leads, generate_series(1, 100000) where id = $1`,
      [readId('lead', id)],
    );
    await owner.end();
  });

  let asked = 0;
  /** Uses a different period each time, because identical requests would share an answer. */
  const ask = (caller: Caller): Promise<ApiResponse> => {
    const from = new Date(Date.now() - 60 * 60 * 1000 - ++asked).toISOString();
    return caller(`/api/insights?from=${from}&to=${new Date(Date.now() + 60_000).toISOString()}`);
  };

  test('answer several windows that request different periods at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 3 }, () => ask(callAs(suite, greedy))));
    for (const answer of answers) expect(answer).toMatchObject({ status: 200 });
  });

  test('reject excess requests of a greedy account while another account gets answers quickly', async () => {
    const responses: ApiResponse[] = [];
    let isOver = false;
    const hammering = Array.from({ length: 40 }, async () => {
      while (!isOver) {
        const answer = await ask(callAs(suite, greedy));
        responses.push(answer);
        if (answer.status === 429) await sleep(50);
      }
    });
    await sleep(500);
    const modest = callAs(suite, await makeAccount(suite.owner));
    const durations: number[] = [];
    for (let n = 0; n < 10; n++) {
      const started = performance.now();
      expect(await ask(modest)).toMatchObject({ status: 200 });
      durations.push(performance.now() - started);
    }
    isOver = true;
    await Promise.all(hammering);
    expect(durations.toSorted((a, b) => a - b)[durations.length / 2]).toBeLessThan(2_000);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 429]));
    for (const answer of responses.filter(({ status }) => status === 429)) {
      expectError(answer, 'rate_limited', 'too many insights requests');
      expect(retryAfter(answer)).toBeGreaterThan(0);
    }
  });
});
