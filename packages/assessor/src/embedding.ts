// Runs the network over the tokens of a lead: the first four layers of all-MiniLM-L6-v2, fine-tuned on answered leads, in int8
// on ONNX Runtime. The result has 384 numbers for each token. Blocks the thread while it computes, so the service runs it in a worker (thread.ts).

import './disable-telemetry.ts';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { readEmbeddingFile } from './embedding-files.ts';

export interface Embedder {
  readonly embed: (tokens: BigInt64Array) => Promise<Float32Array>;
}

export async function loadEmbedder(modelFile?: string): Promise<Embedder> {
  const session = await openModel(modelFile);
  return {
    embed: async (tokens) => {
      // One lead per run, because int8 scales are computed over the whole run and batching would change the result.
      const [output] = Object.values(await session.run(makeFeeds(tokens)));
      return output?.data as Float32Array;
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
