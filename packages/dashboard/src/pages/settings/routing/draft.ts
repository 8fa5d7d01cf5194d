// The rules as they are being edited, until they are saved.

import type { Routing, RoutingConditions, RoutingRuleBody } from '@leadline/contract';

export interface DraftRule extends RoutingRuleBody {
  /** Identifies the rule on this page, also before it has an ID. */
  readonly key: string;
  /** People in `assign_to` who have left or become viewers. */
  readonly left: readonly string[];
}

export function toDraft({ rules }: Routing): DraftRule[] {
  return rules.map((rule) => ({ ...rule, key: rule.rule_id }));
}

export function toBody(rules: readonly DraftRule[]): RoutingRuleBody[] {
  return rules.map(({ key, left, ...rule }) => rule);
}

export function isSame(one: readonly DraftRule[], other: readonly DraftRule[]): boolean {
  return JSON.stringify(toBody(one)) === JSON.stringify(toBody(other));
}

export function newRule(): DraftRule {
  return { key: crypto.randomUUID(), name: '', when: {}, assign_to: [], left: [] };
}

/** Swaps the rule with the one before or after it. */
export function moveRule(rules: readonly DraftRule[], index: number, by: -1 | 1): DraftRule[] {
  const moved = rules[index];
  const other = rules[index + by];
  if (moved === undefined || other === undefined) return [...rules];
  return rules.map((rule, place) => (place === index ? other : place === index + by ? moved : rule));
}

export function hasConditions(when: RoutingConditions): boolean {
  return Object.values(when).some((condition) => condition !== undefined);
}
