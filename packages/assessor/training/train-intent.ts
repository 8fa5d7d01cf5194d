// Fits the heads on the labelled messages and writes model/heads.{bin,json} and model/report.md. Deterministic: the
// same messages give the same files.
//   npm run train:intent                fit, write, report on the held-out messages
//   npm run train:intent -- --validate  only cross-validate on the messages to learn from: for trying things out
//
// The held-out messages are read after everything is fixed, for the report; nothing is chosen by them.

import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { computeLogits, type HeadWeights } from '../src/heads.ts';
import { packNgrams, saveModel } from '../src/model-file.ts';
import { fitTemperatures } from './calibrate.ts';
import { type Filed, readCorpus } from './corpus.ts';
import { findCommonWords, hashOf, type JudgedMessage, makeExamples, readJudgedMessages } from './examples.ts';
import { ALL, type Example, fit, hide, type Uses } from './fit.ts';
import { type Judged, reportOn, reportTable } from './report.ts';

const FOLDS = 5;

const COMPARED: readonly (readonly [name: string, uses: Uses])[] = [
  ['lexicon rules alone', { ngrams: false, embedding: false, signs: true }],
  ['n-grams alone', { ngrams: true, embedding: false, signs: false }],
  ['embedding alone', { ngrams: false, embedding: true, signs: false }],
  ['all three', ALL],
];

const say = (text: string): void => void process.stderr.write(text);

const { values } = parseArgs({ options: { validate: { type: 'boolean' } } });
const train = readCorpus('train');
const judged = readJudgedMessages();
const commonWords = findCommonWords(
  [...train, ...judged],
  judged.map(({ name }) => name),
);
const examples = await embedAll('to learn from', [...train, ...judged]);

// What each message is thought to be by heads that never saw its author: for temperatures, and for choosing.
const blind = foldsOf(train).flatMap((fold, number, folds) => {
  say(`\rcross-validating: ${number + 1} of ${folds.length} `);
  const left = new Set(fold);
  const weights = fit(examples.filter((_, index) => !left.has(index)));
  return fold.map((index) => judge(weights, train[index] as Filed, examples[index] as Example));
});
say('\n');
const temperatures = fitTemperatures(blind);
if (values.validate) {
  process.stdout.write(
    reportTable('Authors left out in turn', [['all three', reportOn(blind, temperatures)]]),
  );
} else {
  const heldOut = readCorpus('held-out');
  const heldExamples = await embedAll('held out', heldOut);
  const rows = COMPARED.map(([name, uses]) => {
    say(`fitting: ${name}\n`);
    const weights = fit(examples, uses);
    const kept = uses === ALL ? packNgrams(weights) : weights;
    if (uses === ALL) saveModel({ weights: kept, commonWords, temperatures }, hashOf([...train, ...judged]));
    const odds = heldOut.map((message, index) => {
      const example = heldExamples[index] as Example;
      return judge(kept, message, { ...example, features: hide(example.features, uses) });
    });
    return [name, reportOn(odds, temperatures)] as const;
  });
  const report = reportTable(`${heldOut.length} messages held out`, rows);
  writeFileSync(new URL('../model/report.md', import.meta.url), report);
  process.stdout.write(report);
}

function judge(weights: HeadWeights, message: Filed, { features, embedding }: Example): Judged {
  return { message, logits: computeLogits(weights, features, embedding) };
}

async function embedAll(name: string, messages: readonly (Filed | JudgedMessage)[]): Promise<Example[]> {
  const all = await makeExamples(messages, commonWords, (done) => {
    if (done % 100 === 0 || done === messages.length)
      say(`\rembedding messages ${name}: ${done} of ${messages.length} `);
  });
  say('\n');
  return all;
}

/** Whole files: a file is an author, and authors repeat themselves. */
function foldsOf(messages: readonly Filed[]): number[][] {
  const folds: number[][] = Array.from({ length: FOLDS }, () => []);
  const files = [...new Set(messages.map(({ file }) => file))].sort();
  messages.forEach(({ file }, index) => void folds[files.indexOf(file) % FOLDS]?.push(index));
  return folds;
}
