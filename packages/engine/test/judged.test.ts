import { describe, expect, test } from 'vitest';
import { evaluateBudgets, evaluateSet } from '../cases/judged/evaluate.ts';
import { SETS } from '../cases/judged/figures.ts';

/** What docs/evaluation.md states, less what a change of a word may cost: a set has some 200 leads. */
const LEAST: Readonly<Record<string, { ordered: number; callFirst: number; lost: number }>> = {
  mixed: { ordered: 0.9, callFirst: 0.55, lost: 4 },
  ordinary: { ordered: 0.95, callFirst: 0.68, lost: 4 },
  hard: { ordered: 0.84, callFirst: 0.55, lost: 9 },
  forms: { ordered: 0.85, callFirst: 0.62, lost: 5 },
  earlier: { ordered: 0.94, callFirst: 0.82, lost: 2 },
};

describe('on leads that nobody tuned on', () => {
  test.each(Object.entries(SETS))('the engine orders the %s set as people did', (name, files) => {
    const figures = evaluateSet(files);
    const least = LEAST[name];
    expect(figures.ordered).toBeGreaterThanOrEqual(least?.ordered ?? 1);
    expect(figures.callFirst).toBeGreaterThanOrEqual(least?.callFirst ?? 1);
    expect(figures.lost).toBeLessThanOrEqual(least?.lost ?? 0);
    expect(figures.topShare).toBeLessThanOrEqual(0.03);
    expect(figures.junkCaught).toBeGreaterThanOrEqual(0.8);
  });

  test('budgets are read as they were meant', () => {
    expect(evaluateBudgets('held-out').exactShare).toBeGreaterThanOrEqual(0.93);
  });
});
