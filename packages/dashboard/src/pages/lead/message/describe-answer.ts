// Describes how an answer was read, and the points it earned.

import type { LedgerEntry, Scored } from '@leadline/engine';
import { labelOf } from '@leadline/engine/read-reasons';

export interface DescribedAnswer {
  /** "Deadline" */
  readonly text: string;
  /** Null if the answer has no ledger entry. */
  readonly points: number | null;
}

export function describeAnswer(question: string, { facts, ledger }: Scored): DescribedAnswer {
  const { reading, budget } = facts;
  const entries = reading.findings.flatMap(({ concept, clause }): LedgerEntry[] => {
    if (reading.clauses[clause]?.question !== question) return [];
    const entry = ledger.find(({ code }) => code === concept || code === `doubt-${concept}`);
    return entry === undefined ? [] : [entry];
  });
  // Of several answers about the size of the company, the engine scores the first.
  if (facts.answers.find(({ topic }) => topic === 'size')?.question === question)
    entries.push(...ledger.filter(({ code }) => code.startsWith('size-')));
  const isBudget = facts.answers.some((fact) => fact.question === question && fact.topic === 'budget');
  if (isBudget && budget.from === 'answer') entries.push(...ledger.filter(({ group }) => group === 'budget'));
  if (entries.length === 0) return { text: 'Not part of the score', points: null };
  return {
    text: entries.map(({ text }) => labelOf(text)).join(', '),
    points: entries.reduce((sum, { points }) => sum + points, 0),
  };
}
