// Reads one message from beginning to end: features, embedding, heads, assessment.

import type { Assessment } from '@leadline/engine';
import { assess } from './assess.ts';
import { loadEmbedder } from './embedding.ts';
import { readFeatures } from './features.ts';
import { computeLogits, readOdds } from './heads.ts';
import { loadModel } from './model-file.ts';

export type Reader = (message: string) => Promise<Assessment>;

export async function makeReader(modelFile?: string): Promise<Reader> {
  const { weights, commonWords, temperatures } = loadModel();
  const { embed } = await loadEmbedder(modelFile);
  return async (message) => {
    const features = readFeatures(message, commonWords);
    const logits = computeLogits(weights, features, await embed(features.text));
    return assess(readOdds(logits, temperatures), features);
  };
}
