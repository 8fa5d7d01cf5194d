// Records which labels the detectors were trained on, so that a test can detect a change of one without the other.
// Retraining in the test would take minutes.
//   node packages/engine/training/trained-on.ts   writes trained-on.json

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { readLabels } from './examples.ts';

const FILE = new URL('trained-on.json', import.meta.url);
const WEIGHTS = ['detectors.json', 'decisions.json', 'evidence.json'] as const;

export interface TrainedOn {
  readonly labels_sha256: string;
  readonly weights_sha256: string;
}

export function describeTraining(): TrainedOn {
  const labels = createHash('sha256');
  for (const { of, lead, answers } of readLabels()) labels.update(JSON.stringify([of, lead, answers]));
  const weights = createHash('sha256');
  for (const name of WEIGHTS)
    weights.update(readFileSync(new URL(`../src/reading/${name}`, import.meta.url)));
  return { labels_sha256: labels.digest('hex'), weights_sha256: weights.digest('hex') };
}

export const readTrainedOn = (): TrainedOn => JSON.parse(readFileSync(FILE, 'utf8')) as TrainedOn;

export const writeTrainedOn = (): void =>
  writeFileSync(FILE, `${JSON.stringify(describeTraining(), null, 2)}\n`);

if (import.meta.main) writeTrainedOn();
