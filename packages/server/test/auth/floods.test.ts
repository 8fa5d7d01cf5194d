// Floods of sign-ins: they slow down only those who send them.

import { setTimeout as sleep } from 'node:timers/promises';
import { PASSWORD, Person } from '@leadline/testkit/auth/person';
import { useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import { call } from '@leadline/testkit/http/call';
import { expectError, retryAfter } from '@leadline/testkit/http/expect-error';
import { startTestApi } from '@leadline/testkit/service/start-in-process';
import fastify from 'fastify';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { warnOfUntrustedProxy } from '../../src/http/hooks/warn-of-proxy.ts';
import { PASSWORD_QUEUE } from '../../src/http/routes/auth/add-auth.ts';
import { FairQueue, type FairQueueOptions } from '../../src/platform/base/fair-queue.ts';
import type { RunningApi } from '../../src/processes/api.ts';

const suite = useAuthSuite();

/** Sends requests through a trusted proxy, from any address. */
let behind: RunningApi;
beforeAll(async () => {
  behind = await startTestApi(suite.databaseUrl, { trustedProxies: '127.0.0.1' });
});
afterAll(() => behind.stop());
beforeEach(() => suite.owner.deleteFrom('sign_in_attempts').execute());

const signIn = (url: string, address: string, email: string, password = PASSWORD) =>
  call(
    url,
    '/api/auth/sign-in/email',
    { email, password },
    { headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address } },
  );

test('without TRUSTED_PROXIES, wrong sign-ins behind a proxy do not lock everyone out', async () => {
  const ana = suite.person();
  await ana.signUp();
  // To the service, the guesser and Ana have the address of the proxy. Pretend that there were 62 guesses.
  await signIn(suite.api.url, '198.51.100.1', 'guess@example.org', 'a guess');
  await sql`update leadline.sign_in_attempts set attempts = 62`.execute(suite.owner);
  expect((await signIn(suite.api.url, '198.51.100.7', ana.email)).status).toBe(200);
});

test('guessing one password for a long time does not use up the attempts of a network', async () => {
  const ana = suite.person();
  await ana.signUp();
  await suite.owner.deleteFrom('sign_in_attempts').execute();
  for (let i = 0; i < 12; i++) await signIn(suite.api.url, '198.51.100.1', 'guessed@example.org', 'a guess');
  const attempts = await suite.owner.selectFrom('sign_in_attempts').select('attempts').execute();
  expect(attempts.map((counter) => counter.attempts).toSorted()).toEqual([10, 10, 12]);
});

test('a network that has used up its attempts cannot fill the table of counters', async () => {
  await signIn(suite.api.url, '', 'first@example.org', 'a guess');
  await sql`update leadline.sign_in_attempts set attempts = 600`.execute(suite.owner);
  const counters = () => suite.owner.selectFrom('sign_in_attempts').select('subject').execute();
  const before = (await counters()).length;
  for (let i = 0; i < 5; i++)
    expectError(await signIn(suite.api.url, '', `random${i}@example.org`, 'a guess'), 'too_many_attempts');
  expect(await counters()).toHaveLength(before);
});

test('a browser that has signed in before is not locked out by guesses from anywhere', async () => {
  const ana = suite.person();
  await ana.signUp();
  expect((await ana.signIn()).status).toBe(200);
  const stranger = suite.person();
  await stranger.signUp();
  await stranger.signIn();
  // As if the network and Ana's email had used up all attempts.
  await signIn(suite.api.url, '', ana.email, 'a guess');
  await sql`update leadline.sign_in_attempts set attempts = 1000`.execute(suite.owner);
  expect((await suite.person().signIn()).status).toBe(429);
  expect((await ana.signIn()).status).toBe(200);
  // The cookie of one person doesn't help with another, and doesn't allow guessing.
  const thief = new Person(() => suite.api.url, ana.email, stranger.cookies);
  expect((await thief.signIn()).status).toBe(429);
  const statuses = [];
  for (let i = 0; i < 12; i++) statuses.push((await ana.signIn('a guess')).status);
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
});

