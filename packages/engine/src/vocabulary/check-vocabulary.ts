// Validates the parts of settings that contain words. The limits bound what they take in memory and how much work they
// add to each lead.

import { isRecord } from '../is-record.ts';
import { QUESTION_TOPICS } from '../lexicon/questions.ts';
import type { Exclusion, ImportantWord } from '../settings.ts';
import { tokenize } from '../text/tokenize.ts';
import { foldQuestion } from './vocabulary.ts';

const MAX_OWN_QUESTIONS = 100;
const MAX_OWN_QUESTION_LENGTH = 300;
const MAX_IMPORTANT_WORDS = 100;
const MAX_EXCLUSIONS = 20;
const MAX_EXCLUDED_WORDS = 20;
const MAX_EXCLUDED_COUNTRIES = 250;
const MAX_PHRASE_LENGTH = 60;
/** The work a phrase adds to each word of a lead depends on this. */
const MAX_PHRASE_WORDS = 6;
const MAX_REASON_LENGTH = 80;

/** What is wrong with a value, and where. */
export interface VocabularyProblem {
  readonly field: string;
  readonly problem: string;
}

type Check = (value: unknown) => VocabularyProblem | null;

export const checkQuestions: Check = (value) => {
  if (!isRecord(value)) return at('questions', 'must be an object');
  const questions = Object.entries(value);
  if (questions.length > MAX_OWN_QUESTIONS)
    return at('questions', `must not have more than ${MAX_OWN_QUESTIONS} questions`);
  const seen = new Set<string>();
  for (const [question, topic] of questions) {
    if (question.length > MAX_OWN_QUESTION_LENGTH)
      return at('questions', `must not have a question longer than ${MAX_OWN_QUESTION_LENGTH} characters`);
    const field = `questions.${question}`;
    if (!isPlainText(question)) return at('questions', 'must not contain control characters');
    const folded = foldQuestion(question);
    if (folded === '') return at(field, 'needs a question with at least one word');
    if (seen.has(folded)) return at(field, 'is there twice');
    seen.add(folded);
    if (!(QUESTION_TOPICS as readonly unknown[]).includes(topic))
      return at(field, `must be one of ${QUESTION_TOPICS.join(', ')}`);
  }
  return null;
};

export const checkWords: Check = (value) => {
  if (!Array.isArray(value)) return at('words', 'must be a list');
  if (value.length > MAX_IMPORTANT_WORDS)
    return at('words', `must not have more than ${MAX_IMPORTANT_WORDS} entries`);
  for (const [index, word] of value.entries()) {
    const field = `words.${index}`;
    if (!isRecord(word) || !hasOnly(word, ['text', 'means'])) return at(field, 'must have text and means');
    const problem = checkPhrase(word.text);
    if (problem !== null) return at(`${field}.text`, problem);
    if (word.means !== 'need' && word.means !== 'scope') return at(`${field}.means`, 'must be need or scope');
  }
  return null;
};

export const checkExclusions: Check = (value) => {
  if (!Array.isArray(value)) return at('exclusions', 'must be a list');
  if (value.length > MAX_EXCLUSIONS)
    return at('exclusions', `must not have more than ${MAX_EXCLUSIONS} entries`);
  for (const [index, exclusion] of value.entries()) {
    const problem = checkExclusion(exclusion, `exclusions.${index}`);
    if (problem !== null) return problem;
  }
  return null;
};

function checkExclusion(value: unknown, field: string): VocabularyProblem | null {
  if (!isRecord(value) || !hasOnly(value, ['reason', 'cap', 'words', 'countries']))
    return at(field, 'must have reason, cap, words and countries');
  const { reason, cap, words = [], countries = [] } = value;
  if (typeof reason !== 'string' || reason.trim() === '' || reason.length > MAX_REASON_LENGTH)
    return at(`${field}.reason`, `must be a text of up to ${MAX_REASON_LENGTH} characters`);
  if (!isPlainText(reason)) return at(`${field}.reason`, 'must not contain control characters');
  if (!Number.isInteger(cap) || (cap as number) < 0 || (cap as number) > 100)
    return at(`${field}.cap`, 'must be a whole number from 0 to 100');
  if (!Array.isArray(words) || words.length > MAX_EXCLUDED_WORDS)
    return at(`${field}.words`, `must be a list of up to ${MAX_EXCLUDED_WORDS} texts`);
  for (const word of words) {
    const problem = checkPhrase(word);
    if (problem !== null) return at(`${field}.words`, problem);
  }
  const isCountry = (country: unknown): boolean => typeof country === 'string' && /^[A-Z]{2}$/.test(country);
  if (!Array.isArray(countries) || countries.length > MAX_EXCLUDED_COUNTRIES || !countries.every(isCountry))
    return at(`${field}.countries`, 'must be a list of two-letter country codes, such as DE');
  return words.length + countries.length === 0 ? at(field, 'needs a word or a country') : null;
}

function checkPhrase(text: unknown): string | null {
  if (typeof text !== 'string' || text.length > MAX_PHRASE_LENGTH)
    return `must be a text of up to ${MAX_PHRASE_LENGTH} characters`;
  if (!isPlainText(text)) return 'must not contain control characters';
  const { length } = tokenize(text).words;
  return length === 0 || length > MAX_PHRASE_WORDS ? `must have 1 to ${MAX_PHRASE_WORDS} words` : null;
}

/** Copies only what is known, with defaults for what is missing. */
export const copyWords = (value: unknown): ImportantWord[] =>
  (value as ImportantWord[]).map(({ text, means }) => ({ text, means }));

export const copyExclusions = (value: unknown): Exclusion[] =>
  (value as Exclusion[]).map(({ reason, cap, words, countries }) => ({
    reason: reason.trim(),
    cap,
    words: [...(words ?? [])],
    countries: [...(countries ?? [])],
  }));

const CONTROL = /\p{Cc}|\p{Cs}/u;
const isPlainText = (text: string): boolean => !CONTROL.test(text);

const hasOnly = (value: Readonly<Record<string, unknown>>, names: readonly string[]): boolean =>
  Object.keys(value).every((name) => names.includes(name));

const at = (field: string, problem: string): VocabularyProblem => ({ field, problem });
