// Failed requests that keep coming while the process is busy are answered late; everything else at once.

import { once } from 'node:events';
import fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makePace, paceFailures } from '../../src/http/limits/pace-failures.ts';

describe('the delay', () => {
  const fail = (pace: ReturnType<typeof makePace>, times: number, now: number): number => {
    let delayMs = 0;
    for (let time = 0; time < times; time++) delayMs = pace('an account', now);
    return delayMs;
  };

  test('starts after a hundred failures, then grows', () => {
    const pace = makePace();
    expect(fail(pace, 100, 0)).toBe(0);
    expect(fail(pace, 20, 0)).toBe(1_000);
  });

  test('never exceeds ten seconds', () => {
    expect(fail(makePace(), 10_000, 0)).toBe(10_000);
  });

  test('ends some seconds after the last failure', () => {
    const pace = makePace();
    fail(pace, 10_000, 0);
    expect(fail(pace, 1, 15_000)).toBe(0);
  });

  test('concerns only the sender', () => {
    const pace = makePace();
    fail(pace, 10_000, 0);
    expect(pace('another account', 0)).toBe(0);
  });
});

describe('a busy process', () => {
  function build(isBusy: boolean): FastifyInstance {
    const app = fastify();
    app.decorateRequest('caller', null);
    app.decorateRequest('rejectedAccount', null);
    paceFailures(app, () => isBusy);
    app.get('/fine', async () => 'fine');
    app.get('/unavailable', (_request, reply) => reply.code(503).send());
    onTestFinished(() => app.close());
    return app;
  }
  const fail = (app: FastifyInstance, times: number) =>
    Promise.all(Array.from({ length: times }, () => app.inject('/missing')));
  const isAnswered = (answer: Promise<unknown>): Promise<boolean> =>
    Promise.race([answer.then(() => true), new Promise<false>((resolve) => setTimeout(resolve, 200, false))]);

  test('holds back errors, not answers', async () => {
    const app = build(true);
    await fail(app, 100);
    const held = fail(app, 20);
    expect(await isAnswered(held)).toBe(false);
    expect(await isAnswered(app.inject('/fine'))).toBe(true);
    await held;
  });

  test('does not hold back errors that are its own fault', async () => {
    const app = build(true);
    const answers = Array.from({ length: 300 }, () => app.inject('/unavailable'));
    expect(await isAnswered(Promise.all(answers))).toBe(true);
  });

  test('answers them when it shuts down', async () => {
    const app = build(true);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const held = fail(app, 300);
    const late = fetch(`${app.listeningOrigin}/missing`);
    await once(app.server, 'request');
    const started = performance.now();
    await app.close();
    expect((await late).status).toBe(404);
    await held;
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  test('that is no longer busy answers at once', async () => {
    const app = build(false);
    expect(await isAnswered(fail(app, 1_000))).toBe(true);
  });
});
