// Loaded by the compute threads; see compute-tasks.ts.

import { readPhone } from '@leadline/engine';
import type { RoutableLead } from './routable-lead.ts';
import { Router } from './router.ts';
import type { StoredRule, Turns } from './routing-rule.ts';
import { type Count, Tally } from './tally.ts';

export interface RulesToTry {
  readonly rules: readonly StoredRule[];
  readonly members: readonly string[];
  readonly turns: Turns;
  /** Oldest first. */
  readonly leads: readonly LeadToTry[];
}

export interface LeadToTry extends Omit<RoutableLead, 'answers'> {
  /** JSON, so that the main thread neither parses nor clones thousands of questions. */
  readonly answers: string | null;
}

export interface TriedRules {
  /** One for each lead. */
  readonly choices: readonly ({ readonly ruleId: string; readonly assignee: string } | null)[];
  readonly seen: Seen;
  /** To continue with. */
  readonly turns: Turns;
}

/** What the leads have that rules can ask for, the most frequent ones. */
interface Seen {
  readonly sources: readonly Count[];
  readonly countries: readonly Count[];
  readonly questions: readonly Count[];
}

/** Of each kind: leads whose questions all differ would otherwise send thousands to the main thread. */
const MAX_COUNTED = 100;

export function tryRules({ rules, members, turns, leads }: RulesToTry): TriedRules {
  const router = new Router(rules, new Set(members), turns);
  const [sources, countries, questions] = [new Tally(), new Tally(), new Tally()];
  const choices = leads.map(({ answers: json, ...rest }) => {
    const answers = json === null ? null : (JSON.parse(json) as Record<string, string>);
    const choice = router.choose({ ...rest, answers });
    sources.add(rest.source);
    countries.add(readPhone(rest.phone, null)?.country ?? '');
    for (const question of Object.keys(answers ?? {})) questions.add(question);
    return choice === null ? null : { ruleId: choice.rule.id, assignee: choice.assignee };
  });
  return {
    choices,
    seen: {
      sources: sources.list(MAX_COUNTED),
      countries: countries.list(MAX_COUNTED),
      questions: questions.list(MAX_COUNTED),
    },
    turns: router.turns,
  };
}
