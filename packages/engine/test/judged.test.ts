import { describe, expect, test } from 'vitest';
import { evaluateAnswers, evaluateBudgets, evaluateSet } from '../cases/judged/evaluate.ts';
import { type Figures, SETS } from '../cases/judged/figures.ts';

/** The results in docs/evaluation.md with some tolerance, because a set has only about 200 leads. */
type Required = Pick<
  Figures,
  'ordered' | 'callFirst' | 'callNowHot' | 'goodWarm' | 'replyCool' | 'junkCaught' | 'lost'
>;

const required = (
  ordered: number,
  callFirst: number,
  callNowHot: number,
  goodWarm: number,
  replyCool: number,
  junkCaught: number,
  lost: number,
): Required => ({ ordered, callFirst, callNowHot, goodWarm, replyCool, junkCaught, lost });

const REQUIRED: Readonly<Record<string, Required>> = {
  mixed: required(0.89, 0.69, 0.67, 0.84, 0.85, 0.82, 6),
  ordinary: required(0.96, 0.91, 0.9, 0.82, 0.88, 0.89, 1),
  hard: required(0.8, 0.72, 0.5, 0.71, 0.88, 0.65, 4),
  forms: required(0.8, 0.76, 0.5, 0.8, 0.78, 0.44, 2),
  earlier: required(0.92, 0.89, 0.93, 0.9, 0.88, 0.88, 4),
  inbox: required(0.89, 0.8, 0.69, 0.8, 0.82, 0.8, 3),
  'short-english': required(0.86, 0.66, 0.57, 0.74, 0.83, 0.72, 6),
  'short-languages': required(0.84, 0.68, 0.54, 0.69, 0.88, 0.62, 9),
  'short-world': required(0.88, 0.83, 0.55, 0.73, 0.79, 0.66, 2),
};

describe('on held-out leads', () => {
  test.each(Object.entries(SETS))('the engine ranks and grades the %s set like its judges', (name, files) => {
    const figures = evaluateSet(files);
    const { lost, ...shares } = REQUIRED[name] as Required;
    for (const [figure, share] of Object.entries(shares))
      expect(figures[figure as keyof Figures], figure).toBeGreaterThanOrEqual(share);
    expect(figures.lost).toBeLessThanOrEqual(lost);
    expect(figures.topShare).toBeLessThanOrEqual(0.1);
  });

  test('the engine answers most questions like people do', () => {
    const { all } = evaluateAnswers();
    expect(all.side).toBeGreaterThanOrEqual(0.9);
    expect(all.ask).toBeGreaterThanOrEqual(0.69);
    expect(all.harmless).toBeGreaterThanOrEqual(0.79);
    for (const question of ['what', 'when', 'who', 'decided', 'happened', 'way'] as const)
      expect(all[question], question).toBeGreaterThanOrEqual(0.67);
  });

  test('the engine answers questions in every group of languages', () => {
    for (const [group, { side, harmless }] of Object.entries(evaluateAnswers())) {
      expect(side, group).toBeGreaterThanOrEqual(0.87);
      expect(harmless, group).toBeGreaterThanOrEqual(0.73);
    }
  });

  test('the engine reads at least 95 % of budgets correctly', () => {
    expect(evaluateBudgets('held-out').exactShare).toBeGreaterThanOrEqual(0.95);
  });
});
