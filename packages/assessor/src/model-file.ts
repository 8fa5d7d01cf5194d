// The heads in a file: weights in heads.bin, and beside it in heads.json what they are and where a concept begins.

import { readFileSync, writeFileSync } from 'node:fs';
import { CONCEPTS, type Concept } from '@leadline/engine';
import { COMMON_WORD_BYTES } from './common-words.ts';
import { FEATURES } from './features.ts';
import { HEADS, type HeadWeights } from './heads.ts';
import { sha256 } from './sha256.ts';

/** How likely a concept must be to be said to be there, and how unlikely to be said not to be. */
export interface Limits {
  readonly present: number;
  readonly strong: number;
  readonly absent: number;
}

export interface Model {
  readonly weights: HeadWeights;
  /** Words of our languages, to tell names from words. */
  readonly commonWords: Uint8Array;
  readonly limits: Readonly<Record<Concept, Limits>>;
}

/** Beside the weights, for people and for the check that both belong together. */
interface Description {
  /** Of the labelled clauses they were fitted on. */
  readonly data_sha256: string;
  readonly weights_sha256: string;
  readonly concepts: readonly string[];
  readonly limits: Readonly<Record<Concept, Limits>>;
}

const FOLDER = new URL('../model/', import.meta.url);
const WEIGHTS = new URL('heads.bin', FOLDER);
const DESCRIPTION = new URL('heads.json', FOLDER);

export function loadModel(): Model {
  const bytes = readFileSync(WEIGHTS);
  const { weights_sha256, concepts, limits } = JSON.parse(readFileSync(DESCRIPTION, 'utf8')) as Description;
  if (sha256(bytes) !== weights_sha256) throw new Error('heads.bin does not match heads.json');
  if (concepts.join() !== CONCEPTS.join())
    throw new Error('heads.json was written for another vocabulary of concepts');
  const expected = 4 * (2 * FEATURES + FEATURES * HEADS + 2 * HEADS) + COMMON_WORD_BYTES;
  if (bytes.length !== expected) throw new Error('heads.bin is not of the size this code reads');
  let at = 0;
  const take = (length: number): ArrayBuffer => {
    const start = bytes.byteOffset + at;
    at += length;
    return bytes.buffer.slice(start, start + length) as ArrayBuffer;
  };
  const floats = (length: number): Float32Array => new Float32Array(take(length * 4));
  return {
    limits,
    weights: {
      centre: floats(FEATURES),
      scale: floats(FEATURES),
      weights: floats(FEATURES * HEADS),
      bias: floats(2 * HEADS),
    },
    commonWords: new Uint8Array(take(COMMON_WORD_BYTES)),
  };
}

export function saveModel({ weights, commonWords, limits }: Model, dataHash: string): void {
  const blocks = [weights.centre, weights.scale, weights.weights, weights.bias, commonWords];
  const bytes = Buffer.concat(
    blocks.map((block) => Buffer.from(block.buffer, block.byteOffset, block.byteLength)),
  );
  const description: Description = {
    data_sha256: dataHash,
    weights_sha256: sha256(bytes),
    concepts: CONCEPTS,
    limits,
  };
  writeFileSync(WEIGHTS, bytes);
  writeFileSync(DESCRIPTION, `${JSON.stringify(description, null, 2)}\n`);
}
