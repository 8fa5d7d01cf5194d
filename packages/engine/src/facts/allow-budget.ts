import type { BudgetFact } from '../money/find-budget.ts';
import { isOnlyAmount } from '../money/is-only-amount.ts';
import type { Answers } from '../reading/answers.ts';
import { BUDGET_QUESTION } from '../reading/clauses.ts';
import type { ReadClause } from '../reading/collect-features.ts';
import type { Settings } from '../settings.ts';
import { budgetLevelOf } from '../worth/budget.ts';

/** A stated budget is not in the way, even if the AI says so, unless it is absurdly low. */
export function allowBudget(
  answers: Answers,
  clauses: readonly ReadClause[],
  budget: BudgetFact,
  settings: Settings,
): Answers {
  const { way } = answers;
  const shown = clauses[way.clause] ?? (clauses.length === 1 ? clauses[0] : undefined);
  if (shown === undefined || way.value === 0 || !budget.stated) return answers;
  const isBudget = shown.question === BUDGET_QUESTION || shown.fact?.topic === 'budget';
  if (!isOnlyAmount(isBudget ? `${BUDGET_QUESTION} ${shown.text}` : shown.text)) return answers;
  if (!budget.isPerUnit && budgetLevelOf(budget, settings) === 'tiny') return answers;
  return { ...answers, way: { value: 0, probability: 1, clause: -1 } };
}
