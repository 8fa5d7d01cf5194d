// Concurrent insights requests: identical ones share an answer, and they don't block other requests.

import { setTimeout as sleep } from 'node:timers/promises';
import { makeAccount } from '@leadline/testkit/database/accounts';
import type { ApiResponse } from '@leadline/testkit/http/call';
import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import { storeLead } from '@leadline/testkit/service/lead-calls';
import { callAs, useApi } from '@leadline/testkit/service/use-api';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SharedAnswers } from '../../../src/http/limits/shared-answers.ts';
import { openPool } from '../../../src/platform/db/pool.ts';
import { waitForBlocked } from '../../support/hold-account.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('concurrent insights requests', () => {
  const suite = useApi({ inOneCell: true });
  let owner: pg.Pool;
  beforeAll(() => {
    owner = openPool(suite.accountUrl, { size: 2 });
  });
  afterAll(() => owner.end());

  /** Blocks insights until the returned function is called. Lists don't read outcomes, so they are not blocked. */
  async function blockOutcomes(): Promise<() => Promise<void>> {
    const client = await owner.connect();
    await client.query('begin');
    await client.query('lock table leadline.outcomes in access exclusive mode');
    return async () => {
      await client.query('commit');
      client.release();
    };
  }

  const now = Date.now();
  const askFor = (days: number): Promise<ApiResponse> => {
    const [from, to] = [-days, 1].map((day) => new Date(now + day * DAY_MS).toISOString());
    return suite.call(`/api/insights?from=${from}&to=${to}`);
  };

  test('do not block the lead list of another account', async () => {
    const other = callAs(suite, await makeAccount(suite.owner));
    const release = await blockOutcomes();
    const asked = Array.from({ length: 12 }, (_, days) => askFor(days + 1));
    await waitForBlocked(owner, 1); // one request at a time per account
    expect(await other('/api/leads')).toMatchObject({ status: 200 });
    await release();
    for (const answer of await Promise.all(asked)) expect(answer).toMatchObject({ status: 200 });
  });

  test('share an answer if they are identical, and it includes every lead stored before they were sent', async () => {
    const release = await blockOutcomes();
    const first = askFor(7);
    await waitForBlocked(owner, 1);
    await storeLead(suite.call, makeLead({ email: newEmail() }));
    const later = Array.from({ length: 5 }, () => askFor(7));
    await sleep(300);
    await waitForBlocked(owner, 1);
    await release();
    expect((await first).status).toBe(200);
    for (const { body } of await Promise.all(later)) expect(body.data.leads).toBe(1);
  });
});

describe('shared answers', () => {
  /** Answers every question with the number of computations so far. The third one fails. */
  function countAnswers() {
    const answers = new SharedAnswers<number>();
    let found = 0;
    const find = async (): Promise<number> => {
      const number = ++found;
      await sleep(10);
      if (number === 3) throw new Error('the third one fails');
      return number;
    };
    return (question: string): Promise<number> => answers.get(question, find);
  }

  test('give the first caller the first answer and all callers during it the next one', async () => {
    const ask = countAnswers();
    expect(await Promise.all(['same', 'same', 'same', 'same'].map(ask))).toEqual([1, 2, 2, 2]);
  });

  test('are computed separately for different questions', async () => {
    const ask = countAnswers();
    expect(await Promise.all(['one', 'other'].map(ask))).toEqual([1, 2]);
  });

  test('are not cached, and a failure does not affect later callers', async () => {
    const ask = countAnswers();
    expect([await ask('same'), await ask('same')]).toEqual([1, 2]);
    const [third, fourth] = await Promise.allSettled([ask('same'), ask('same')]);
    expect(third).toMatchObject({ status: 'rejected', reason: new Error('the third one fails') });
    expect(fourth).toMatchObject({ value: 4 });
    expect(await ask('same')).toBe(5);
  });
});
