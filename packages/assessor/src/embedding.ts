// Embeds the tokens of a text as 384 numbers, using the first four layers of all-MiniLM-L6-v2 (int8) on ONNX Runtime. The
// last two layers were trained to keep only the topic. Stopping before them preserves what the writer wants and saves a
// third of the time. Blocks the thread while it computes, so the service runs it in a worker (thread.ts).

import './disable-telemetry.ts';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { readEmbeddingFile } from './embedding-files.ts';
import { DIMENSIONS } from './features.ts';

export interface Embedder {
  readonly embed: (tokens: BigInt64Array) => Promise<Float32Array>;
}

export async function loadEmbedder(modelFile?: string): Promise<Embedder> {
  const session = await openModel(modelFile);
  return {
    embed: async (tokens) => {
      // One text per run, because int8 scales are computed over the whole run and batching would change the result.
      const [output] = Object.values(await session.run(makeFeeds(tokens)));
      return meanOverTokens(output?.data as Float32Array);
    },
  };
}

/** Texts that keep coming up in forms: options, budgets. Each takes 1.5 kB. */
const MAX_CACHED = 2_000;

/** The cache is cleared when it is full, so that a stream of new texts can't exhaust memory. */
export function cacheEmbeddings({ embed }: Embedder): Embedder {
  const cache = new Map<string, Float32Array>();
  return {
    embed: async (tokens) => {
      const key = tokens.join(' ');
      const known = cache.get(key);
      if (known !== undefined) return known;
      const embedding = await embed(tokens);
      if (cache.size >= MAX_CACHED) cache.clear();
      cache.set(key, embedding);
      return embedding;
    },
  };
}

/** `modelFile` replaces the shipped embedding.onnx and must have the same checksum. */
export const openModel = (modelFile?: string): Promise<InferenceSession> =>
  InferenceSession.create(readEmbeddingFile('embedding.onnx', modelFile), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
  });

/** By number of tokens. Texts of the same length share them, because they are only read. */
const masks: Tensor[] = [];
const types: Tensor[] = [];

export function makeFeeds(tokens: BigInt64Array): InferenceSession.FeedsType {
  const { length } = tokens;
  const shape = [1, length];
  masks[length] ??= new Tensor('int64', new BigInt64Array(length).fill(1n), shape);
  types[length] ??= new Tensor('int64', new BigInt64Array(length), shape);
  return {
    input_ids: new Tensor('int64', tokens, shape),
    attention_mask: masks[length],
    token_type_ids: types[length],
  };
}

function meanOverTokens(hidden: Float32Array): Float32Array {
  const mean = new Float32Array(DIMENSIONS);
  const share = DIMENSIONS / hidden.length;
  for (let start = 0; start < hidden.length; start += DIMENSIONS) {
    for (let at = 0; at < DIMENSIONS; at++)
      mean[at] = (mean[at] as number) + (hidden[start + at] as number) * share;
  }
  return mean;
}
