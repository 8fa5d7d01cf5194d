// A short search for inputs that cost too much CPU time; `npm run drill:cost` searches longer.

import { findExpensiveInput } from '@leadline/testkit/cost/find-expensive-input';
import { COST_TARGETS } from '@leadline/testkit/cost/targets';
import { describe, expect, test } from 'vitest';

const SEARCH_MS = 1_000;

describe('no input costs more CPU time than allowed', () => {
  test.each(COST_TARGETS)('to $name', { timeout: 120_000 }, async (target) => {
    const { costMs, description } = await findExpensiveInput(target, SEARCH_MS, 1);
    expect(costMs, description).toBeLessThan(target.limitMs);
  });
});
