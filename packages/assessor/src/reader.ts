// Reads a lead with the local model: computes an embedding for each clause, applies the heads and assesses the result.

import { type Assessment, type Clause, readOdds } from '@leadline/engine';
import { assess, findLikelihoods } from './assess.ts';
import { listUnread } from './clauses/list-unread.ts';
import { hasCommonWord } from './common-words.ts';
import { cacheEmbeddings, loadEmbedder } from './embedding.ts';
import { measureFamiliarity } from './familiarity.ts';
import { joinFeatures } from './features.ts';
import { computeLogits } from './heads.ts';
import { loadHeads } from './heads-file.ts';
import { hideWriter } from './hide-writer.ts';

export type Reader = (clauses: readonly Clause[], now: Date) => Promise<Assessment>;

/** Each clause takes about 2 ms, and the first dozen nearly always contain everything that matters. */
export const MAX_CLAUSES = 12;
const MAX_LENGTH = 300;

export async function makeReader(modelFile?: string): Promise<Reader> {
  const { weights, commonWords, limits } = loadHeads();
  const embedder = await loadEmbedder(modelFile);
  // Form answers are often the same; sentences hardly ever are.
  const answers = cacheEmbeddings(embedder);
  const textOf = makeTextOf(commonWords);
  return async (all, now) => {
    const clauses = all.slice(0, MAX_CLAUSES);
    const odds = readOdds(clauses, now);
    const logits: Float64Array[] = [];
    for (const [index, clause] of clauses.entries()) {
      const { embed } = clause.question === null ? embedder : answers;
      const embedding = await embed(textOf(clause));
      logits.push(
        computeLogits(weights, joinFeatures(embedding, odds.clauses[index] as Float64Array, odds.lead)),
      );
    }
    const familiarity = measureFamiliarity(clauses.map(({ text }) => text).join(' '), commonWords);
    const assessment = assess(findLikelihoods(logits, weights), limits, familiarity);
    return { ...assessment, ...listUnread(all, MAX_CLAUSES) };
  };
}

/** What the network reads. A form question and its answer are read as one sentence. */
export function makeTextOf(commonWords: Uint8Array): (clause: Clause) => string {
  const isCommon = (word: string): boolean => hasCommonWord(commonWords, word);
  return ({ question, text }) => {
    const sentence = question === null ? text : `${question.replaceAll('_', ' ')}: ${text}`;
    return hideWriter(sentence.slice(0, MAX_LENGTH).toWellFormed(), isCommon);
  };
}
