// Reads form answers by meaning: which topic the question asks about, and what the answer says.

import { AUTHORITY_BOOK, GOAL_BOOK, ROLE_BOOK } from '../lexicon/answers.ts';
import { QUESTION_BOOK, type QuestionMeaning, type Topic } from '../lexicon/questions.ts';
import { findPhrases } from '../text/phrases.ts';
import { remembering } from '../text/remember.ts';
import { type Tokens, tokenize } from '../text/tokenize.ts';
import { readWhen } from '../text/when.ts';
import { firstPlaces, yesOrNo } from './read-phrases.ts';
import { readSize, type Size } from './read-size.ts';

export type Timeline = 'now' | 'soon' | 'later' | 'far' | 'undecided';
export type Authority = 'decides' | 'influences' | 'none' | 'unknown';
export type Role = 'executive' | 'manager' | 'staff' | 'advisor' | 'student';
export type Goal = 'buy' | 'improve' | 'explore' | 'other';
export type AnswerFact =
  | {
      readonly topic: 'timeline';
      readonly question: string;
      readonly answer: string;
      readonly value: Timeline;
    }
  | {
      readonly topic: 'authority';
      readonly question: string;
      readonly answer: string;
      readonly value: Authority;
    }
  | { readonly topic: 'role'; readonly question: string; readonly answer: string; readonly value: Role }
  | { readonly topic: 'goal'; readonly question: string; readonly answer: string; readonly value: Goal }
  | { readonly topic: 'size'; readonly question: string; readonly answer: string; readonly value: Size }
  | { readonly topic: 'story'; readonly question: string; readonly answer: string; readonly value: null }
  | { readonly topic: 'budget'; readonly question: string; readonly answer: string; readonly value: null };

export function readAnswers(fields: Readonly<Record<string, string>>, now: Date): AnswerFact[] {
  const facts: AnswerFact[] = [];
  for (const question of Object.keys(fields)) {
    const fact = readAnswer(question, fields[question] as string, now);
    if (fact !== null) facts.push(fact);
  }
  return facts;
}

/** What a question and its answer mean; null when the question or the answer says nothing we know. */
export function readAnswer(question: string, answer: string, now: Date): AnswerFact | null {
  const asked = readQuestion(question);
  if (asked === null) return null;
  // "Next month" means another month every month; what else is answered means the same any day.
  return asked.topic === 'timeline' ? readTimed(asked, question, answer, now) : asked.read(answer);
}

function readTimed(asked: Asked, question: string, answer: string, now: Date): AnswerFact | null {
  const value = readTimeline(tokenize(answer), asked, now);
  return value === null ? readStory(question, answer) : { topic: 'timeline', question, answer, value };
}

function readTimeless(
  { topic, meanings }: Pick<Asked, 'topic' | 'meanings'>,
  question: string,
  answer: string,
): AnswerFact | null {
  const tokens = tokenize(answer);
  const base = { question, answer };
  switch (topic) {
    case 'authority': {
      const value = readAuthority(tokens, meanings);
      return value && { ...base, topic, value };
    }
    case 'role': {
      const value = readRole(tokens, meanings);
      return value && { ...base, topic, value };
    }
    case 'goal': {
      const value = readGoal(tokens);
      return value && { ...base, topic, value };
    }
    case 'size': {
      const value = readSize(answer, tokens, question);
      return value && { ...base, topic, value };
    }
    case 'budget':
    case 'story':
      return { ...base, topic, value: null };
    case 'timeline':
      return null;
  }
}

/** An answer beside the question it was given to may still be worth reading as a sentence. */
const readStory = (question: string, answer: string): AnswerFact | null =>
  answer.trim().includes(' ') ? { topic: 'story', question, answer, value: null } : null;

interface Asked {
  readonly topic: Topic;
  readonly meanings: ReadonlySet<QuestionMeaning>;
  readonly tokens: Tokens;
  /** What an answer to it means, where that does not depend on the day. */
  readonly read: (answer: string) => AnswerFact | null;
}

const QUESTIONS_REMEMBERED = 500;
const ANSWERS_REMEMBERED = 50;

export const readQuestion = remembering((question): Asked | null => {
  const tokens = tokenize(question);
  const meanings = new Set<QuestionMeaning>();
  for (const { meaning } of findPhrases(QUESTION_BOOK, tokens)) meanings.add(meaning);
  const topic = topicOf(meanings);
  if (topic === null) return null;
  const read = (answer: string): AnswerFact | null =>
    readTimeless({ topic, meanings }, question, answer) ?? readStory(question, answer);
  return { topic, meanings, tokens, read: remembering(read, ANSWERS_REMEMBERED) };
}, QUESTIONS_REMEMBERED);

