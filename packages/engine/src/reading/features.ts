// The features of a clause: hashes of its words, stems, pairs of stems and shape. Numbers instead of strings, because a
// lead has about two hundred features and that many strings would cost more than all other work on it.

import type { AnswerFact } from '../facts/read-answers.ts';
import type { When } from '../text/when.ts';
import type { Word } from '../text/word.ts';
import { hashText } from '../text/word-hash.ts';

/** Each kind of feature has its own seed: the word "no" is not the same as "no" in a question. */
const STEM = 0x2b7d;
const PAIR = 0x3c91;
const SKIP = 0x4d15;
const QUESTION_STEM = 0x5e27;
const QUESTION_PAIR = 0x6f63;
const ANSWER_TO = 0x7a89;
const SIGN = 0x8bd1;

/** The first words of a question are enough to recognise it. */
const MAX_QUESTION_WORDS = 12;
/** How many words of an answer are combined with the words of its question. */
const MAX_PAIRED_ANSWER_WORDS = 2;

/** Features that are not words. */
export const SIGNS = {
  isAnswer: 1,
  isFirst: 2,
  isOnly: 3,
  asks: 4,
  exclaims: 5,
  hasNumber: 6,
  hasManyNumbers: 7,
  hasMoney: 8,
  hasLink: 9,
  hasEmail: 10,
  hasPhone: 11,
  hasClock: 12,
  oneWord: 13,
  fewWords: 14,
  manyWords: 15,
  isGibberish: 16,
  whenNow: 17,
  whenSoon: 18,
  whenLater: 19,
  whenFar: 20,
  whenUndecided: 21,
  isBlank: 22,
} as const;

/** Holds the features of one clause at a time; the next clause overwrites them. */
export class FeatureBuffer {
  readonly hashes = new Int32Array(4_096);
  /** Index of the word where a feature begins, or -1 for a sign. */
  readonly places = new Int16Array(4_096);
  length = 0;
  /** Whether the clause contains digits. Only such clauses and answers are searched for dates. */
  hasNumbers = false;
  /** Whether a phrase says that they do not want to be contacted. */
  refusesContact = false;

  clear(): void {
    this.length = 0;
    this.hasNumbers = false;
    this.refusesContact = false;
  }

  add(hash: number, place: number): void {
    if (this.length >= 4_096) return;
    this.hashes[this.length] = hash;
    this.places[this.length] = place;
    this.length++;
  }
}

export function addSign(features: FeatureBuffer, sign: number): void {
  features.add(mix(SIGN, sign), -1);
}

/** Adds a meaning found by a phrase book or in an answer, as one feature. */
export function addNamed(features: FeatureBuffer, name: string): void {
  features.add(hashText(SIGN, name), -1);
}

const stems = new Int32Array(512);
const questionStems = new Int32Array(MAX_QUESTION_WORDS);

/** Expects the output of hideOriginsOf, where HIDDEN marks a word that must not count. */
export function addWords(features: FeatureBuffer, words: readonly Word[]): void {
  const count = Math.min(words.length, stems.length);
  let before = 0;
  let beforeThat = 0;
  for (let at = 0; at < count; at++) {
    const { stem, hash } = words[at] as Word;
    stems[at] = stem;
    if (stem !== 0) {
      features.add(mix(STEM, stem), at);
      if (hash !== 0) features.add(hash, at);
      if (before !== 0) features.add(mix(PAIR ^ before, stem), at - 1);
      if (beforeThat !== 0) features.add(mix(SKIP ^ beforeThat, stem), at - 2);
    }
    beforeThat = before;
    before = stem;
  }
}

/** Adds the words of a question, alone and combined with the first words of its answer. */
export function addQuestion(
  features: FeatureBuffer,
  question: readonly Word[],
  answer: readonly Word[],
): void {
  const count = Math.min(question.length, MAX_QUESTION_WORDS);
  let before = 0;
  for (let at = 0; at < count; at++) {
    const { stem } = question[at] as Word;
    questionStems[at] = stem;
    if (stem === 0) continue;
    features.add(mix(QUESTION_STEM, stem), -1);
    if (before !== 0) features.add(mix(QUESTION_PAIR ^ before, stem), -1);
    before = stem;
  }
  const answered = Math.min(answer.length, MAX_PAIRED_ANSWER_WORDS);
  for (let word = 0; word < answered; word++) {
    const stem = stems[word] as number;
    if (stem === 0) continue;
    for (let at = 0; at < count; at++) {
      const asked = questionStems[at] as number;
      if (asked !== 0) features.add(mix(ANSWER_TO ^ asked, stem), word);
    }
  }
}

export function addWhen(features: FeatureBuffer, when: When): void {
  if (when === null) return;
  if (when === 'undecided') addSign(features, SIGNS.whenUndecided);
  else if (when <= 0.7) addSign(features, SIGNS.whenNow);
  else if (when <= 3.2) addSign(features, SIGNS.whenSoon);
  else addSign(features, when <= 12.5 ? SIGNS.whenLater : SIGNS.whenFar);
}

export function addAnswerFact(features: FeatureBuffer, fact: AnswerFact): void {
  const value = fact.topic === 'size' ? '' : (fact.value ?? '');
  addNamed(features, `${fact.topic}=${value}`);
}

/** Hashes two numbers into all 32 bits. */
export function mix(a: number, b: number): number {
  let hash = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ b;
  hash = Math.imul(hash ^ (hash >>> 16), 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 13), 0x27d4eb2f);
  return hash ^ (hash >>> 16);
}
