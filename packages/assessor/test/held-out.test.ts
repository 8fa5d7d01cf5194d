// What the weights in the repository are worth on messages that no one learnt from.

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadEmbedder } from '../src/embedding.ts';
import { readFeatures } from '../src/features.ts';
import { computeLogits } from '../src/heads.ts';
import { loadModel } from '../src/model-file.ts';
import { readCorpus } from '../training/corpus.ts';
import { hashOf, readJudgedMessages } from '../training/examples.ts';
import { computeAuc, computeCalibrationError } from '../training/measures.ts';
import { type ByLanguage, type Figures, reportOn } from '../training/report.ts';

test('the weights were learnt from the messages that are here', () => {
  const { data_sha256 } = JSON.parse(readFileSync(new URL('../model/heads.json', import.meta.url), 'utf8'));
  expect(data_sha256).toBe(hashOf([...readCorpus('train'), ...readJudgedMessages()]));
});

describe('on the messages held out', () => {
  let figures: ByLanguage;
  beforeAll(async () => {
    const { weights, commonWords, temperatures } = loadModel();
    const { embed } = await loadEmbedder();
    const judged = [];
    for (const message of readCorpus('held-out')) {
      const features = readFeatures(message.text, commonWords);
      judged.push({ message, logits: computeLogits(weights, features, await embed(features.text)) });
    }
    figures = reportOn(judged, temperatures);
  });

  const of = (group: string): Figures => figures.get(group) as Figures;

  test('English is told apart', () => {
    expect(of('English').buyer).toBeGreaterThanOrEqual(0.97);
    expect(of('English').junk).toBeGreaterThanOrEqual(0.98);
  });

  test('the other languages are', () => {
    expect(of('others together').buyer).toBeGreaterThanOrEqual(0.92);
    expect(of('others together').junk).toBeGreaterThanOrEqual(0.94);
  });

  test('a probability is as often right as it says', () => {
    expect(of('all languages').calibrationError).toBeLessThanOrEqual(0.05);
  });
});

describe('the measures', () => {
  const rate = (...values: [number, boolean][]) =>
    values.map(([value, isPositive]) => ({ value, isPositive }));

  test('AUC counts pairs in order, ties half', () => {
    expect(computeAuc(rate([0.9, true], [0.1, false]))).toBe(1);
    expect(computeAuc(rate([0.1, true], [0.9, false]))).toBe(0);
    expect(computeAuc(rate([0.5, true], [0.5, false]))).toBe(0.5);
    expect(computeAuc(rate([0.9, true], [0.4, true], [0.6, false], [0.2, false]))).toBe(0.75);
  });

  test('the calibration error is what is said less what happens', () => {
    expect(computeCalibrationError(rate([0.75, true], [0.75, true], [0.75, true], [0.75, false]))).toBe(0);
    expect(computeCalibrationError(rate([0.95, false], [0.95, false]))).toBeCloseTo(0.95);
  });
});
