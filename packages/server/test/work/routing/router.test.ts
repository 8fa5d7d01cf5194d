// Whose turn it is.

import { expect, test } from 'vitest';
import type { RoutableLead } from '../../../src/work/routing/routable-lead.ts';
import { Router } from '../../../src/work/routing/router.ts';
import type { StoredRule, Turns } from '../../../src/work/routing/routing-rule.ts';

const LEAD: RoutableLead = { grade: 'Hot', source: '', phone: '', answers: null };
const rule = (assignees: readonly string[], changes: Partial<StoredRule> = {}): StoredRule => ({
  id: 'r',
  name: 'All',
  when: {},
  assignees,
  ...changes,
});

function route(count: number, rules: readonly StoredRule[], members: readonly string[], turns: Turns = {}) {
  const router = new Router(rules, new Set(members), turns);
  const chosen = Array.from({ length: count }, () => router.choose(LEAD)?.assignee ?? null);
  return { chosen, turns: router.turns };
}

test('people take turns in the order of the rule', () => {
  expect(route(5, [rule(['a', 'b', 'c'])], ['a', 'b', 'c']).chosen).toEqual(['a', 'b', 'c', 'a', 'b']);
});

test('the next round continues where the last one ended', () => {
  const { turns } = route(2, [rule(['a', 'b', 'c'])], ['a', 'b', 'c']);
  expect(route(2, [rule(['a', 'b', 'c'])], ['a', 'b', 'c'], turns).chosen).toEqual(['c', 'a']);
});

test('a person who has left is skipped, also if it was their turn last', () => {
  expect(route(4, [rule(['a', 'b', 'c'])], ['a', 'c'], { r: 'a' }).chosen).toEqual(['c', 'a', 'c', 'a']);
  expect(route(2, [rule(['a', 'b', 'c'])], ['a', 'c'], { r: 'b' }).chosen).toEqual(['c', 'a']);
});

test('if the person who had the last turn is no longer in the rule, it starts from the top', () => {
  expect(route(2, [rule(['a', 'b'])], ['a', 'b'], { r: 'z' }).chosen).toEqual(['a', 'b']);
});

test('a rule whose people have all left gives way to the next one', () => {
  const rules = [rule(['gone']), rule(['b'], { id: 's' })];
  expect(route(1, rules, ['b']).chosen).toEqual(['b']);
  expect(route(1, [rule(['gone'])], ['b']).chosen).toEqual([null]);
});

test('only the first rule that matches takes a turn', () => {
  const rules = [
    rule(['a', 'b'], { id: 'cold', when: { grades: ['Cold'] } }),
    rule(['a', 'b'], { id: 'hot', when: { grades: ['Hot'] } }),
    rule(['a', 'b'], { id: 'rest' }),
  ];
  expect(route(3, rules, ['a', 'b'])).toEqual({ chosen: ['a', 'b', 'a'], turns: { hot: 'a' } });
});

test('turns of rules that were deleted are forgotten', () => {
  expect(route(1, [rule(['a'])], ['a'], { old: 'a' }).turns).toEqual({ r: 'a' });
});
