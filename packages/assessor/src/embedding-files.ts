// The embedding model and tokenizer shipped in model/. training/cut-model.ts writes them, and embedding.json records
// their checksums. The heads only work with embeddings from exactly this model, so any other file is an error.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sha256 } from './sha256.ts';

const FOLDER = new URL('../model/', import.meta.url);
const DESCRIPTION = new URL('embedding.json', FOLDER);

export type EmbeddingFile = 'embedding.onnx' | 'tokenizer.json' | 'tokenizer_config.json';

interface Description {
  readonly source: EmbeddingSource;
  readonly sha256: Readonly<Record<EmbeddingFile, string>>;
}

/** The original model that ours was extracted from. */
export interface EmbeddingSource {
  readonly package: string;
  readonly file: string;
  readonly sha256: string;
  /** The intermediate result that is used as the output. */
  readonly output: string;
}

/** The file at `path` replaces the shipped one and must have the same content. */
export function readEmbeddingFile(name: EmbeddingFile, path = shippedPath(name)): Buffer {
  const bytes = readFileSync(path);
  const description = JSON.parse(readFileSync(DESCRIPTION, 'utf8')) as Description;
  const [expected, actual] = [description.sha256[name], sha256(bytes)];
  if (actual !== expected)
    throw new Error(
      `Wrong checksum for ${path}: expected SHA-256 ${expected}, got ${actual}. Replace it with ${name} from the assessor's model folder.`,
    );
  return bytes;
}

export const readSource = (): EmbeddingSource =>
  (JSON.parse(readFileSync(DESCRIPTION, 'utf8')) as Description).source;

export const shippedPath = (name: EmbeddingFile): string => fileURLToPath(new URL(name, FOLDER));

export function saveEmbeddingFiles(
  files: Readonly<Record<EmbeddingFile, Buffer>>,
  source: EmbeddingSource,
): void {
  const checksums: Record<string, string> = {};
  for (const [name, bytes] of Object.entries(files)) {
    writeFileSync(new URL(name, FOLDER), bytes);
    checksums[name] = sha256(bytes);
  }
  writeFileSync(DESCRIPTION, `${JSON.stringify({ source, sha256: checksums }, null, 2)}\n`);
}
