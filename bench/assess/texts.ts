// Messages as people write them, all different.

import { readCorpus } from '../../packages/assessor/training/corpus.ts';
import { readJudgedMessages } from '../../packages/assessor/training/examples.ts';

/** Others, for warming up. */
export const readOtherTexts = (): string[] => readJudgedMessages().map(({ text }) => text);

export const readTexts = (): string[] => {
  const messages = readCorpus('train').filter(({ kind }) => kind !== 'gibberish');
  // In an order that mixes languages and authors, the same in every run.
  return messages
    .map(({ text }, index) => ({ text, place: Math.imul(index + 1, 0x9e3779b1) >>> 0 }))
    .sort((a, b) => a.place - b.place)
    .map(({ text }) => text);
};
