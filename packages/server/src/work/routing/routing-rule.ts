// A routing rule as it is stored.

import type { RoutingConditions } from '@leadline/contract';

export interface StoredRule {
  readonly id: string;
  readonly name: string;
  readonly when: RoutingConditions;
  /** IDs of users, who take turns in this order. */
  readonly assignees: readonly string[];
}

/** The user whose turn it was last, by the ID of the rule. */
export type Turns = Readonly<Record<string, string>>;

/** Whether a rule asks for anything that is only in the form. */
export const readsAnswers = (rules: readonly StoredRule[]): boolean =>
  rules.some(({ when }) => when.answer !== undefined || when.company_sizes !== undefined);
