// Structured signals: the answers to form questions, read by meaning. Where two answers on one topic
// disagree, the weaker counts.

import type { AnswerFact, Size } from '../facts/read-answers.ts';
import type { Facts } from '../facts/read-facts.ts';
import { type LedgerEntry, makeEntry, sumOf } from '../ledger.ts';
import type { Topic } from '../lexicon/questions.ts';
import type { Settings } from '../settings.ts';

const TEXTS: Readonly<Record<string, string>> = {
  'timeline-now': 'Wants to start now',
  'timeline-soon': 'Wants to start within three months',
  'timeline-later': 'Starts within a year',
  'timeline-far': 'Starts in more than a year',
  'timeline-undecided': 'No start date yet',
  'authority-decides': 'Decides',
  'authority-influences': 'Has a say in the decision',
  'authority-none': 'Does not decide',
  'role-executive': 'Runs the business',
  'role-manager': 'Manages',
  'role-staff': 'Works in the team',
  'role-advisor': 'Acts for others',
  'role-student': 'Student or between jobs',
  'goal-buy': 'Has something to buy',
  'goal-improve': 'Has something to achieve',
  'goal-explore': 'Looking around',
  'goal-other': 'Came for something else',
  'size-large': 'Large organisation',
  'size-medium': 'Medium-sized organisation',
  'size-small': 'Small organisation',
  'size-tiny': 'Very small',
};

const ORDER: readonly Topic[] = ['timeline', 'authority', 'size', 'role', 'goal'];

export function scoreAnswers({ answers }: Facts, settings: Settings): LedgerEntry[] {
  const entries: LedgerEntry[] = [];
  for (const topic of ORDER) {
    let weakest: LedgerEntry | null = null;
    for (const fact of answers) {
      if (fact.topic !== topic) continue;
      const entry = entryFor(fact, settings);
      if (entry !== null && (weakest === null || entry.points < weakest.points)) weakest = entry;
    }
    if (weakest !== null) entries.push(weakest);
  }
  const excess = sumOf(entries) - settings.caps.answers;
  if (excess > 0) {
    entries.push(
      makeEntry('answers', 'answers-cap', -excess, `Answers count for ${settings.caps.answers} at most`),
    );
  }
  return entries;
}

function entryFor(fact: AnswerFact, { answers }: Settings): LedgerEntry | null {
  const value = fact.topic === 'size' ? sizeLevel(fact.value) : fact.value;
  if (value === null || value === 'unknown') return null;
  const weight = `${fact.topic}${value[0]?.toUpperCase()}${value.slice(1)}` as keyof Settings['answers'];
  const code = `${fact.topic}-${value}`;
  return makeEntry('answers', code, answers[weight], `${TEXTS[code]}: “${shorten(fact.answer)}”`);
}

export function sizeLevel({ min, max }: Size): 'large' | 'medium' | 'small' | 'tiny' | null {
  const people = min !== null && max !== null ? (min + max) / 2 : (min ?? max);
  if (people === null) return null;
  if (people >= 250) return 'large';
  if (people >= 50) return 'medium';
  return people >= 5 ? 'small' : 'tiny';
}

const shorten = (answer: string): string => {
  const line = answer.replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
};
