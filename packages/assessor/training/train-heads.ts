// Fits the heads on the labelled clauses and writes model/heads.{bin,json}. Deterministic: the same labels give the same
// files. Needs the output of train-concepts.ts: each lead scored by detectors that were trained without its author.
//   npm run train:ai

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CONCEPTS, type Concept, isCapping } from '@leadline/engine';
import type { Scores } from '../../engine/training/thresholds.ts';
import { findLikelihoods, type Likelihood } from '../src/assess.ts';
import { computeLogits } from '../src/heads.ts';
import { type Limits, saveHeads } from '../src/heads-file.ts';
import { findCommonWords } from './common-words.ts';
import { hashLabels, type LeadExample, makeExamples, readLabelledExamples } from './examples.ts';
import { fitHeads } from './fit-heads.ts';

const FOLDS = 4;

const print = (text: string): void => void process.stderr.write(text);
const { values } = parseArgs({ options: { blind: { type: 'string' } } });
if (values.blind === undefined)
  throw new Error('--blind FILE is missing. Run npm run train:ai, which sets it.');

/** Whole leads only: clauses that were written individually have no context. */
const labelled = readLabelledExamples('train').filter(({ file }) => !file.startsWith('clauses/'));
const scores = readFileSync(values.blind, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Scores & { of: string });
if (scores.length !== labelled.length)
  throw new Error('The --blind file was made from other labels. Run npm run train:ai again.');

const commonWords = findCommonWords();
const leads = await makeExamples(labelled, scores, commonWords, (done) =>
  print(`\rEmbedding leads: ${done} of ${labelled.length} `),
);
print('\n');

const files = [...new Set(leads.map(({ file }) => file))].sort();
const foldOf = ({ file }: LeadExample): number => files.indexOf(file) % FOLDS;

/** The likelihoods of each lead, from heads trained without its author. */
const blind: Likelihood[][] = [];
for (let fold = 0; fold < FOLDS; fold++) {
  print(`\rCross-validating: fold ${fold + 1} of ${FOLDS} `);
  const weights = fitHeads(leads.filter((lead) => foldOf(lead) !== fold));
  leads.forEach((lead, index) => {
    if (foldOf(lead) !== fold) return;
    blind[index] = findLikelihoods(
      lead.features.map((features) => computeLogits(weights, features)),
      weights,
    );
  });
}
print('\n');

const limits = Object.fromEntries(
  CONCEPTS.map((concept, head) => [concept, chooseLimits(concept, head)]),
) as Record<Concept, Limits>;
saveHeads({ weights: fitHeads(leads), commonWords, limits }, hashLabels());
for (const concept of CONCEPTS) print(`${concept.padEnd(14)}${JSON.stringify(limits[concept])}\n`);

/** Chosen so that four of five findings are right (98 of 100 for a concept that caps the score), and thirteen of
 * fourteen absences. */
function chooseLimits(concept: Concept, head: number): Limits {
  const rated = leads.map(({ answers }, index) => ({
    ...((blind[index] as Likelihood[])[head] as Likelihood),
    answer: Math.max(0, ...answers.map((clause) => clause[head] as number)),
  }));
  const present = lowestWith(rated, (one) => one.present, minPrecision(concept), 1);
  const found = rated.filter((one) => one.present >= present);
  const strong = lowestWith(found, (one) => one.strong, 0.6, 2);
  const absent = highestWithout(rated, 0.93);
  return { present: round(present), strong: round(strong), absent: round(Math.min(absent, present)) };
}

/** Half of all leads contain a need or a scope: finding them where there are none is the most common error. */
function minPrecision(concept: Concept): number {
  if (isCapping(concept)) return 0.985;
  return concept === 'need' || concept === 'scope' ? 0.92 : 0.82;
}

type Rated = Likelihood & { readonly answer: number };

/** The lowest threshold at which at least `share` of the findings are right. */
function lowestWith(
  rated: readonly Rated[],
  read: (one: Rated) => number,
  share: number,
  minAnswer: number,
): number {
  const sorted = rated.toSorted((a, b) => read(b) - read(a));
  let right = 0;
  let limit = 1.01;
  sorted.forEach((one, index) => {
    if (one.answer >= minAnswer) right++;
    if (index >= 5 && right / (index + 1) >= share) limit = read(one);
  });
  return limit;
}

/** The highest threshold at which at least `share` of the leads below it don't contain the concept. */
function highestWithout(rated: readonly Rated[], share: number): number {
  const sorted = rated.toSorted((a, b) => a.present - b.present);
  let without = 0;
  let limit = 0;
  sorted.forEach((one, index) => {
    if (one.answer === 0) without++;
    if (without / (index + 1) >= share) limit = one.present;
  });
  return Math.min(limit, 0.25);
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
