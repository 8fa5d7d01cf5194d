// An account that requests insights all the time gets them one after the other and doesn't keep other accounts waiting.

import { setTimeout as sleep } from 'node:timers/promises';
import { makeAccount } from '@leadline/testkit/database/accounts';
import type { ApiResponse } from '@leadline/testkit/http/call';
import { expectError, retryAfter } from '@leadline/testkit/http/expect-error';
import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import { storeLead } from '@leadline/testkit/service/lead-calls';
import { type Caller, callAs, useApi } from '@leadline/testkit/service/use-api';
import { beforeAll, describe, expect, test } from 'vitest';
import type { NewAccount } from '../../../src/operations/commands/create-account.ts';
import { readId } from '../../../src/platform/base/ids.ts';
import { openPool } from '../../../src/platform/db/pool.ts';

describe('insights over HTTP', () => {
  const suite = useApi({ inOneCell: true });
  let greedy: NewAccount;
  beforeAll(async () => {
    greedy = await makeAccount(suite.owner);
    const id = await storeLead(callAs(suite, greedy), makeLead({ email: newEmail() }));
    const owner = openPool(suite.accountUrl, { size: 1 });
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
      expectError(answer, 'rate_limited', 'too many requests in progress');
      expect(retryAfter(answer)).toBeGreaterThan(0);
    }
  });
});
