// What would change a score: the smallest set of plausible changes that reaches the next grade, found by
// applying changes to the lead and scoring again. Nothing here is estimated.

import type { Facts } from './facts/read-facts.ts';
import type { Lead } from './lead.ts';
import type { MessageMeaning } from './lexicon/message.ts';
import type { Topic } from './lexicon/questions.ts';
import { formatAmount } from './money/format-amount.ts';
import { type Grade, type Scored, type ScoreOptions, score } from './score.ts';
import { DEFAULT_SETTINGS, type Settings } from './settings.ts';
import { budgetRatio } from './signals/budget.ts';

/** Something that could be otherwise about a lead. */
export interface Change {
  readonly code: string;
  /** "they give a phone number" */
  readonly text: string;
  /** What to ask for, where the lead left it out. */
  readonly ask: string | null;
  readonly apply: (lead: Lead) => Lead;
}

export interface SmallestChange {
  readonly changes: readonly Change[];
  /** The lead with the changes, and what it scores. */
  readonly lead: Lead;
  readonly after: Scored;
}

export interface MissingAnswer {
  readonly ask: string;
  readonly gain: number;
}

/** Four changes at once are no longer a small change; ten candidates give 385 sets of up to four. */
const MOST_CHANGES = 4;

/** Each set is scored anew, at some 100 ns a character: a lead of 1,500 characters has all its sets tried, one at
 * the limits only its simplest, so that nobody waits half a second for an explanation. */
const MOST_CHARACTERS = 600_000;

const NEXT_GRADE: Readonly<Partial<Record<Grade, Grade>>> = { Cold: 'Cool', Cool: 'Warm', Warm: 'Hot' };

export const nextGrade = (grade: Grade): Grade | null => NEXT_GRADE[grade] ?? null;

/** The fewest changes that reach the next grade; of equally few, those that are easiest to come by. */
export function findSmallestChange(lead: Lead, options: ScoreOptions): SmallestChange | null {
  const before = score(lead, options);
  const target = nextGrade(before.data.grade);
  if (target === null || isNoInquiry(before)) return null;
  const least = leastScore(target, options.settings ?? DEFAULT_SETTINGS);
  const candidates = listChanges(lead, before.facts, options.settings ?? DEFAULT_SETTINGS);
  let setsLeft = Math.floor(MOST_CHARACTERS / lengthOf(lead));
  for (let size = 1; size <= Math.min(MOST_CHANGES, candidates.length); size++) {
    for (const changes of subsets(candidates, size)) {
      if (setsLeft-- <= 0) return null;
      const changed = changes.reduce((changing, change) => change.apply(changing), lead);
      const after = score(changed, options);
      if (after.data.score >= least && after.data.grade !== 'Spam') return { changes, lead: changed, after };
    }
  }
  return null;
}

/** Of what the lead did not say, the one answer that could add most. */
export function findMissingAnswer(lead: Lead, options: ScoreOptions): MissingAnswer | null {
  const before = score(lead, options);
  if (isNoInquiry(before)) return null;
  let best: MissingAnswer | null = null;
  for (const change of listChanges(lead, before.facts, options.settings ?? DEFAULT_SETTINGS)) {
    if (change.ask === null) continue;
    const gain = score(change.apply(lead), options).data.score - before.data.score;
    if (gain > (best?.gain ?? 0)) best = { ask: change.ask, gain };
  }
  return best;
}

/** Spam, an application, a call for help: no change of details makes these an inquiry. */
export const isNoInquiry = ({ suspicion }: Scored): boolean =>
  suspicion !== null && suspicion.kind !== 'doubtful';

function lengthOf({ custom_fields, ...texts }: Lead): number {
  const all = [...Object.values(texts), ...Object.keys(custom_fields), ...Object.values(custom_fields)];
  return all.reduce((sum, text) => sum + text.length, 1);
}

function leastScore(grade: Grade, { grades }: Settings): number {
  return grade === 'Hot' ? grades.hot : grade === 'Warm' ? grades.warm : grades.cool;
}

/** In order, so that the first set found is made of what comes first in the list. */
function* subsets<Item>(items: readonly Item[], size: number, from = 0): Generator<Item[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let i = from; i <= items.length - size; i++) {
    for (const rest of subsets(items, size - 1, i + 1)) yield [items[i] as Item, ...rest];
  }
}

// --- plausible changes, the easiest to come by first ------------------------------------------

