// Decides who gets a lead: the first rule that matches, and within it the person whose turn it is. Used for new leads and
// for previews, so that a preview shows what would happen.

import { LeadToMatch, type Matcher, makeMatcher } from './match-rule.ts';
import type { RoutableLead } from './routable-lead.ts';
import type { StoredRule, Turns } from './routing-rule.ts';

export interface Choice {
  readonly rule: StoredRule;
  readonly assignee: string;
}

export class Router {
  readonly #rules: readonly { readonly rule: StoredRule; readonly matches: Matcher }[];
  readonly #members: ReadonlySet<string>;
  readonly #last: Map<string, string>;

  /** `members` are the IDs of the people who work on leads. A rule is skipped if none of its people is among them. */
  constructor(rules: readonly StoredRule[], members: ReadonlySet<string>, turns: Turns) {
    const known = new Set(rules.map(({ id }) => id));
    this.#last = new Map(Object.entries(turns).filter(([ruleId]) => known.has(ruleId)));
    this.#members = members;
    this.#rules = rules
      .filter(({ assignees }) => assignees.some((userId) => members.has(userId)))
      .map((rule) => ({ rule, matches: makeMatcher(rule.when) }));
  }

  /** Takes a turn of the rule. Null if no rule matches. */
  choose(lead: RoutableLead): Choice | null {
    const toMatch = new LeadToMatch(lead);
    const found = this.#rules.find(({ matches }) => matches(toMatch));
    return found === undefined ? null : { rule: found.rule, assignee: this.#takeTurn(found.rule) };
  }

  /** To continue with later. */
  get turns(): Turns {
    return Object.fromEntries(this.#last);
  }

  /** The next member after the person who had the last turn, so that nobody is ever two leads ahead of anybody else. */
  #takeTurn({ id, assignees }: StoredRule): string {
    const last = assignees.indexOf(this.#last.get(id) ?? '');
    const inTurn = [...assignees.slice(last + 1), ...assignees.slice(0, last + 1)];
    const next = inTurn.find((userId) => this.#members.has(userId)) as string;
    this.#last.set(id, next);
    return next;
  }
}
