import { beforeEach, describe, expect, test } from 'vitest';
import { CircuitBreaker, type Permit } from '../../src/llm/circuit-breaker.ts';

let now = 0;
let breaker: CircuitBreaker;

beforeEach(() => {
  now = 0;
  breaker = new CircuitBreaker(() => now);
});

function admitted(): Permit {
  const permit = breaker.admit();
  if (permit === null) throw new Error('the circuit is open');
  return permit;
}

const failTimes = (times: number): void => {
  for (let time = 0; time < times; time++) admitted().fail();
};

describe('a circuit breaker', () => {
  test('opens after five failures in a row, for thirty seconds', () => {
    failTimes(4);
    expect(breaker.isOpen()).toBe(false);
    failTimes(1);
    expect(breaker.isOpen()).toBe(true);
    expect(breaker.admit()).toBeNull();
    now = 29_999;
    expect(breaker.admit()).toBeNull();
    now = 30_000;
    expect(breaker.isOpen()).toBe(false);
  });

  test('starts counting again after a success', () => {
    failTimes(4);
    admitted().succeed();
    failTimes(4);
    expect(breaker.isOpen()).toBe(false);
  });

  test('lets a single call through after the pause', () => {
    failTimes(5);
    now = 30_000;
    const probe = admitted();
    expect(breaker.isOpen()).toBe(true);
    expect(breaker.admit()).toBeNull();
    probe.succeed();
    expect(breaker.isOpen()).toBe(false);
    failTimes(4);
    expect(breaker.isOpen()).toBe(false);
  });

  test('doubles the pause up to five minutes each time the probe fails, and starts again at thirty seconds after a success', () => {
    failTimes(5);
    now += 30_000;
    for (const pause of [60_000, 120_000, 240_000, 300_000, 300_000]) {
      admitted().fail();
      now += pause - 1;
      expect(breaker.isOpen()).toBe(true);
      now += 1;
      expect(breaker.isOpen()).toBe(false);
    }
    admitted().succeed();
    failTimes(5);
    now += 30_000;
    expect(breaker.isOpen()).toBe(false);
  });

  test('ignores the outcome of calls that started before it opened', () => {
    const early = [admitted(), admitted()] as const;
    failTimes(5);
    early[0].succeed();
    expect(breaker.isOpen()).toBe(true);
    now = 10_000;
    early[1].fail();
    now = 30_000;
    expect(breaker.isOpen()).toBe(false);
  });
});