export function listChanges(lead: Lead, facts: Facts, settings: Settings): Change[] {
  const changes: Change[] = [];
  if (facts.phone?.kind !== 'valid' && facts.phone?.kind !== 'local') {
    changes.push({
      code: 'phone',
      text: 'they give a phone number that works',
      ask: 'a phone number',
      apply: (changing) => ({ ...changing, phone: '+12025550143' }),
    });
  }
  changes.push(...answerChanges(facts), ...budgetChanges(facts, settings));
  if (facts.email?.kind !== 'business') {
    changes.push({
      code: 'email',
      text: 'they write from a business address',
      ask: facts.email === null ? 'an e-mail address' : null,
      apply: (changing) => ({ ...changing, email: 'name@their-company.com' }),
    });
  }
  changes.push(...messageChanges(lead, facts));
  return changes;
}

interface AnswerChange {
  /** What the message may have said instead: then there is nothing to ask. */
  readonly saidAs: readonly MessageMeaning[];
  readonly topic: Topic;
  readonly best: string;
  readonly question: string;
  readonly answer: string;
  readonly text: string;
  readonly ask: string;
}

const ANSWER_CHANGES: readonly AnswerChange[] = [
  {
    topic: 'timeline',
    saidAs: ['urgent', 'deadline'],
    best: 'now',
    question: 'When do you want to start?',
    answer: 'Now',
    text: 'they want to start now',
    ask: 'when they want to start',
  },
  {
    topic: 'authority',
    saidAs: ['decides'],
    best: 'decides',
    question: 'Are you the decision maker?',
    answer: 'Yes',
    text: 'the one who decides is on board',
    ask: 'who decides',
  },
  {
    topic: 'goal',
    saidAs: ['need', 'ready', 'ask-quote', 'ask-meeting', 'broken', 'replace', 'scope'],
    best: 'buy',
    question: 'What do you need?',
    answer: 'A purchase',
    text: 'they name something to buy',
    ask: 'what they want to buy or replace',
  },
];

function answerChanges({ answers, message }: Facts): Change[] {
  return ANSWER_CHANGES.flatMap(({ topic, best, question, answer, text, ask, saidAs }) => {
    if (saidAs.some((meaning) => message.said.has(meaning))) return [];
    const given = answers.filter((fact) => fact.topic === topic);
    if (given.length > 0 && given.every((fact) => fact.value === best)) return [];
    const apply = (lead: Lead): Lead => {
      const replaced = new Set(given.map((fact) => fact.question));
      const kept = Object.entries(lead.custom_fields).filter(([asked]) => !replaced.has(asked));
      return { ...lead, custom_fields: Object.fromEntries([...kept, [question, answer]]) };
    };
    return [{ code: topic, text, ask: given.length === 0 ? ask : null, apply }];
  });
}

/** The multiple of the typical deal that the next two levels of budget begin with. */
const BUDGET_STEPS = [1, 3] as const;

function budgetChanges({ budget }: Facts, settings: Settings): Change[] {
  const { amount, currency } = settings.typicalDeal;
  const ratio = budget.stated ? budgetRatio(budget, settings) : 0;
  return BUDGET_STEPS.filter((step) => ratio < step).map((step) => {
    const money = `${formatAmount(amount * step)} ${currency}`;
    return {
      code: `budget-${step}`,
      text: `they have a budget of ${money} or more`,
      ask: budget.stated || step > 1 ? null : 'the budget',
      apply: (lead: Lead): Lead => ({ ...lead, budget: money }),
    };
  });
}

const DOUBTS: readonly MessageMeaning[] = ['hedge', 'later', 'no-project', 'information', 'no-money'];

function messageChanges(lead: Lead, { message }: Facts): Change[] {
  const changes: Change[] = [];
  const quotes = DOUBTS.flatMap((doubt) => message.said.get(doubt)?.quote ?? []);
  if (quotes.length > 0) {
    changes.push({
      code: 'doubts',
      text: `they settle what is open (“${quotes.join('”, “')}”)`,
      ask: null,
      apply: (changing) => ({ ...changing, message: removeAll(changing.message, quotes) }),
    });
  }
  const isAsking = !message.said.has('study') && !message.said.has('press') && !message.said.has('no-money');
  if (!message.said.has('ready') && isAsking) {
    changes.push({
      code: 'ready',
      text:
        lead.message === ''
          ? 'they write that they are ready to order'
          : 'they add that they are ready to order',
      ask: lead.message === '' ? 'what they need, in their own words' : null,
      apply: (changing) => ({ ...changing, message: `${changing.message} We are ready to order.`.trim() }),
    });
  }
  return changes;
}

/** Whole words only: "no" is not taken out of "now". */
const removeAll = (text: string, quotes: readonly string[]): string =>
  quotes.reduce((shorter, quote) => shorter.replaceAll(wholeWords(quote), ''), text);

const wholeWords = (quote: string): RegExp =>
  new RegExp(`(?<!\\p{L})${quote.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\p{L})`, 'gu');
