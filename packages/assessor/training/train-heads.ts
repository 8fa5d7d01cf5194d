// Fits the heads on the labelled clauses and writes model/heads.{bin,json}. Deterministic: the same labels give the same
// files. Needs what `npm run train:concepts` wrote: how detectors that never saw an author read that author's leads.
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

const say = (text: string): void => void process.stderr.write(text);
const { values } = parseArgs({ options: { blind: { type: 'string' } } });
if (values.blind === undefined) throw new Error('--blind FILE is required: run npm run train:ai');

/** Whole leads only: a clause written by itself has no lead around it. */
const labelled = readLabelledExamples('train').filter(({ file }) => !file.startsWith('clauses/'));
const scores = readFileSync(values.blind, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Scores & { of: string });
if (scores.length !== labelled.length) throw new Error('the blind readings are of other labels');

const commonWords = findCommonWords();
const leads = await makeExamples(labelled, scores, commonWords, (done) =>
  say(`\rembedding leads: ${done} of ${labelled.length} `),
);
say('\n');

const files = [...new Set(leads.map(({ file }) => file))].sort();
const foldOf = ({ file }: LeadExample): number => files.indexOf(file) % FOLDS;

/** What each lead is read as by heads that never saw its author. */
const blind: Likelihood[][] = [];
for (let fold = 0; fold < FOLDS; fold++) {
  say(`\rleaving out authors, ${fold + 1} of ${FOLDS} `);
  const weights = fitHeads(leads.filter((lead) => foldOf(lead) !== fold));
  leads.forEach((lead, index) => {
    if (foldOf(lead) !== fold) return;
    blind[index] = findLikelihoods(
      lead.features.map((own) => computeLogits(weights, own)),
      weights,
    );
  });
}
say('\n');

const limits = Object.fromEntries(
  CONCEPTS.map((concept, head) => [concept, chooseLimits(concept, head)]),
) as Record<Concept, Limits>;
saveHeads({ weights: fitHeads(leads), commonWords, limits }, hashLabels());
for (const concept of CONCEPTS) say(`${concept.padEnd(14)}${JSON.stringify(limits[concept])}\n`);

/** Sure enough that four of five are right; of a concept that caps a score, 98 of 100. Surely absent: one in fourteen is
 * wrong. */
function chooseLimits(concept: Concept, head: number): Limits {
  const rated = leads.map(({ answers }, index) => ({
    ...((blind[index] as Likelihood[])[head] as Likelihood),
    answer: answers.reduce((most, own) => Math.max(most, own[head] as number), 0),
  }));
  const present = lowestWith(rated, (one) => one.present, minPrecision(concept), 1);
  const found = rated.filter((one) => one.present >= present);
  const strong = lowestWith(found, (one) => one.strong, 0.6, 2);
  const absent = highestWithout(rated, 0.93);
  return { present: round(present), strong: round(strong), absent: round(Math.min(absent, present)) };
}

/** Need and scope are in every second lead: to read them where they are not is the commonest error. */
function minPrecision(concept: Concept): number {
  if (isCapping(concept)) return 0.985;
  return concept === 'need' || concept === 'scope' ? 0.92 : 0.82;
}

type Rated = Likelihood & { readonly answer: number };

/** The lowest likelihood above which as large a share is right. */
function lowestWith(
  rated: readonly Rated[],
  read: (one: Rated) => number,
  share: number,
  least: number,
): number {
  const sorted = rated.toSorted((a, b) => read(b) - read(a));
  let right = 0;
  let limit = 1.01;
  sorted.forEach((one, index) => {
    if (one.answer >= least) right++;
    if (index >= 5 && right / (index + 1) >= share) limit = read(one);
  });
  return limit;
}

/** The highest likelihood below which as large a share of leads does not carry the concept. */
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
