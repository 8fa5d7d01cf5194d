// Collects all features of a clause for the detectors.

import { type AnswerFact, readAnswer } from '../facts/read-answers.ts';
import type { QuestionTopic } from '../lexicon/questions.ts';
import { cached } from '../text/cached.ts';
import { isGibberish } from '../text/gibberish.ts';
import { hideOriginsOf } from '../text/hide-origins.ts';
import { type Tokens, tokenize } from '../text/tokenize.ts';
import type { When } from '../text/when.ts';
import { HIDDEN, type Word } from '../text/word.ts';
import { BUDGET_QUESTION, type Clause } from './clauses.ts';
import {
  addAnswerFact,
  addNamed,
  addQuestion,
  addSign,
  addWhen,
  addWords,
  type FeatureBuffer,
  SIGNS,
} from './features.ts';
import { findMeanings } from './find-meanings.ts';

/** A clause with its words and the meaning of its answer. */
export interface ReadClause extends Clause {
  readonly tokens: Tokens;
  /** What the answer means; null if the question is unknown. */
  readonly fact: AnswerFact | null;
}

const MAX_CACHED_QUESTIONS = 500;
const questionWords = cached((question) => hideOriginsOf(tokenize(question).known), MAX_CACHED_QUESTIONS);

/** What an account says its questions are about. */
export type TopicOf = (question: string) => QuestionTopic | undefined;

export function openClause(clause: Clause, now: Date, topicOf: TopicOf | null = null): ReadClause {
  const { question, text } = clause;
  // The budget field is no question of the account's.
  const known = question === null || question === BUDGET_QUESTION ? undefined : topicOf?.(question);
  return {
    question,
    text,
    tokens: tokenize(text),
    fact: question === null ? null : readAnswer(question, text, now, known),
  };
}

export function collectFeatures(
  features: FeatureBuffer,
  { question, text, tokens, fact }: ReadClause,
  when: When,
  index: number,
  count: number,
): void {
  features.clear();
  const words = tokens.known;
  const isMoney = fact?.topic === 'budget' || question === BUDGET_QUESTION;
  const counted = isMoney ? hideNumbers(hideOriginsOf(words)) : hideOriginsOf(words);
  // How an amount is written must not matter: 1,000 is two words.
  addWords(features, isMoney ? counted.filter((word) => word !== HIDDEN) : counted);
  if (question !== null) {
    addSign(features, SIGNS.isAnswer);
    addQuestion(features, questionWords(question), counted);
    if (fact !== null) addAnswerFact(features, fact);
  }
  let isKnown = false;
  findMeanings(words, counted, (meaning) => {
    isKnown = true;
    addNamed(features, meaning);
    if (meaning === 'not-interested' && question === null) features.refusesContact = true;
  });
  if (index === 0) addSign(features, SIGNS.isFirst);
  if (count === 1) addSign(features, SIGNS.isOnly);
  if (!isMoney) addShape(features, text, words.length);
  if (!isMoney && (features.hasNumbers || question !== null)) addWhen(features, when);
  // A text with a known phrase is not keyboard mash, so skip the expensive check.
  if (!isKnown && isGibberish(words)) addSign(features, SIGNS.isGibberish);
}

/** Amounts are scored as part of the budget; their size must not influence any answer. */
const hideNumbers = (words: readonly Word[]): Word[] =>
  words.map((word) => (word.text >= '0' && word.text < ':' ? HIDDEN : word));

const MONEY = /[$€£₹¥₺₽]|\b(?:usd|eur|gbp|inr|rs|lakh|crore|euros?|zł|pln|sek|kr|tl)\b/i;
const LINK = /https?:|www\.|\.(?:com|net|org|io|ru|xyz|top|example)\b/i;
const PHONE = /\+?\d[\d ().\-/]{6,}\d/;
const CLOCK = /\b\d{1,2}(?:[:.h]\d{2}|\s?(?:am|pm|uhr|h)\b)/i;
const BLANK = /^(?:n\/?a|none|-+|\.+|no|x+|0)$/i;

function addShape(features: FeatureBuffer, text: string, words: number): void {
  let digits = 0;
  let runs = 0;
  let wasDigit = false;
  let isAscii = true;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const isDigit = code >= 48 && code <= 57;
    if (isDigit) {
      digits++;
      if (!wasDigit) runs++;
    } else if (code > 127) isAscii = false;
    wasDigit = isDigit;
  }
  features.hasNumbers = digits > 0;
  const last = text.charCodeAt(text.length - 1);
  if (last === 0x3f || last === 0xff1f || last === 0x61f) addSign(features, SIGNS.asks);
  if (last === 0x21 || last === 0xff01) addSign(features, SIGNS.exclaims);
  if (runs > 0) addSign(features, SIGNS.hasNumber);
  if (runs > 1) addSign(features, SIGNS.hasManyNumbers);
  if ((digits > 0 || !isAscii) && MONEY.test(text)) addSign(features, SIGNS.hasMoney);
  if (digits >= 7 && PHONE.test(text)) addSign(features, SIGNS.hasPhone);
  if (digits > 0 && CLOCK.test(text)) addSign(features, SIGNS.hasClock);
  if (text.includes('@')) addSign(features, SIGNS.hasEmail);
  if (text.includes('.') && LINK.test(text)) addSign(features, SIGNS.hasLink);
  addSign(features, words <= 1 ? SIGNS.oneWord : words <= 4 ? SIGNS.fewWords : SIGNS.manyWords);
  if (text.length <= 4 && BLANK.test(text)) addSign(features, SIGNS.isBlank);
}
