// Embeds a text as 384 numbers, using the first four layers of all-MiniLM-L6-v2 (int8) on ONNX Runtime. The last two
// layers were trained to keep only the topic. Stopping before them preserves what the writer wants and saves a third of
// the time. Blocks the thread while it computes, so the service runs it in a worker (thread.ts).

import './disable-telemetry.ts';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { readEmbeddingFile } from './embedding-files.ts';
import { makeEncode } from './encode-text.ts';
import { DIMENSIONS } from './features.ts';

export interface Embedder {
  readonly embed: (text: string) => Promise<Float32Array>;
}

export interface OpenModel {
  readonly session: InferenceSession;
  readonly encode: (text: string) => InferenceSession.FeedsType;
}

export async function loadEmbedder(modelFile?: string): Promise<Embedder> {
  const { session, encode } = await openModel(modelFile);
  return {
    embed: async (text) => {
      // One text per run, because int8 scales are computed over the whole run and batching would change the result.
      const [output] = Object.values(await session.run(encode(text)));
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
    embed: async (text) => {
      const known = cache.get(text);
      if (known !== undefined) return known;
      const embedding = await embed(text);
      if (cache.size >= MAX_CACHED) cache.clear();
      cache.set(text, embedding);
      return embedding;
    },
  };
}

/** `modelFile` replaces the shipped embedding.onnx and must have the same checksum. */
export async function openModel(modelFile?: string): Promise<OpenModel> {
  const session = await InferenceSession.create(readEmbeddingFile('embedding.onnx', modelFile), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
  });
  const encode = makeEncode(
    JSON.parse(readEmbeddingFile('tokenizer.json').toString()),
    JSON.parse(readEmbeddingFile('tokenizer_config.json').toString()),
  );
  return { session, encode: (text) => makeFeeds(encode(text)) };
}

/** By number of tokens. Texts of the same length share them, because they are only read. */
const masks: Tensor[] = [];
const types: Tensor[] = [];

function makeFeeds(ids: BigInt64Array): InferenceSession.FeedsType {
  const { length } = ids;
  const shape = [1, length];
  masks[length] ??= new Tensor('int64', new BigInt64Array(length).fill(1n), shape);
  types[length] ??= new Tensor('int64', new BigInt64Array(length), shape);
  return {
    input_ids: new Tensor('int64', ids, shape),
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
