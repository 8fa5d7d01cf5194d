// What an answer to a form's question was read as, in words, and the entry of the ledger it made.

import type { AnswerFact, LedgerEntry, Scored } from '@leadline/engine';

export interface ToldAnswer {
  /** "Timeline: now" */
  readonly text: string;
  /** Null where it made no entry. */
  readonly points: number | null;
}

const TOPICS: Readonly<Record<AnswerFact['topic'], string>> = {
  timeline: 'Timeline',
  authority: 'Authority',
  role: 'Role',
  goal: 'Goal',
  size: 'Size',
  story: 'Story',
  budget: 'Budget',
};

const VALUES: Readonly<Record<string, string>> = {
  'timeline now': 'now',
  'timeline soon': 'within three months',
  'timeline later': 'within a year',
  'timeline far': 'in more than a year',
  'timeline undecided': 'undecided',
  'authority decides': 'decides',
  'authority influences': 'has a say',
  'authority none': 'does not decide',
  'authority unknown': 'not known',
  'role executive': 'runs the business',
  'role manager': 'manages',
  'role staff': 'works in the team',
  'role advisor': 'acts for others',
  'role student': 'student or between jobs',
  'goal buy': 'something to buy',
  'goal improve': 'something to achieve',
  'goal explore': 'looking around',
  'goal other': 'something else',
};

export function tellAnswer(question: string, { facts, ledger }: Scored): ToldAnswer {
  const fact = facts.answers.find((other) => other.question === question);
  if (fact === undefined) return { text: 'Not part of the score', points: null };
  if (fact.topic === 'story') return { text: 'Read like the message', points: null };
  if (fact.topic === 'budget') return tellBudget(fact, facts.budget, ledger);
  const value = fact.topic === 'size' ? tellSize(fact.value) : VALUES[`${fact.topic} ${fact.value}`];
  const text = `${TOPICS[fact.topic]}: ${value ?? fact.value}`;
  const entry = findEntry(fact, ledger);
  if (entry !== undefined) return { text, points: entry.points };
  const hasRival = ledger.some(({ group, code }) => group === 'answers' && code.startsWith(`${fact.topic}-`));
  return { text: hasRival ? `${text}; a weaker answer counts instead` : text, points: null };
}

function tellBudget(
  { answer }: AnswerFact,
  budget: Scored['facts']['budget'],
  ledger: readonly LedgerEntry[],
): ToldAnswer {
  const isUsed = budget.from === 'answer' && budget.trace.some(({ text }) => answer.includes(text));
  if (!isUsed) return { text: 'Budget: not used', points: null };
  return {
    text: 'Budget: read below',
    points: ledger.find(({ group }) => group === 'budget')?.points ?? null,
  };
}

/** Of two answers on one topic the weaker counts; its entry quotes it. */
function findEntry({ topic, answer }: AnswerFact, ledger: readonly LedgerEntry[]): LedgerEntry | undefined {
  const line = answer.replace(/\s+/g, ' ');
  return ledger.find(({ group, code, text }) => {
    if (group !== 'answers' || !code.startsWith(`${topic}-`)) return false;
    const quoted = /“(.*)”/s.exec(text)?.[1] ?? '';
    return quoted.endsWith('…') ? line.startsWith(quoted.slice(0, -1)) : quoted === line;
  });
}

function tellSize({ min, max }: { readonly min: number | null; readonly max: number | null }): string {
  if (min === null) return `up to ${max} people`;
  if (max === null) return `${min} people or more`;
  if (min === max) return min === 1 ? 'one person' : `${min} people`;
  return `${min} to ${max} people`;
}
