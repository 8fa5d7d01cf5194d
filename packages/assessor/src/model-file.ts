// The heads as a file: what `npm run train:intent` writes and every thread reads.

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { COMMON_WORD_BYTES } from './common-words.ts';
import { SIGN_NAMES, SIGNS } from './features.ts';
import { DIMENSIONS, type HeadWeights } from './heads.ts';
import { type Head, OUTPUTS } from './labels.ts';
import { NGRAM_PLACES } from './ngrams.ts';

export interface Model {
  readonly weights: HeadWeights;
  readonly commonWords: Uint8Array;
  readonly temperatures: Readonly<Record<Head, number>>;
}

/** Beside the weights, for people and for the check that both belong together. */
interface Description {
  /** Of the messages it was fitted on. */
  readonly data_sha256: string;
  readonly weights_sha256: string;
  readonly temperatures: Readonly<Record<Head, number>>;
  /** What each sign's row of weights is for, in order. */
  readonly signs: readonly string[];
}

const FOLDER = new URL('../model/', import.meta.url);
const WEIGHTS = new URL('heads.bin', FOLDER);
const DESCRIPTION = new URL('heads.json', FOLDER);

export function loadModel(): Model {
  const bytes = readFileSync(WEIGHTS);
  const { weights_sha256, temperatures, signs } = JSON.parse(
    readFileSync(DESCRIPTION, 'utf8'),
  ) as Description;
  if (sha256(bytes) !== weights_sha256)
    throw new Error('heads.bin is not the file that heads.json describes');
  if (signs.join() !== SIGN_NAMES.join())
    throw new Error('heads.json was written for other signs than the code reads');
  let at = 0;
  const take = (length: number): ArrayBuffer => {
    const start = bytes.byteOffset + at;
    at += length;
    return bytes.buffer.slice(start, start + length) as ArrayBuffer;
  };
  const floats = (length: number): Float32Array => new Float32Array(take(length * 4));
  return {
    temperatures,
    weights: {
      ngramScale: floats(OUTPUTS),
      centre: floats(DIMENSIONS),
      scale: floats(DIMENSIONS),
      embedding: floats(DIMENSIONS * OUTPUTS),
      signs: floats(SIGNS * OUTPUTS),
      bias: floats(OUTPUTS),
      ngrams: new Int8Array(take(NGRAM_PLACES * OUTPUTS)),
    },
    commonWords: new Uint8Array(take(COMMON_WORD_BYTES)),
  };
}

export function saveModel({ weights, commonWords, temperatures }: Model, dataHash: string): void {
  const { ngramScale, centre, scale, embedding, signs, bias, ngrams } = weights;
  const blocks = [ngramScale, centre, scale, embedding, signs, bias, ngrams, commonWords];
  const bytes = Buffer.concat(
    blocks.map((block) => Buffer.from(block.buffer, block.byteOffset, block.byteLength)),
  );
  const description: Description = {
    data_sha256: dataHash,
    weights_sha256: sha256(bytes),
    temperatures,
    signs: SIGN_NAMES,
  };
  writeFileSync(WEIGHTS, bytes);
  writeFileSync(DESCRIPTION, `${JSON.stringify(description, null, 2)}\n`);
}

/** Weights of n-grams in a byte each: a quarter of the size, and no answer moves by it. */
export function packNgrams(weights: HeadWeights): HeadWeights {
  const most = new Float32Array(OUTPUTS);
  weights.ngrams.forEach((weight, at) => {
    most[at % OUTPUTS] = Math.max(most[at % OUTPUTS] as number, Math.abs(weight));
  });
  const ngramScale = most.map((value) => value / 127);
  const ngrams = Int8Array.from(weights.ngrams, (weight, at) =>
    Math.round(weight / (ngramScale[at % OUTPUTS] as number)),
  );
  return { ...weights, ngrams, ngramScale };
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
