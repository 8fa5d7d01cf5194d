// Weighs the fine-tuned network against the engine's detectors, on leads of writers that neither has learned from, and
// writes model/.
//   node packages/assessor/training/save-reader.ts FOLDER BLIND
// FOLDER comes from fine_tune.py, BLIND from npm run train:reader -- --blind BLIND.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ASKS } from '@leadline/engine';
import { readEmbeddingFile, readSource, saveEmbeddingFiles } from '../src/embedding-files.ts';
import { type HeadWeights, joinReaders } from '../src/heads.ts';
import { loadHeads, saveHeads } from '../src/heads-file.ts';
import { cutOnnx } from './cut-onnx.ts';
import { fitShares, type Pair, type Prediction, pairReaders, readLines } from './fit-shares.ts';

const [folder, blindFile] = process.argv.slice(2);
if (folder === undefined || blindFile === undefined)
  throw new Error('Usage: node packages/assessor/training/save-reader.ts FOLDER BLIND');

const pairs = pairReaders(readLines<Prediction>(join(folder, 'predictions.ndjson')), blindFile);
const [heldOut, judges] = [
  pairs.filter(({ of }) => of.includes('held-out')),
  pairs.filter(({ of }) => !of.includes('held-out')),
];

const shares = fitShares(judges);
const heads = JSON.parse(readFileSync(join(folder, 'heads.json'), 'utf8')) as Record<string, number[]>;
const weights = {
  ...Object.fromEntries(Object.entries(heads).map(([name, values]) => [name, Float32Array.from(values)])),
  shares,
} as unknown as HeadWeights;
saveHeads({ weights, commonWords: loadHeads().commonWords });
saveEmbeddingFiles(
  {
    // Cut once more, so that it is written the same way by whatever tool.
    'embedding.onnx': cutOnnx(readFileSync(join(folder, 'embedding.onnx')), readSource().output),
    'tokenizer.json': readEmbeddingFile('tokenizer.json'),
    'tokenizer_config.json': readEmbeddingFile('tokenizer_config.json'),
  },
  readSource(),
);

const shareOf = (name: string, choose: (pair: Pair) => Float64Array): void => {
  const right = heldOut.filter((pair) => {
    const chances = choose(pair).slice(0, ASKS.length);
    return chances.indexOf(Math.max(...chances)) === pair.ask;
  }).length;
  console.log(
    `${name.padEnd(12)} the right ask in ${((100 * right) / heldOut.length).toFixed(1)} % of ${heldOut.length} held-out leads`,
  );
};
shareOf('detectors', ({ byDetectors }) => byDetectors);
shareOf('network', ({ byNetwork }) => byNetwork);
shareOf('both', ({ byDetectors, byNetwork }) => joinReaders(weights, byDetectors, byNetwork));
console.log(`shares ${[...new Set(shares)].map((share) => share.toFixed(2)).join(' ')}`);
