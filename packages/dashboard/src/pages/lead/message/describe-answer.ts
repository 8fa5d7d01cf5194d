// Describes how an answer was interpreted and how many points it scored.

import type { Scored } from '@leadline/engine';
import { joinNames } from '../join-names.ts';
import type { Engine } from '../use-engine.ts';
import { listAnswers } from './list-answers.ts';

export interface DescribedAnswer {
  /** For example "Soon, or urgent". */
  readonly text: string;
  /** Null if the answer is not part of the score. */
  readonly points: number | null;
}

export function describeAnswer(
  { BOT_CHECK, nameEntry }: Pick<Engine, 'BOT_CHECK' | 'nameEntry'>,
  question: string,
  scored: Scored,
): DescribedAnswer {
  const { facts, ledger } = scored;
  const entries = listAnswers(scored)
    .filter(({ clause }) => clause.question === question)
    .map(({ entry }) => entry);
  const isBudget = facts.reading.facts.some((fact) => fact.question === question && fact.topic === 'budget');
  if (isBudget && facts.budget.from === 'answer')
    entries.push(...ledger.filter(({ group }) => group === 'budget'));
  if (question === BOT_CHECK) entries.push(...ledger.filter(({ code }) => code === 'bot'));
  if (entries.length === 0) return { text: 'Not part of the score', points: null };
  return {
    text: joinNames(entries.map(nameEntry)),
    points: entries.reduce((sum, { points }) => sum + points, 0),
  };
}