test('a flood of sign-ins is rejected early, and others can still sign in', async () => {
  const ana = suite.person();
  await ana.signUp();
  const flood = Array.from({ length: 60 }, (_, i) =>
    signIn(behind.url, '198.51.100.1', `flood${i}@example.org`, 'a guess'),
  );
  await sleep(50);
  expect((await signIn(behind.url, '198.51.100.7', ana.email)).status).toBe(200);
  const answers = await Promise.all(flood);
  const rejected = answers.filter(({ status }) => status === 429);
  expect(rejected.length).toBeGreaterThan(20);
  for (const answer of rejected) {
    expectError(answer, 'rate_limited', 'too many people are signing in');
    expect(retryAfter(answer)).toBeGreaterThan(0);
  }
  expect(answers.filter(({ status }) => status === 401).length).toBe(60 - rejected.length);
});

describe('the queue for passwords', () => {
  /** Runs until `finish` is called. */
  function makeTasks(limits: Partial<FairQueueOptions>) {
    const queue = new FairQueue({ ...PASSWORD_QUEUE, maxRunning: 1, ...limits });
    const started: string[] = [];
    const finish: (() => void)[] = [];
    const run = (network: string): Promise<void> =>
      queue.run(network, () => {
        started.push(network);
        return new Promise((resolve) => finish.push(resolve));
      });
    return { started, finish, run };
  }

  test('takes turns between networks', async () => {
    const { started, finish, run } = makeTasks({ maxWaitingPerAccount: 10 });
    const all = ['a', 'a', 'a', 'a', 'b', 'c'].map(run);
    while (started.length < 6) {
      await sleep(0);
      finish.shift()?.();
    }
    finish.shift()?.();
    await Promise.all(all);
    expect(started).toEqual(['a', 'b', 'c', 'a', 'a', 'a']);
  });

  test('rejects what a network sends beyond its share, and makes room for others', async () => {
    const { started, finish, run } = makeTasks({ maxWaitingPerAccount: 3, maxWaiting: 4 });
    const results = ['a', 'a', 'a', 'a', 'a', 'b', 'c', 'd', 'e'].map((network) =>
      run(network).then(
        () => `${network} ran`,
        () => `${network} rejected`,
      ),
    );
    await sleep(0);
    while (finish.length > 0) {
      finish.shift()?.();
      await sleep(0);
    }
    expect(await Promise.all(results)).toEqual([
      'a ran',
      'a ran',
      'a rejected',
      'a rejected',
      'a rejected',
      'b ran',
      'c ran',
      'd ran',
      'e rejected',
    ]);
    expect(started).toEqual(['a', 'b', 'c', 'd', 'a']);
  });
});

test.each([
  [false, { 'x-forwarded-for': '198.51.100.1' }, 1],
  [false, { forwarded: 'for=198.51.100.1' }, 1],
  [false, {}, 0],
  ['192.0.2.1', { 'x-forwarded-for': '198.51.100.1' }, 1],
  ['127.0.0.1', { 'x-forwarded-for': '198.51.100.1' }, 0],
])(
  'with trusted proxies %j, a request with %j is warned about %i times',
  async (trustProxy, headers, times) => {
    const lines: string[] = [];
    const app = fastify({ trustProxy });
    warnOfUntrustedProxy(app, pino({ level: 'warn' }, { write: (line) => void lines.push(line) }));
    app.get('/', () => 'ok');
    for (let i = 0; i < 3; i++) await app.inject({ url: '/', headers });
    await app.close();
    expect(lines).toHaveLength(times);
    if (times > 0) expect(lines[0]).toContain('TRUSTED_PROXIES');
    expect(lines.join('')).not.toContain('198.51.100.1');
  },
);
