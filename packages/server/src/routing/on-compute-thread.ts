// Loaded by the compute threads; see compute-tasks.ts.

import { readPhone } from '@leadline/engine';
import type { RoutableLead } from './routable-lead.ts';
import { Router } from './router.ts';
import type { StoredRule, Turns } from './routing-rule.ts';

export interface RulesToTry {
  readonly rules: readonly StoredRule[];
  readonly members: readonly string[];
  readonly turns: Turns;
  /** Oldest first. */
  readonly leads: readonly RoutableLead[];
}

export interface TriedRules {
  /** One for each lead. */
  readonly choices: readonly ({ readonly ruleId: string; readonly assignee: string } | null)[];
  readonly countries: readonly (string | null)[];
  /** To continue with. */
  readonly turns: Turns;
}

export function tryRules({ rules, members, turns, leads }: RulesToTry): TriedRules {
  const router = new Router(rules, new Set(members), turns);
  const choices = leads.map((lead) => {
    const choice = router.choose(lead);
    return choice === null ? null : { ruleId: choice.rule.id, assignee: choice.assignee };
  });
  const countries = leads.map(({ phone }) => readPhone(phone, null)?.country ?? null);
  return { choices, countries, turns: router.turns };
}
