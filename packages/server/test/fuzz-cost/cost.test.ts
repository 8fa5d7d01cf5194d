// A short search for inputs that cost too much CPU time; `npm run drill -- cost` searches longer.

import type { CostTarget } from '@leadline/testkit/cost/cost-target';
import { findExpensiveInput } from '@leadline/testkit/cost/find-expensive-input';
import { measureSlowness } from '@leadline/testkit/cost/slowness';
import { COST_TARGETS } from '@leadline/testkit/cost/targets';
import { describe, expect, test } from 'vitest';

const SEARCH_MS = 1_000;

describe('no input costs more CPU time than allowed', () => {
  test.each(COST_TARGETS)('to $name', { timeout: 120_000 }, async (target) => {
    const { costMs, description } = await findExpensiveInput(target, SEARCH_MS, 1);
    // A busy machine makes CPU time longer, too.
    expect(costMs / measureSlowness(), description).toBeLessThan(target.limitMs);
  });
});

test('a fault that makes one pattern expensive is found', async () => {
  const quadratic: CostTarget = {
    name: 'made up',
    thread: 'main',
    limitMs: 5,
    maxLength: 2_000,
    shapes: 1,
    prepare: (text) => () => {
      let steps = 0;
      for (const one of text) if (one === '%') for (const _ of text) steps++;
      return steps;
    },
  };
  const { costMs } = await findExpensiveInput(quadratic, 200, 1);
  expect(costMs).toBeGreaterThan(quadratic.limitMs);
});