/** Beside these, words of a question that is beside the point do not count. */
const OUTWEIGH_OTHER: readonly QuestionMeaning[] = ['size', 'role', 'budget', 'timeline', 'goal', 'story'];

function topicOf(meanings: ReadonlySet<QuestionMeaning>): Topic | null {
  const has = (meaning: QuestionMeaning): boolean => meanings.has(meaning);
  const isAboutDecision = has('decision') || has('authority');
  // "Company" alone is a name to fill in; "company size" is not.
  if (has('other') && !isAboutDecision && !OUTWEIGH_OTHER.some(has)) return null;
  if (has('other') && has('when') && !has('timeline')) return null;
  if (has('budget') && !has('when') && !isAboutDecision) return 'budget';
  if (has('when')) return 'timeline';
  if (isAboutDecision) return 'authority';
  if (has('urgency')) return 'timeline';
  if (has('size')) return 'size';
  if (has('owner')) return 'role';
  if (has('role')) return 'role';
  if (has('goal')) return 'goal';
  return has('story') ? 'story' : null;
}

function readTimeline(tokens: Tokens, { meanings, tokens: question }: Asked, now: Date): Timeline | null {
  const when = readWhen(tokens, now);
  const said = yesOrNo(tokens);
  if (when === null || (when === 'undecided' && said === 'no' && tokens.words.length === 1)) {
    if (said === 'no') return meanings.has('urgency') ? 'later' : 'undecided';
    if (said !== 'yes') return null;
    if (meanings.has('urgency')) return 'now';
    const asked = readWhen(question, now);
    return typeof asked === 'number' ? bucketOf(asked) : null;
  }
  return when === 'undecided' ? 'undecided' : bucketOf(when);
}

function bucketOf(months: number): Timeline {
  if (months <= 0.7) return 'now';
  if (months <= 3.2) return 'soon';
  return months <= 12.5 ? 'later' : 'far';
}

function readAuthority(tokens: Tokens, asked: ReadonlySet<QuestionMeaning>): Authority | null {
  const said = yesOrNo(tokens);
  const found = firstPlaces(AUTHORITY_BOOK, tokens);
  if (found.has('influences') && !(tokens.words.length <= 2 && said !== null)) return 'influences';
  if (found.has('unknown')) return 'unknown';
  if (asked.has('others-decide')) {
    if (said === 'no') return 'decides';
    if (said === 'yes') return 'none';
  }
  if (said === 'no') {
    if (found.has('none') && !asked.has('alone')) return 'none';
    return asked.has('alone')
      ? 'influences'
      : found.has('decides') && found.get('decides') !== 0
        ? 'decides'
        : 'none';
  }
  if (found.has('none'))
    return found.has('decides') && said !== 'yes' ? 'influences' : said === 'yes' ? 'decides' : 'none';
  if (said === 'yes' || found.has('decides')) return 'decides';
  return null;
}

/** The more telling first; each gives way to a role named before it: "CEO, founder of an agency" runs one, while
 * "agency" without a title acts for others. */
const ROLES: readonly (readonly [role: Role, givesWayTo: readonly Role[]])[] = [
  ['student', []],
  ['advisor', ['executive']],
  ['staff', ['executive', 'manager']],
  ['executive', []],
  ['manager', []],
];

function readRole(tokens: Tokens, asked: ReadonlySet<QuestionMeaning>): Role | null {
  if (asked.has('owner') && yesOrNo(tokens) === 'yes') return 'executive';
  const found = firstPlaces(ROLE_BOOK, tokens);
  for (const [role, givesWayTo] of ROLES) {
    const place = found.get(role);
    if (place === undefined) continue;
    if (!givesWayTo.some((other) => (found.get(other) ?? place) < place)) return role;
  }
  return null;
}

function readGoal(tokens: Tokens): Goal | null {
  if (tokens.words.length === 0) return null;
  const found = firstPlaces(GOAL_BOOK, tokens);
  const explore = found.get('explore') ?? Number.POSITIVE_INFINITY;
  const other = found.get('other') ?? Number.POSITIVE_INFINITY;
  const buy = found.get('buy') ?? Number.POSITIVE_INFINITY;
  if (other < buy && other < explore) return 'other';
  if (explore <= buy && explore < Number.POSITIVE_INFINITY) return 'explore';
  if (other < Number.POSITIVE_INFINITY && buy === Number.POSITIVE_INFINITY) return 'other';
  if (buy < Number.POSITIVE_INFINITY) return 'buy';
  // A goal in words of its own is something to achieve; one word may be anything.
  return tokens.words.length >= 2 ? 'improve' : null;
}
