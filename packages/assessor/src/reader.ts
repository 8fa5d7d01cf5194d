// Reads a lead with the local model: computes an embedding for each clause, applies the heads and assesses the result.

import type { Assessment, Clause } from '@leadline/engine';
import { assess, findLikelihoods } from './assess.ts';
import { listUnread } from './clauses/list-unread.ts';
import { cacheEmbeddings, loadEmbedder } from './embedding.ts';
import { joinFeatures } from './features.ts';
import { computeLogits } from './heads.ts';
import { loadHeads, type TrainedHeads } from './heads-file.ts';
import { MAX_CLAUSES, makePrepare, type PreparedLead } from './prepare-lead.ts';

export type Reader = (clauses: readonly Clause[], now: Date) => Promise<Assessment>;

/** Everything on one thread. */
export async function makeReader(modelFile?: string): Promise<Reader> {
  const heads = loadHeads();
  const prepare = makePrepare(heads.commonWords);
  const read = await makePreparedReader(heads, modelFile);
  return async (clauses, now) => ({
    ...(await read(prepare(clauses, now))),
    ...listUnread(clauses, MAX_CLAUSES),
  });
}

/** Reads leads that may have been prepared on another thread. Leaves it to the caller to list what is unread. */
export async function makePreparedReader(
  { weights, limits }: TrainedHeads,
  modelFile?: string,
): Promise<(lead: PreparedLead) => Promise<Assessment>> {
  const embedder = await loadEmbedder(modelFile);
  // Form answers are often the same; sentences hardly ever are.
  const answers = cacheEmbeddings(embedder);
  return async ({ clauses, odds, familiarity }) => {
    const logits: Float64Array[] = [];
    for (const { tokens, isAnswer, odds: clauseOdds } of clauses) {
      const { embed } = isAnswer ? answers : embedder;
      logits.push(computeLogits(weights, joinFeatures(await embed(tokens), clauseOdds, odds)));
    }
    return assess(findLikelihoods(logits, weights), limits, familiarity);
  };
}
