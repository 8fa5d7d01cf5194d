import { describe, expect, test } from 'vitest';
import { evaluateBudgets, evaluateSet } from '../cases/judged/evaluate.ts';
import { SETS } from '../cases/judged/figures.ts';

/** The results in docs/evaluation.md with some tolerance, because a set has only about 200 leads. */
const REQUIRED: Readonly<Record<string, { ordered: number; callFirst: number; lost: number }>> = {
  mixed: { ordered: 0.9, callFirst: 0.55, lost: 4 },
  ordinary: { ordered: 0.95, callFirst: 0.68, lost: 4 },
  hard: { ordered: 0.84, callFirst: 0.55, lost: 9 },
  forms: { ordered: 0.85, callFirst: 0.62, lost: 5 },
  earlier: { ordered: 0.94, callFirst: 0.82, lost: 2 },
};

describe('on held-out leads', () => {
  test.each(Object.entries(SETS))('the engine ranks the %s set like its judges', (name, files) => {
    const figures = evaluateSet(files);
    const required = REQUIRED[name];
    expect(figures.ordered).toBeGreaterThanOrEqual(required?.ordered ?? 1);
    expect(figures.callFirst).toBeGreaterThanOrEqual(required?.callFirst ?? 1);
    expect(figures.lost).toBeLessThanOrEqual(required?.lost ?? 0);
    expect(figures.topShare).toBeLessThanOrEqual(0.03);
    expect(figures.junkCaught).toBeGreaterThanOrEqual(0.8);
  });

  test('the engine reads at least 93 % of budgets correctly', () => {
    expect(evaluateBudgets('held-out').exactShare).toBeGreaterThanOrEqual(0.93);
  });
});
