// Reads form answers by meaning: which topic the question asks about, and what the answer says.

import { ALONE_BOOK, AUTHORITY_BOOK, GOAL_BOOK, ROLE_BOOK, YES_NO_BOOK } from '../lexicon/answers.ts';
import { QUESTION_BOOK, type QuestionMeaning, type Topic } from '../lexicon/questions.ts';
import { readNumeral } from '../money/numerals.ts';
import { scanBudget } from '../money/scan.ts';
import { findPhrases, type PhraseBook } from '../text/phrases.ts';
import { type Tokens, tokenize } from '../text/tokenize.ts';
import { readWhen } from '../text/when.ts';

export type Timeline = 'now' | 'soon' | 'later' | 'far' | 'undecided';
export type Authority = 'decides' | 'influences' | 'none' | 'unknown';
export type Role = 'executive' | 'manager' | 'staff' | 'advisor' | 'student';
export type Goal = 'buy' | 'improve' | 'explore' | 'other';
export interface Size {
  readonly min: number | null;
  readonly max: number | null;
}

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
  const asked = recallQuestion(question);
  return asked && (readValue(asked, answer, now, question) ?? readStory(question, answer));
}

/** Forms ask the same questions in every lead: what is asked is worked out once. Bounded, so that a sender
 * of ever new questions cannot fill the memory; the reading is the same with and without it. */
const knownQuestions = new Map<string, Asked | null>();
const MOST_QUESTIONS = 2_000;

function recallQuestion(question: string): Asked | null {
  const known = knownQuestions.get(question);
  if (known !== undefined) return known;
  const asked = readQuestion(question);
  if (knownQuestions.size >= MOST_QUESTIONS) knownQuestions.clear();
  knownQuestions.set(question, asked);
  return asked;
}

function readValue(asked: Asked, answer: string, now: Date, question: string): AnswerFact | null {
  const tokens = tokenize(answer);
  const base = { question, answer };
  switch (asked.topic) {
    case 'budget':
    case 'story':
      return { ...base, topic: asked.topic, value: null };
    case 'timeline': {
      const value = readTimeline(tokens, asked, now);
      return value && { ...base, topic: 'timeline', value };
    }
    case 'authority': {
      const value = readAuthority(tokens, asked.meanings);
      return value && { ...base, topic: 'authority', value };
    }
    case 'role': {
      const value = readRole(tokens, asked.meanings);
      return value && { ...base, topic: 'role', value };
    }
    case 'goal': {
      const value = readGoal(tokens);
      return value && { ...base, topic: 'goal', value };
    }
    case 'size': {
      const value = readSize(answer, tokens, question);
      return value && { ...base, topic: 'size', value };
    }
  }
}

/** An answer beside the question it was given to may still be worth reading as a sentence. */
const readStory = (question: string, answer: string): AnswerFact | null =>
  answer.trim().includes(' ') ? { topic: 'story', question, answer, value: null } : null;

interface Asked {
  readonly topic: Topic;
  readonly meanings: ReadonlySet<QuestionMeaning>;
  readonly tokens: Tokens;
}

function readQuestion(question: string): Asked | null {
  const tokens = tokenize(question);
  const meanings = new Set<QuestionMeaning>();
  for (const { meaning } of findPhrases(QUESTION_BOOK, tokens)) meanings.add(meaning);
  const topic = topicOf(meanings);
  return topic && { topic, meanings, tokens };
}

