// Loads and saves the heads. Weights are in heads.bin, checksums in heads.json.

import { readFileSync, writeFileSync } from 'node:fs';
import { ASKS, QUESTIONS } from '@leadline/engine';
import { COMMON_WORD_BYTES } from './common-words.ts';
import { HEAD_SIZES, type HeadWeights } from './heads.ts';
import { sha256 } from './sha256.ts';

export interface TrainedHeads {
  readonly weights: HeadWeights;
  /** Ordinary words in the supported languages. A capitalised word that isn't in this set is treated as a name. */
  readonly commonWords: Uint8Array;
}

/** The content of heads.json. */
interface Description {
  readonly weights_sha256: string;
  /** What it answers, in this order. */
  readonly answers: readonly string[];
}

const FOLDER = new URL('../model/', import.meta.url);
const WEIGHTS = new URL('heads.bin', FOLDER);
const DESCRIPTION = new URL('heads.json', FOLDER);
const ANSWERS: readonly string[] = [...ASKS, ...QUESTIONS];
const SIZES = Object.entries(HEAD_SIZES);

export function loadHeads(): TrainedHeads {
  const bytes = readFileSync(WEIGHTS);
  const { weights_sha256, answers } = JSON.parse(readFileSync(DESCRIPTION, 'utf8')) as Description;
  if (sha256(bytes) !== weights_sha256)
    throw new Error('Wrong checksum: heads.bin does not match heads.json.');
  if (answers.join() !== ANSWERS.join())
    throw new Error('heads.json was trained for other questions. Train the reader again.');
  const expected = 4 * SIZES.reduce((sum, [, size]) => sum + size, 0) + COMMON_WORD_BYTES;
  if (bytes.length !== expected)
    throw new Error(`heads.bin has ${bytes.length} bytes instead of ${expected}. Train the reader again.`);
  let at = 0;
  const take = (length: number): ArrayBuffer => {
    const start = bytes.byteOffset + at;
    at += length;
    return bytes.buffer.slice(start, start + length) as ArrayBuffer;
  };
  return {
    weights: Object.fromEntries(
      SIZES.map(([name, size]) => [name, new Float32Array(take(4 * size))]),
    ) as unknown as HeadWeights,
    commonWords: new Uint8Array(take(COMMON_WORD_BYTES)),
  };
}

export function saveHeads({ weights, commonWords }: TrainedHeads): void {
  const blocks = [...SIZES.map(([name]) => weights[name as keyof HeadWeights]), commonWords];
  const bytes = Buffer.concat(
    blocks.map((block) => Buffer.from(block.buffer, block.byteOffset, block.byteLength)),
  );
  const description: Description = { weights_sha256: sha256(bytes), answers: ANSWERS };
  writeFileSync(WEIGHTS, bytes);
  writeFileSync(DESCRIPTION, `${JSON.stringify(description, null, 2)}\n`);
}
