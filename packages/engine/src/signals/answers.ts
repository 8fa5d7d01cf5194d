// Structured signals: the answers to form questions, read by meaning. Where two answers on one topic
// disagree, the weaker counts.

import type { AnswerFact } from '../facts/read-answers.ts';
import type { Facts } from '../facts/read-facts.ts';
import type { Size } from '../facts/read-size.ts';
import { type LedgerEntry, makeEntry, sumOf } from '../ledger.ts';
import type { Topic } from '../lexicon/questions.ts';
import type { Settings } from '../settings.ts';
import { oneLine } from '../text/tokenize.ts';

interface Rule {
  readonly weight: keyof Settings['answers'];
  readonly text: string;
}

const RULES: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  timeline: {
    now: { weight: 'timelineNow', text: 'Wants to start now' },
    soon: { weight: 'timelineSoon', text: 'Wants to start within three months' },
    later: { weight: 'timelineLater', text: 'Starts within a year' },
    far: { weight: 'timelineFar', text: 'Starts in more than a year' },
    undecided: { weight: 'timelineUndecided', text: 'No start date yet' },
  },
  authority: {
    decides: { weight: 'authorityDecides', text: 'Decides' },
    influences: { weight: 'authorityInfluences', text: 'Has a say in the decision' },
    none: { weight: 'authorityNone', text: 'Does not decide' },
  },
  size: {
    large: { weight: 'sizeLarge', text: 'Large organisation' },
    medium: { weight: 'sizeMedium', text: 'Medium-sized organisation' },
    small: { weight: 'sizeSmall', text: 'Small organisation' },
    tiny: { weight: 'sizeTiny', text: 'Very small' },
  },
  role: {
    executive: { weight: 'roleExecutive', text: 'Runs the business' },
    manager: { weight: 'roleManager', text: 'Manages' },
    staff: { weight: 'roleStaff', text: 'Works in the team' },
    advisor: { weight: 'roleAdvisor', text: 'Acts for others' },
    student: { weight: 'roleStudent', text: 'Student or between jobs' },
  },
  goal: {
    buy: { weight: 'goalBuy', text: 'Has something to buy' },
    improve: { weight: 'goalImprove', text: 'Has something to achieve' },
    explore: { weight: 'goalExplore', text: 'Looking around' },
    other: { weight: 'goalOther', text: 'Came for something else' },
  },
};

const ORDER: readonly Topic[] = ['timeline', 'authority', 'size', 'role', 'goal'];

export function scoreAnswers({ answers, message }: Facts, settings: Settings): LedgerEntry[] {
  if (answers.length === 0) return [];
  const entries: LedgerEntry[] = [];
  for (const topic of ORDER) {
    let weakest: { fact: AnswerFact; value: string; points: number } | null = null;
    for (const fact of answers) {
      if (fact.topic !== topic) continue;
      const value = fact.topic === 'size' ? sizeLevel(fact.value) : fact.value;
      const rule = value === null ? undefined : RULES[topic]?.[value];
      if (value === null || rule === undefined) continue;
      const points = settings.answers[rule.weight];
      if (weakest === null || points < weakest.points) weakest = { fact, value, points };
    }
    if (weakest === null) continue;
    const { fact, value, points } = weakest;
    const text = `${RULES[topic]?.[value]?.text}: “${shorten(fact.answer)}”`;
    entries.push(makeEntry('answers', `${topic}-${value}`, points, text));
  }
  const sum = sumOf(entries);
  // Without a message the answers are all there is to go by.
  if (message.words < 3 && sum !== 0) {
    entries.push(makeEntry('answers', 'answers-alone', sum, 'No message, so the answers count double'));
  }
  const excess = sumOf(entries) - settings.caps.answers;
  if (excess > 0) {
    entries.push(
      makeEntry('answers', 'answers-cap', -excess, `Answers count for ${settings.caps.answers} at most`),
    );
  }
  return entries;
}

function sizeLevel({ min, max }: Size): 'large' | 'medium' | 'small' | 'tiny' | null {
  const people = min !== null && max !== null ? (min + max) / 2 : (min ?? max);
  if (people === null) return null;
  if (people >= 250) return 'large';
  if (people >= 50) return 'medium';
  return people >= 5 ? 'small' : 'tiny';
}

const shorten = (answer: string): string => {
  const line = oneLine(answer);
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
};
