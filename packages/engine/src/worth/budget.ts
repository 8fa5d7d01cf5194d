// Budget: its size relative to the account's typical deal.

import { type LedgerEntry, makeEntry } from '../ledger.ts';
import { USD_PER_UNIT } from '../money/currencies.ts';
import type { BudgetFact } from '../money/find-budget.ts';
import { formatAmount } from '../money/format-amount.ts';
import type { Period } from '../money/meaning.ts';
import type { Settings } from '../settings.ts';

export function scoreBudget({ budget }: { readonly budget: BudgetFact }, settings: Settings): LedgerEntry[] {
  if (!budget.stated) return [];
  // A unit price without a quantity says nothing about the size of the deal.
  if (budget.isPerUnit)
    return [makeEntry('budget', 'unit-price', 0, `Unit price ${describeBudget(budget)}, quantity unknown`)];
  const level = budgetLevelOf(budget, settings);
  const name = budget.quantity === null ? 'Budget' : 'Order value';
  return [
    makeEntry('budget', `budget-${level}`, settings.budget[level], `${name} ${describeBudget(budget)}`),
  ];
}

export type BudgetLevel = 'huge' | 'large' | 'typical' | 'fair' | 'small' | 'tiny';

/** The multiple of the typical deal at which each level starts, highest first. */
const LEVELS: readonly (readonly [minRatio: number, level: BudgetLevel])[] = [
  [10, 'huge'],
  [3, 'large'],
  [1, 'typical'],
  [0.3, 'fair'],
  [0.08, 'small'],
];

/** The level of a stated budget. */
export function budgetLevelOf(budget: BudgetFact, settings: Settings): BudgetLevel {
  const ratio = budgetRatio(budget, settings);
  for (const [minRatio, level] of LEVELS) if (ratio >= minRatio) return level;
  return 'tiny';
}

/** A recurring budget counts for one year, an hourly or daily rate for one month of work. */
const PERIODS_COUNTED: Readonly<Record<Period, number>> = {
  hour: 160,
  day: 20,
  week: 52,
  month: 12,
  quarter: 4,
  year: 1,
};

/** How many typical deals the budget is worth. */
export function budgetRatio(budget: BudgetFact, { typicalDeal }: Settings): number {
  const amount = countedAmount(budget) * (budget.period ? PERIODS_COUNTED[budget.period] : 1);
  const rate = USD_PER_UNIT[budget.currency ?? typicalDeal.currency] ?? 1;
  const dealRate = USD_PER_UNIT[typicalDeal.currency] as number;
  return (amount * rate) / (typicalDeal.amount * dealRate);
}

/** The middle of a range; "up to 10k" is rarely spent in full, "10k+" is at least that. */
function countedAmount({ min, max }: BudgetFact): number {
  if (min !== null && max !== null) return (min + max) / 2;
  return min ?? (max as number) * 0.75;
}

function describeBudget({ min, max, currency, period }: BudgetFact): string {
  const unit = currency === null ? '' : ` ${currency}`;
  const perPeriod = period === null ? '' : ` ${period === 'hour' ? 'an' : 'a'} ${period}`;
  if (min === null) return `up to ${formatAmount(max as number)}${unit}${perPeriod}`;
  if (max === null) return `${formatAmount(min)}${unit} or more${perPeriod}`;
  const range = min === max ? formatAmount(min) : `${formatAmount(min)}–${formatAmount(max)}`;
  return `about ${range}${unit}${perPeriod}`;
}
