// Words that belong to a language rather than to a person or a place: met in small letters by several writers.

import { readdirSync } from 'node:fs';
import { foldWord } from '@leadline/engine';
import { readLabelled } from '../../engine/cases/concepts/labelled.ts';
import { makeCommonWords } from '../src/common-words.ts';
import { readCorpus, readLines } from './corpus.ts';

const MIN_MESSAGES = 2;
/** A word that people are also called needs to be met much more often. */
const MIN_IF_A_NAME = 12;

const JUDGED = new URL('../../engine/cases/judged/tune/', import.meta.url);

/** German capitalises its nouns: there, capitals say nothing. Scripts without capitals have no names to hide this way. */
export function findCommonWords(): Uint8Array {
  const met = new Map<string, number>();
  const count = (text: string, language: string): void => {
    const words = new Set(text.match(/[\p{L}\p{M}]+/gu) ?? []);
    const written = new Set(
      [...words].filter((word) => language === 'de' || !/^\p{Lu}\p{Ll}/u.test(word)).map(foldWord),
    );
    for (const word of written) met.set(word, (met.get(word) ?? 0) + 1);
  };
  for (const { text, language } of readCorpus('train')) count(text, language);
  for (const { leads } of readLabelled('train')) {
    for (const { clauses, language } of leads)
      count(clauses.map(({ question, text }) => `${question ?? ''} ${text}`).join(' '), language);
  }
  const called = readNames();
  const common = [...met].filter(
    ([word, times]) => times >= (called.has(word) ? MIN_IF_A_NAME : MIN_MESSAGES),
  );
  return makeCommonWords(common.map(([word]) => word));
}

/** What the people of judged leads are called. */
const readNames = (): ReadonlySet<string> =>
  new Set(
    readdirSync(JUDGED)
      .sort()
      .flatMap((file) => readLines<{ lead: { name?: unknown } }>(new URL(file, JUDGED)))
      .flatMap(({ lead: { name } }) =>
        typeof name === 'string' ? name.split(/[^\p{L}\p{M}]+/u).map(foldWord) : [],
      ),
  );
