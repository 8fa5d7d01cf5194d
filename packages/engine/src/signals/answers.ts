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

/** Topics in the order of their reasons. */
const PLACES: Readonly<Partial<Record<Topic, number>>> = {
  timeline: 0,
  authority: 1,
  size: 2,
  role: 3,
  goal: 4,
};

interface Weighed {
  readonly fact: AnswerFact;
  readonly value: string;
  readonly rule: Rule;
}

export function scoreAnswers({ answers, message }: Facts, settings: Settings): LedgerEntry[] {
  if (answers.length === 0) return [];
  const weakest: (Weighed | undefined)[] = [undefined, undefined, undefined, undefined, undefined];
  for (const fact of answers) {
    const place = PLACES[fact.topic];
    const value = fact.topic === 'size' ? sizeLevel(fact.value) : fact.value;
    if (place === undefined || value === null) continue;
    const rule = RULES[fact.topic]?.[value];
    if (rule === undefined) continue;
    const rival = weakest[place];
    const isWeaker =
      rival === undefined || settings.answers[rule.weight] < settings.answers[rival.rule.weight];
    if (isWeaker) weakest[place] = { fact, value, rule };
  }
  const entries: LedgerEntry[] = [];
  for (const weighed of weakest) {
    if (weighed === undefined) continue;
    const { fact, value, rule } = weighed;
    const text = `${rule.text}: “${shorten(fact.answer)}”`;
    entries.push(makeEntry('answers', `${fact.topic}-${value}`, settings.answers[rule.weight], text));
  }
  const sum = sumOf(entries);
  // Without a message the answers are all there is to go by.
  if (message.words < 3 && sum !== 0) {
    entries.push(
      makeEntry(
        'answers',
        'answers-alone',
        sum,
        message.words === 0
          ? 'No message, so the answers count double'
          : 'Hardly a message, so the answers count double',
      ),
    );
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
