// The training data of the heads: labelled clauses with their embeddings, and with the scores of detectors that were
// trained without the clause's author.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { CONCEPTS } from '@leadline/engine';
import { readLabelled } from '../../engine/cases/concepts/labelled.ts';
import { type LabelledExample, readLabelledExamples } from '../../engine/training/examples.ts';
import type { Scores } from '../../engine/training/thresholds.ts';
import { loadEmbedder } from '../src/embedding.ts';
import { loadEncode } from '../src/encode-text.ts';
import { DIMENSIONS, joinFeatures } from '../src/features.ts';
import { makeTextOf } from '../src/prepare-lead.ts';

export interface LeadExample {
  readonly of: string;
  readonly file: string;
  readonly language: string;
  readonly weight: number;
  /** One row per clause. */
  readonly features: readonly Float32Array[];
  /** By clause, then concept: 0 absent, 1 present, 2 strong. */
  readonly answers: readonly Int8Array[];
}

export async function makeExamples(
  leads: readonly LabelledExample[],
  scores: readonly Scores[],
  commonWords: Uint8Array,
  onProgress: (done: number) => void,
): Promise<LeadExample[]> {
  const embedder = await openCachedEmbedder();
  const textOf = makeTextOf(commonWords);
  const examples: LeadExample[] = [];
  for (const [index, { of, file, language, texts, clauses, lead }] of leads.entries()) {
    const leadScores = scores[index] as Scores;
    const features: Float32Array[] = [];
    for (const [at, clause] of texts.entries()) {
      features.push(
        joinFeatures(
          await embedder.embed(textOf(clause)),
          Float64Array.from(leadScores.clauses[at] as readonly number[]),
          Float64Array.from(leadScores.lead),
        ),
      );
    }
    examples.push({
      of,
      file,
      language,
      weight: lead.weight,
      features,
      answers: clauses.map(({ answers }) => answers),
    });
    if (index % 100 === 0 || index === leads.length - 1) onProgress(index + 1);
  }
  embedder.save();
  return examples;
}

/** Embedding tens of thousands of clauses takes minutes, so embeddings are cached between runs. */
async function openCachedEmbedder(): Promise<{
  readonly embed: (text: string) => Promise<Float32Array>;
  readonly save: () => void;
}> {
  const folder = new URL('../../../node_modules/.cache/leadline/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  const [keysFile, valuesFile] = [new URL('embedded.json', folder), new URL('embedded.bin', folder)];
  const known = new Map<string, Float32Array>();
  if (existsSync(keysFile)) {
    const keys = JSON.parse(readFileSync(keysFile, 'utf8')) as string[];
    const bytes = readFileSync(valuesFile);
    keys.forEach((key, index) => {
      const start = bytes.byteOffset + index * DIMENSIONS * 4;
      known.set(key, new Float32Array(bytes.buffer.slice(start, start + DIMENSIONS * 4)));
    });
  }
  const { embed } = await loadEmbedder();
  const encode = loadEncode();
  return {
    embed: async (text) => {
      const key = createHash('sha1').update(text).digest('base64');
      const found = known.get(key) ?? (await embed(encode(text)));
      known.set(key, found);
      return found;
    },
    save: () => {
      writeFileSync(keysFile, JSON.stringify([...known.keys()]));
      writeFileSync(
        valuesFile,
        Buffer.concat([...known.values()].map((embedding) => Buffer.from(embedding.buffer))),
      );
    },
  };
}

/** Identifies the labels that a set of weights was trained on. */
export function hashLabels(): string {
  const hash = createHash('sha256');
  for (const { name, leads } of readLabelled('train')) hash.update(name).update(JSON.stringify(leads));
  hash.update(CONCEPTS.join());
  return hash.digest('hex');
}

export { readLabelledExamples };
