// What callers without an account cost is limited by their network and in total.

import Fastify, { type FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import type { Caller } from '../../src/accounts/profile/caller.ts';
import { limitMainThread, MainThreadShares } from '../../src/http/limits/limit-main-thread.ts';
import { Metrics } from '../../src/platform/base/metrics.ts';
import { MainThread } from '../../src/platform/compute/main-thread.ts';

const stranger = (ip: string) => ({ caller: null, ip });

/** In which no time passes, so that nothing comes back. */
const makeShares = (): MainThreadShares =>
  new MainThreadShares(new MainThread(new Metrics().compute, { burstMs: 1_000, msPerSecond: 1 }), () => 0);

/** By CPU time. */
function compute(ms: number): void {
  const start = process.threadCpuUsage();
  for (;;) {
    const { user, system } = process.threadCpuUsage(start);
    if ((user + system) / 1000 >= ms) return;
  }
}

const spend = (shares: MainThreadShares, ip: string, ms: number): void =>
  shares.run(stranger(ip), () => compute(ms));

describe('the main thread', () => {
  test('is closed to a network that has used up its share, and open to others', () => {
    const shares = makeShares();
    spend(shares, '192.0.2.1', 600);
    expect(() => shares.requireAllowance(stranger('192.0.2.1'))).toThrow('too many requests without a key');
    expect(() => shares.requireAllowance(stranger('192.0.2.2'))).not.toThrow();
  });

  test('is closed to all networks once they have used up their share together, but not to accounts', () => {
    const shares = makeShares();
    for (let last = 1; last <= 4; last++) spend(shares, `192.0.2.${last}`, 350);
    expect(() => shares.requireAllowance(stranger('198.51.100.1'))).toThrow(
      'too many requests without a key',
    );
    const caller = { liveAccountId: 'acct' } as Caller;
    expect(() => shares.requireAllowance({ caller, ip: '192.0.2.1' })).not.toThrow();
  });

  test('charges an account for its first call already', () => {
    const allowance = { burstMs: 100, msPerSecond: 1 };
    const mainThread = new MainThread(new Metrics().compute, allowance);
    mainThread.run('acct', () => compute(150));
    expect(() => mainThread.requireAllowance('acct')).toThrow('used up its computing time');
    expect(() => mainThread.requireAllowance('other')).not.toThrow();
  });

  test('reads one large body a round, and none of those admitted at once after the share is used up', async () => {
    const shares = makeShares();
    const from = stranger('192.0.2.1');
    let rounds = 0;
    let isReading = true;
    const countRound = (): void => {
      rounds++;
      if (isReading) setImmediate(countRound);
    };
    setImmediate(countRound);
    const read = await Promise.allSettled(
      Array.from({ length: 20 }, () => shares.readBody(from, 100_000, () => spend(shares, from.ip, 100))),
    );
    isReading = false;
    const count = read.filter(({ status }) => status === 'fulfilled').length;
    expect(count).toBeLessThanOrEqual(5); // charged twice: by readBody and by spend
    expect(rounds).toBeGreaterThanOrEqual(20);
  });

  test.each([
    ['an account', { liveAccountId: 'acct' } as Caller],
    ['a stranger', null],
  ])(
    'is charged to %s for validating bodies, valid or not, and refuses more before parsing',
    async (_payer, caller) => {
      let isValid = true;
      let parsed = 0;
      const app = Fastify();
      app.decorateRequest('caller', null);
      app.addHook('onRequest', async (request) => {
        (request as { caller: FastifyRequest['caller'] }).caller = caller;
      });
      limitMainThread(app, makeShares());
      app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, _body, done) => {
        parsed++;
        done(null, {});
      });
      app.setValidatorCompiler(() => () => {
        compute(100);
        return isValid ? true : { error: new Error('invalid') };
      });
      app.post('/', { schema: { body: {} } }, () => 'ok');
      const statuses = new Set<number>();
      for (let request = 0; request < 30; request++) {
        isValid = request % 2 === 0;
        const { statusCode } = await app.inject({ method: 'POST', url: '/', payload: {} });
        statuses.add(statusCode);
      }
      expect([...statuses].slice(0, 2)).toEqual([200, 400]);
      expect(parsed).toBeLessThan(20);
      await app.close();
    },
  );
});
