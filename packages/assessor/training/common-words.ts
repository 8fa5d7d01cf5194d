// Finds ordinary words, as opposed to names of people and places: those that several messages write in lower case.

import { readdirSync } from 'node:fs';
import { foldWord, readLead, splitLead } from '@leadline/engine';
import { readAnswered } from '../../engine/cases/judged/answers.ts';
import { makeCommonWords } from '../src/common-words.ts';
import { readLines } from './corpus.ts';

const MIN_MESSAGES = 2;
/** Words that are also names need to be much more frequent. */
const MIN_IF_A_NAME = 12;

const JUDGED = new URL('../../engine/cases/judged/tune/', import.meta.url);

/** German capitalises all nouns, so there every word counts. Scripts without capitals have no names to hide this way. */
export function findCommonWords(): Uint8Array {
  const counts = new Map<string, number>();
  const count = (text: string, language: string): void => {
    const words = new Set(text.match(/[\p{L}\p{M}]+/gu) ?? []);
    const candidates = new Set(
      [...words].filter((word) => language === 'de' || !/^\p{Lu}\p{Ll}/u.test(word)).map(foldWord),
    );
    for (const word of candidates) counts.set(word, (counts.get(word) ?? 0) + 1);
  };
  for (const { of, lead, language } of readAnswered()) {
    if (of.includes('held-out')) continue;
    const read = readLead(lead);
    if (!read.ok) continue;
    const clauses = splitLead(read.lead).map(({ question, text }) => `${question ?? ''} ${text}`);
    count(clauses.join(' '), language);
  }
  const names = readNames();
  const common = [...counts].filter(
    ([word, times]) => times >= (names.has(word) ? MIN_IF_A_NAME : MIN_MESSAGES),
  );
  return makeCommonWords(common.map(([word]) => word));
}

/** The names of the people in the judged leads. */
const readNames = (): ReadonlySet<string> =>
  new Set(
    readdirSync(JUDGED)
      .sort()
      .flatMap((file) => readLines<{ lead: { name?: unknown } }>(new URL(file, JUDGED)))
      .flatMap(({ lead: { name } }) =>
        typeof name === 'string' ? name.split(/[^\p{L}\p{M}]+/u).map(foldWord) : [],
      ),
  );
