// What a change of the routing rules did, by the names of the rules, for the audit log.

import type { StoredRule } from './routing-rule.ts';

const MAX_NAMED = 5;

interface RuleChanges {
  readonly added?: readonly string[];
  readonly changed?: readonly string[];
  readonly removed?: readonly string[];
  /** Only the order of the rules that stayed. */
  readonly reordered?: true;
}

export function summarizeChanges(before: readonly StoredRule[], after: readonly StoredRule[]): RuleChanges {
  const known = new Map(before.map((rule) => [rule.id, rule]));
  const kept = new Set(after.map(({ id }) => id));
  const added = after.filter(({ id }) => !known.has(id));
  const changed = after.filter((rule) => {
    const old = known.get(rule.id);
    return old !== undefined && contentOf(old) !== contentOf(rule);
  });
  const removed = before.filter(({ id }) => !kept.has(id));
  const isReordered =
    orderOf(before.filter(({ id }) => kept.has(id))) !== orderOf(after.filter(({ id }) => known.has(id)));
  return {
    ...(added.length > 0 ? { added: nameRules(added) } : {}),
    ...(changed.length > 0 ? { changed: nameRules(changed) } : {}),
    ...(removed.length > 0 ? { removed: nameRules(removed) } : {}),
    ...(isReordered ? { reordered: true } : {}),
  };
}

/** Regardless of the order in which conditions are stored. */
const contentOf = ({ name, when, assignees }: StoredRule): string =>
  JSON.stringify([name, Object.entries(when).toSorted(([a], [b]) => (a < b ? -1 : 1)), assignees]);

const orderOf = (rules: readonly StoredRule[]): string => rules.map(({ id }) => id).join();

function nameRules(rules: readonly StoredRule[]): string[] {
  const names = rules.slice(0, MAX_NAMED).map(({ name }) => name);
  return rules.length > MAX_NAMED ? [...names, `${rules.length - MAX_NAMED} more`] : names;
}
