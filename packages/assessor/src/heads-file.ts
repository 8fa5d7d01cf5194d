// Loads and saves the heads. Weights are in heads.bin, thresholds and checksums in heads.json.

import { readFileSync, writeFileSync } from 'node:fs';
import { CONCEPTS, type Concept } from '@leadline/engine';
import { COMMON_WORD_BYTES } from './common-words.ts';
import { FEATURES } from './features.ts';
import { HEADS, type HeadWeights } from './heads.ts';
import { sha256 } from './sha256.ts';

/** Likelihood thresholds: the concept is present at or above `present`, and absent at or below `absent`. */
export interface Limits {
  readonly present: number;
  readonly strong: number;
  readonly absent: number;
}

export interface TrainedHeads {
  readonly weights: HeadWeights;
  /** Ordinary words in the supported languages. A capitalised word that isn't in this set is treated as a name. */
  readonly commonWords: Uint8Array;
  readonly limits: Readonly<Record<Concept, Limits>>;
}

/** The content of heads.json. */
interface Description {
  /** Checksum of the labelled clauses the heads were trained on. */
  readonly data_sha256: string;
  readonly weights_sha256: string;
  readonly concepts: readonly string[];
  readonly limits: Readonly<Record<Concept, Limits>>;
}

const FOLDER = new URL('../model/', import.meta.url);
const WEIGHTS = new URL('heads.bin', FOLDER);
const DESCRIPTION = new URL('heads.json', FOLDER);

export function loadHeads(): TrainedHeads {
  const bytes = readFileSync(WEIGHTS);
  const { weights_sha256, concepts, limits } = JSON.parse(readFileSync(DESCRIPTION, 'utf8')) as Description;
  if (sha256(bytes) !== weights_sha256)
    throw new Error('Wrong checksum: heads.bin does not match heads.json.');
  if (concepts.join() !== CONCEPTS.join())
    throw new Error('heads.json was trained for a different list of concepts. Run npm run train:ai.');
  const expected = 4 * (2 * FEATURES + FEATURES * HEADS + 2 * HEADS) + COMMON_WORD_BYTES;
  if (bytes.length !== expected)
    throw new Error(`heads.bin has ${bytes.length} bytes instead of ${expected}. Run npm run train:ai.`);
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

export function saveHeads({ weights, commonWords, limits }: TrainedHeads, dataHash: string): void {
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
