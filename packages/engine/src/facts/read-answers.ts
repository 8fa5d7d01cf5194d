// Reads form answers: what the question is about and what the answer means.

import { AUTHORITY_BOOK, GOAL_BOOK, ROLE_BOOK } from '../lexicon/answers.ts';
import {
  QUESTION_BOOK,
  type QuestionMeaning,
  type QuestionTopic,
  TOPICS,
  type Topic,
} from '../lexicon/questions.ts';
import { cached } from '../text/cached.ts';
import { findPhrases } from '../text/phrases.ts';
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

/** What an answer means; null if the question or the answer is not understood. If the account says what its question is
 * about, the topic is known. */
export function readAnswer(
  question: string,
  answer: string,
  now: Date,
  known?: QuestionTopic,
): AnswerFact | null {
  const asked = known === undefined ? readQuestion(question) : readKnownQuestion(question, known);
  if (asked === null) return null;
  // "Next month" depends on today's date; all other answers mean the same on any day and can be cached.
  return asked.topic === 'timeline' ? readDated(asked, question, answer, now) : asked.read(answer);
}

function readDated(asked: Asked, question: string, answer: string, now: Date): AnswerFact | null {
  const value = readTimeline(tokenize(answer), asked, now);
  return value === null ? readStory(question, answer) : { topic: 'timeline', question, answer, value };
}

function readUndated(
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

/** An answer that doesn't fit its question may still be worth reading as free text. */
const readStory = (question: string, answer: string): AnswerFact | null =>
  answer.trim().includes(' ') ? { topic: 'story', question, answer, value: null } : null;

interface Asked {
  readonly topic: Topic;
  readonly meanings: ReadonlySet<QuestionMeaning>;
  readonly tokens: Tokens;
  /** Reads an answer that does not depend on the date; results are cached. */
  readonly read: (answer: string) => AnswerFact | null;
}

const MAX_CACHED_QUESTIONS = 500;
const MAX_CACHED_ANSWERS = 50;

export const readQuestion = cached((question): Asked | null => {
  const tokens = tokenize(question);
  const meanings = findQuestionMeanings(tokens);
  const topic = topicOf(meanings);
  return topic === null ? null : ask(question, tokens, meanings, topic);
}, MAX_CACHED_QUESTIONS);

/** Whether a question is about something else than what they want: a postcode, a newsletter, how they heard about us. */
export const isAside = cached(
  (question): boolean =>
    readQuestion(question) === null && findQuestionMeanings(tokenize(question)).has('other'),
  MAX_CACHED_QUESTIONS,
);

function readKnownQuestion(question: string, topic: QuestionTopic): Asked | null {
  return topic === 'other' ? null : READ_AS[topic](question);
}

/** For questions whose topic is known. The words of the question still say what yes and no mean. */
const READ_AS = Object.fromEntries(
  TOPICS.map((topic) => [
    topic,
    cached((question) => {
      const tokens = tokenize(question);
      return ask(question, tokens, findQuestionMeanings(tokens), topic);
    }, MAX_CACHED_QUESTIONS),
  ]),
) as Readonly<Record<Topic, (question: string) => Asked>>;

function findQuestionMeanings({ known }: Tokens): ReadonlySet<QuestionMeaning> {
  const meanings = new Set<QuestionMeaning>();
  for (const { meaning } of findPhrases(QUESTION_BOOK, known)) meanings.add(meaning);
  return meanings;
}

function ask(question: string, tokens: Tokens, meanings: ReadonlySet<QuestionMeaning>, topic: Topic): Asked {
  const read = (answer: string): AnswerFact | null =>
    readUndated({ topic, meanings }, question, answer) ?? readStory(question, answer);
  return { topic, meanings, tokens, read: cached(read, MAX_CACHED_ANSWERS) };
}

/** Topics that take precedence over `other`. */
const STRONGER_THAN_OTHER: readonly QuestionMeaning[] = [
  'size',
  'role',
  'budget',
  'timeline',
  'goal',
  'story',
];

function topicOf(meanings: ReadonlySet<QuestionMeaning>): Topic | null {
  const has = (meaning: QuestionMeaning): boolean => meanings.has(meaning);
  const isAboutDecision = has('decision') || has('authority');
  // "Company" alone asks for a name; "company size" does not.
  if (has('other') && !isAboutDecision && !STRONGER_THAN_OTHER.some(has)) return null;
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
  const yesNo = yesOrNo(tokens);
  if (when === null || (when === 'undecided' && yesNo === 'no' && tokens.words.length === 1)) {
    if (yesNo === 'no') return meanings.has('urgency') ? 'later' : 'undecided';
    if (yesNo !== 'yes') return null;
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
  const yesNo = yesOrNo(tokens);
  const found = firstPlaces(AUTHORITY_BOOK, tokens);
  if (found.has('influences') && !(tokens.words.length <= 2 && yesNo !== null)) return 'influences';
  if (found.has('unknown')) return 'unknown';
  if (asked.has('others-decide')) {
    if (yesNo === 'no') return 'decides';
    if (yesNo === 'yes') return 'none';
  }
  if (yesNo === 'no') {
    if (found.has('none') && !asked.has('alone')) return 'none';
    return asked.has('alone')
      ? 'influences'
      : found.has('decides') && found.get('decides') !== 0
        ? 'decides'
        : 'none';
  }
  if (found.has('none'))
    return found.has('decides') && yesNo !== 'yes' ? 'influences' : yesNo === 'yes' ? 'decides' : 'none';
  if (yesNo === 'yes' || found.has('decides')) return 'decides';
  return null;
}

/** Most specific first. Some roles give way to others mentioned earlier: "CEO, founder of an agency" is an executive,
 * while "agency" alone is an advisor. */
const ROLES: readonly (readonly [role: Role, yieldsTo: readonly Role[]])[] = [
  ['student', []],
  ['advisor', ['executive']],
  ['staff', ['executive', 'manager']],
  ['executive', []],
  ['manager', []],
];

function readRole(tokens: Tokens, asked: ReadonlySet<QuestionMeaning>): Role | null {
  if (asked.has('owner') && yesOrNo(tokens) === 'yes') return 'executive';
  const found = firstPlaces(ROLE_BOOK, tokens);
  for (const [role, yieldsTo] of ROLES) {
    const place = found.get(role);
    if (place === undefined) continue;
    if (!yieldsTo.some((other) => (found.get(other) ?? place) < place)) return role;
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
  // Several words probably describe a goal; a single unknown word could be anything.
  return tokens.words.length >= 2 ? 'improve' : null;
}
