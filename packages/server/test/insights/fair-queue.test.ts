// An account that asks for insights all the time has them one after the other, and keeps no other account waiting.

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

describe('turns', () => {
  /** Answers one question of those that are being answered at a time, and tells in which order they began. */
  function follow(queue: FairQueue) {
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    return {
      begun,
      ask: (account: string, name: string): Promise<string> =>
        queue.run(account, async () => {
          begun.push(name);
          await new Promise<void>((resolve) => ends.set(name, resolve));
          return name;
        }),
      end: async (name: string): Promise<void> => {
        ends.get(name)?.();
        await sleep(0);
      },
    };
  }

  test('an account has one answered at a time, beside one of another', async () => {
    const { begun, ask, end } = follow(new FairQueue(2));
    const asked = ['a1', 'a2', 'a3', 'b1'].map((name) => ask(name.charAt(0), name));
    await sleep(0);
    expect(begun).toEqual(['a1', 'b1']);
    for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name);
    expect(begun).toEqual(['a1', 'b1', 'a2', 'a3']);
    expect(await Promise.all(asked)).toEqual(['a1', 'a2', 'a3', 'b1']);
  });

  test('whoever comes last is next after one turn of the others', async () => {
    const { begun, ask, end } = follow(new FairQueue(2));
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1']) void ask(name.charAt(0), name);
    await sleep(0);
    await end('a1');
    expect(begun).toEqual(['a1', 'b1', 'c1']);
    for (const name of ['b1', 'c1', 'a2', 'b2', 'a3', 'b3']) await end(name);
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'b3']);
  });

  test('too many of one account are refused at once, and none of another', async () => {
    const { begun, ask, end } = follow(new FairQueue(1, 2));
    const asked = ['a1', 'a2', 'a3'].map((name) => ask('a', name));
    await expect(ask('a', 'a4')).rejects.toMatchObject({ code: 'rate_limited' });
    asked.push(ask('b', 'b1'));
    for (const name of ['a1', 'b1', 'a2', 'a3']) await end(name);
    await Promise.all(asked);
    expect(begun).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  test('one that fails is in nobody’s way', async () => {
    const queue = new FairQueue(1);
    const fail = (): Promise<never> => Promise.reject(new Error('no answer'));
    const [failed, other] = await Promise.allSettled([queue.run('a', fail), queue.run('a', async () => 1)]);
    expect(failed).toMatchObject({ reason: new Error('no answer') });
    expect(other).toMatchObject({ value: 1 });
  });
});

describe('over HTTP', () => {
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
  /** Each time another range. */
  const ask = (caller: Caller): Promise<ApiResponse> => {
    const from = new Date(Date.now() - 60 * 60 * 1000 - ++asked).toISOString();
    return caller(`/api/insights?from=${from}&to=${new Date(Date.now() + 60_000).toISOString()}`);
  };

  test('windows that ask for different times at once all have answers', async () => {
    const answers = await Promise.all(Array.from({ length: 3 }, () => ask(callAs(suite, greedy))));
    for (const answer of answers) expect(answer).toMatchObject({ status: 200 });
  });

  test('an account that asks all the time is refused beyond what may wait, and another has answers soon', async () => {
    const theirs: ApiResponse[] = [];
    let isOver = false;
    const hammering = Array.from({ length: 40 }, async () => {
      while (!isOver) {
        const answer = await ask(callAs(suite, greedy));
        theirs.push(answer);
        if (answer.status === 429) await sleep(50);
      }
    });
    await sleep(500);
    const modest = callAs(suite, await makeAccount(suite.owner));
    const took: number[] = [];
    for (let n = 0; n < 10; n++) {
      const started = performance.now();
      expect(await ask(modest)).toMatchObject({ status: 200 });
      took.push(performance.now() - started);
    }
    isOver = true;
    await Promise.all(hammering);
    expect(took.toSorted((a, b) => a - b)[took.length / 2]).toBeLessThan(2_000);
    expect(new Set(theirs.map(({ status }) => status))).toEqual(new Set([200, 429]));
    for (const answer of theirs.filter(({ status }) => status === 429)) {
      expectError(answer, 'rate_limited', 'too many insights requests');
      expect(retryAfter(answer)).toBeGreaterThan(0);
    }
  });
});
