// An account that sends many reads, or doesn't read the answers, doesn't keep other accounts waiting.

import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeAccount } from '@leadline/testkit/database/accounts';
import type { ApiResponse } from '@leadline/testkit/http/call';
import { expectError, retryAfter } from '@leadline/testkit/http/expect-error';
import { newEmail } from '@leadline/testkit/leads/make-lead';
import { type Caller, callAs, useApi } from '@leadline/testkit/service/use-api';
import { waitFor } from '@leadline/testkit/wait-for';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { NewAccount } from '../../src/operations/commands/create-account.ts';
import { openPool } from '../../src/platform/db/pool.ts';

const suite = useApi({ inOneCell: true });
let greedy: NewAccount;
let modest: Caller;

beforeAll(async () => {
  greedy = await makeAccount(suite.owner);
  modest = callAs(suite, await makeAccount(suite.owner));
  const text = 'x'.repeat(19_000);
  const leads = Array.from({ length: 100 }, () => ({
    email: newEmail(),
    name: text,
    source: text,
    budget: text,
    message: text,
  }));
  expect((await callAs(suite, greedy)('/api/batch', { leads })).body).toMatchObject({ stored: 100 });
});

/** Returns the milliseconds that each of ten reads took. All of them must succeed. */
async function timeReads(caller: Caller): Promise<number[]> {
  const durations: number[] = [];
  for (let n = 0; n < 10; n++) {
    const started = performance.now();
    expect(await caller('/api/leads')).toMatchObject({ status: 200 });
    durations.push(performance.now() - started);
  }
  return durations;
}

describe('an account that sends more reads than can run', () => {
  test('gets 429 for the excess while another account gets answers quickly', async () => {
    const responses: ApiResponse[] = [];
    let isOver = false;
    const hammering = Array.from({ length: 150 }, async () => {
      while (!isOver) {
        const answer = await callAs(suite, greedy)('/api/leads?limit=100');
        responses.push(answer);
        if (answer.status === 429) await sleep(100);
      }
    });
    await sleep(500);
    const durations = await timeReads(modest);
    isOver = true;
    await Promise.all(hammering);
    expect(Math.max(...durations)).toBeLessThan(2_000);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 429]));
    const rejected = responses.find(({ status }) => status === 429) as ApiResponse;
    expectError(rejected, 'rate_limited', 'too many requests in progress');
    expect(retryAfter(rejected)).toBeGreaterThan(0);
  });

  test('gets an answer to every HEAD request that can wait', async () => {
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => callAs(suite, greedy)('/api/views', undefined, { method: 'HEAD' })),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('cannot use its test key to get more turns', async () => {
    const owner = openPool(suite.accountUrl, { size: 1 });
    onTestFinished(() => owner.end());
    // Reads of this account now wait for a lock, so they hold their turns.
    await owner.query('begin');
    await owner.query('lock table leadline.views in access exclusive mode');
    const pending = Array.from({ length: 120 }, (_, index) =>
      callAs(suite, index % 2 === 0 ? greedy : { ...greedy, liveKey: greedy.testKey })('/api/views'),
    );
    expect(Math.max(...(await timeReads(modest)))).toBeLessThan(2_000);
    await owner.query('rollback');
    const statuses = (await Promise.all(pending)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(103);
    expect(statuses.filter((status) => status === 429)).toHaveLength(17);
  });
});

describe('a client that never reads its answers', () => {
  /** Sends requests without ever reading from the connection. */
  function sendUnread(requests: number): Socket {
    const { hostname, port } = new URL(suite.api.url);
    const socket = connect(Number(port), hostname).pause();
    socket.on('error', () => {});
    onTestFinished(() => void socket.destroy());
    socket.write(
      `GET /api/leads?limit=100 HTTP/1.1\r\nHost: x\r\nX-API-KEY: ${greedy.liveKey}\r\n\r\n`.repeat(requests),
    );
    return socket;
  }

  test('takes little memory and leaves other accounts alone', async () => {
    const before = process.memoryUsage().rss;
    const sockets: Socket[] = [];
    for (let n = 0; n < 60; n++) {
      sockets.push(sendUnread(100));
      await sleep(20);
    }
    expect(Math.max(...(await timeReads(modest)))).toBeLessThan(2_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
    for (const socket of sockets) socket.destroy();
    await waitFor(async () => (await callAs(suite, greedy)('/api/leads?limit=100')).status, 200);
  });
});
