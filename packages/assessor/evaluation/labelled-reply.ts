// What a language model would reply that reads like the people who labelled the leads.

import { type Clause, QUESTIONS } from '@leadline/engine';
import type { AnsweredLead } from '../../engine/cases/judged/answers.ts';
import { findClause } from '../../engine/training/examples.ts';

interface Reply {
  readonly value: string | number;
  readonly clause: number;
}

/** Words that aren't in any clause, such as those of an email address, are never sent to a model. */
export function replyAsLabelled(
  { ask: [ask, askWords], ...labelled }: AnsweredLead['answers'],
  clauses: readonly Clause[],
): Readonly<Record<string, Reply>> {
  const find = (words: string | undefined): number =>
    words === undefined ? 0 : findClause(clauses, words) + 1;
  const replies = QUESTIONS.map((question): [string, Reply] => {
    const [value, words] = labelled[question] ?? [0];
    const clause = find(words);
    return [question, clause === 0 ? { value: 0, clause } : { value, clause }];
  });
  // An ask can rest on more than one clause.
  const askClause = ask === 'none' ? 0 : Math.max(1, find(askWords));
  return { ask: { value: ask, clause: askClause }, ...Object.fromEntries(replies) };
}
