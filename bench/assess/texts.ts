// Realistic messages, all different.

import { readdirSync, readFileSync } from 'node:fs';
import { readCorpus } from '../../packages/assessor/training/corpus.ts';
import { readJudged } from '../../packages/engine/cases/judged/judged.ts';

const JUDGED = new URL('../../packages/engine/cases/judged/tune/', import.meta.url);

/** Different from those of readTexts. */
export const readWarmUpTexts = (): string[] =>
  readdirSync(JUDGED)
    .sort()
    .flatMap((file) => readJudged(readFileSync(new URL(file, JUDGED), 'utf8')))
    .flatMap(({ lead: { message } }) => (typeof message === 'string' && message !== '' ? [message] : []));

export const readTexts = (): string[] => {
  const messages = readCorpus('train').filter(({ kind }) => kind !== 'gibberish');
  // A fixed order that mixes languages and authors.
  return messages
    .map(({ text }, index) => ({ text, place: Math.imul(index + 1, 0x9e3779b1) >>> 0 }))
    .sort((a, b) => a.place - b.place)
    .map(({ text }) => text);
};