function topicOf(meanings: ReadonlySet<QuestionMeaning>): Topic | null {
  const has = (meaning: QuestionMeaning): boolean => meanings.has(meaning);
  const isAboutDecision = has('decision') || has('authority');
  // "Company" alone is a name to fill in; "company size" is not.
  if (
    has('other') &&
    !isAboutDecision &&
    !has('size') &&
    !has('role') &&
    !has('budget') &&
    !has('timeline') &&
    !has('goal') &&
    !has('story')
  )
    return null;
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

/** The meanings of a text in one book, each with the place of its longest phrase. */
function meaningsIn<Value extends string>(book: PhraseBook<Value>, tokens: Tokens): Map<Value, number> {
  const found = new Map<Value, number>();
  for (const { meaning, first } of findPhrases(book, tokens))
    if (!found.has(meaning)) found.set(meaning, first);
  return found;
}

function yesOrNo(tokens: Tokens): 'yes' | 'no' | null {
  const found = meaningsIn(YES_NO_BOOK, tokens);
  const yes = found.get('yes') ?? Number.POSITIVE_INFINITY;
  const no = found.get('no') ?? Number.POSITIVE_INFINITY;
  if (Math.min(yes, no) > 0) return null;
  return yes < no ? 'yes' : 'no';
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
  const found = meaningsIn(AUTHORITY_BOOK, tokens);
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

const ROLE_ORDER: readonly Role[] = ['student', 'advisor', 'staff', 'executive', 'manager'];

function readRole(tokens: Tokens, asked: ReadonlySet<QuestionMeaning>): Role | null {
  const said = yesOrNo(tokens);
  if (asked.has('owner') && said === 'yes') return 'executive';
  const found = meaningsIn(ROLE_BOOK, tokens);
  for (const role of ROLE_ORDER) {
    if (!found.has(role)) continue;
    // "CEO, founder of an agency" runs one; "agency" without a title acts for others.
    if (
      role === 'advisor' &&
      found.has('executive') &&
      (found.get('executive') as number) < (found.get('advisor') as number)
    )
      continue;
    if (
      role === 'staff' &&
      found.has('executive') &&
      (found.get('executive') as number) < (found.get('staff') as number)
    )
      continue;
    if (
      role === 'staff' &&
      found.has('manager') &&
      (found.get('manager') as number) < (found.get('staff') as number)
    )
      continue;
    return role;
  }
  return null;
}

function readGoal(tokens: Tokens): Goal | null {
  if (tokens.words.length === 0) return null;
  const found = meaningsIn(GOAL_BOOK, tokens);
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

function readSize(answer: string, tokens: Tokens, question: string): Size | null {
  const said = yesOrNo(tokens);
  const hasDigits = /\d/.test(answer);
  if (!hasDigits) {
    const alone = meaningsIn(ALONE_BOOK, tokens);
    if (alone.has('two')) return { min: 2, max: 2 };
    if (
      alone.has('one') ||
      (said === 'no' && /employee|empleado|funcion|mitarbeiter|salari|dipendent|medewerker/i.test(question))
    ) {
      return { min: 1, max: 1 };
    }
    if (said === 'yes') return readCounts(question);
    const spelled = readSpelledCount(answer);
    return spelled === null ? null : { min: spelled, max: spelled };
  }
  return readCounts(answer);
}

const OPEN_TOP =
  /\d\s?\+|(?:more than|over|at least|mehr als|über|más de|mais de|plus de|oltre|più di|meer dan|lebih dari|ponad|powyżej|minimum|minimo|mínimo|min\.?)\s+\d|\d\D{0,12}(?:und mehr|et plus|or more|se zyada|ke upar|and up)/i;
const OPEN_BOTTOM =
  /up to|less than|under\b|fewer than|<|bis zu|unter\b|weniger als|hasta|menos de|até\b|moins de|jusqu|fino a|meno di|max|tot\b|minder dan|kurang dari|do \d/i;

/** What dropdowns offer: "25", "11-50", "1000+". */
const PLAIN_COUNT = /^(\d{1,7})(?:\s?[-–]\s?(\d{1,7})|(\+))?$/;

function readCounts(text: string): Size | null {
  const plain = PLAIN_COUNT.exec(text);
  if (plain !== null) {
    const min = Number(plain[1]);
    return { min, max: plain[3] === '+' ? null : Number(plain[2] ?? min) };
  }
  const numbers = [...text.matchAll(/\d{1,3}(?:[.,'\u00a0 ]\d{3})+(?!\d)|\d+/g)].map(
    ([digits], index, all) => {
      const value = Number(digits.replace(/\D/g, ''));
      const end = (all[index]?.index ?? 0) + digits.length;
      return /^\s?k\b/i.test(text.slice(end)) ? value * 1000 : value;
    },
  );
  const first = numbers[0];
  if (first === undefined) return null;
  const second = numbers[1];
  if (second !== undefined && second > first && /^\D{1,12}$/.test(between(text)))
    return { min: first, max: second };
  if (OPEN_BOTTOM.test(text)) return { min: null, max: first };
  if (OPEN_TOP.test(text)) return { min: first, max: null };
  return { min: first, max: first };
}

/** What stands between the first two numbers: only that tells "11 a 50" from "40 over 3 locations". */
function between(text: string): string {
  const gap = /\d[\d.,']*(\D+)\d/.exec(text)?.[1] ?? '';
  return /^[\s_–—-]*(?:to|a|à|bis|e|y|et|and|und|en|se|tot|sampai|do|-|–|—|, maybe|ou|or)?[\s_–—-]*$/i.test(
    gap,
  )
    ? gap
    : '';
}

function readSpelledCount(answer: string): number | null {
  const lexemes = scanBudget(answer);
  for (let at = 0; at < lexemes.length; at++) {
    const numeral = readNumeral(lexemes, at, { milIsMillion: false, mIsBillion: false });
    if (numeral && !numeral.isNotMoney && numeral.low >= 1) return numeral.low;
  }
  return null;
}
