// The answers that were read in the lead, each with its ledger entry and the words that show it.

import type { Clause, LedgerEntry, Question, Scored } from '@leadline/engine';

export interface ShownAnswer {
  readonly entry: LedgerEntry;
  readonly clause: Clause;
  /** Whether it says that the lead isn't a sale, or perhaps isn't. */
  readonly isRisk: boolean;
}

/** Leaves out what no words show, such as an organisation known from the email alone. */
export function listAnswers({ answers, facts, ledger, suspicion }: Scored): ShownAnswer[] {
  const { ask, doubt, ...questions } = answers;
  const codes: (readonly [code: string, clause: number])[] = [[`ask-${ask.value}`, ask.clause]];
  if (doubt !== null) codes.push(['doubt', doubt.clause]);
  for (const question of Object.keys(questions) as Question[])
    if (questions[question].value !== 0) codes.push([question, questions[question].clause]);
  return codes.flatMap(([code, at]): ShownAnswer[] => {
    const entry = ledger.find((other) => other.code === code || other.code === `ai-${code}`);
    const clause = facts.reading.clauses[at];
    const isRisk = code === 'doubt' || code === `ask-${suspicion?.kind}`;
    return entry === undefined || clause === undefined ? [] : [{ entry, clause, isRisk }];
  });
}
