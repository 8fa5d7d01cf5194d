// Describes how an answer was interpreted and how many points it scored.

import type { LedgerEntry, Scored } from '@leadline/engine';
import type { Engine } from '../use-engine.ts';

export interface DescribedAnswer {
  /** For example "Deadline". */
  readonly text: string;
  /** Null if the answer is not part of the score. */
  readonly points: number | null;
}

export function describeAnswer(
  { BOT_CHECK, nameEntry }: Pick<Engine, 'BOT_CHECK' | 'nameEntry'>,
  question: string,
  { facts, ledger }: Scored,
): DescribedAnswer {
  const { reading, budget } = facts;
  const entries = reading.findings.flatMap(({ concept, clause }): LedgerEntry[] => {
    if (reading.clauses[clause]?.question !== question) return [];
    const entry = ledger.find(({ code }) => code === concept || code === `doubt-${concept}`);
    return entry === undefined ? [] : [entry];
  });
  // The engine only scores the first answer about company size.
  const size = facts.answers.find(({ topic }) => topic === 'size');
  if (size?.question === question) entries.push(...ledger.filter(({ code }) => code.startsWith('size-')));
  const isBudget = facts.answers.some((fact) => fact.question === question && fact.topic === 'budget');
  if (isBudget && budget.from === 'answer') entries.push(...ledger.filter(({ group }) => group === 'budget'));
  // A failed check decides alone.
  if (question === BOT_CHECK) entries.push(...ledger.filter(({ code }) => code === 'fake'));
  if (entries.length === 0) return { text: 'Not part of the score', points: null };
  return {
    text: entries.map((entry) => nameEntry(entry, reading)).join(', '),
    points: entries.reduce((sum, { points }) => sum + points, 0),
  };
}
