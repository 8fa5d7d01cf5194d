// Packed results come back unchanged, down to the order of their keys.

import { sampleLeads } from '@leadline/testkit/leads/sample-leads';
import { expect, test } from 'vitest';
import {
  packResult,
  readModelChance,
  summarizeResult,
  unpackResult,
} from '../../src/leads/record/packed-result.ts';
import type { StoredResult } from '../../src/leads/record/stored-result.ts';

const unpackJson = (json: string): StoredResult => unpackResult(JSON.parse(json));

const { answers } = (sampleLeads[0] as (typeof sampleLeads)[number]).result;
const ASSESSMENTS: readonly StoredResult['assessment'][] = [
  undefined,
  { missing: 'busy' },
  { kind: 'buyer', answers, certainty: 0.9, by: 'local' },
  {
    kind: 'spam',
    answers: { ...answers, doubt: { value: 'scam', probability: 0.4, clause: 0 } },
    unread: [1, 2],
    certainty: 0.9,
    by: 'local',
  },
];

test.each(ASSESSMENTS)('every result comes back unchanged with the assessment %j', (assessment) => {
  for (const { result } of sampleLeads) {
    const stored = assessment === undefined ? result : { ...result, assessment };
    expect(JSON.stringify(unpackJson(packResult(stored)))).toBe(JSON.stringify(stored));
    expect(summarizeResult(JSON.parse(packResult(stored)))).toMatchObject({
      version: stored.version,
      score: stored.data.score,
      grade: stored.data.grade,
      assessment: assessment ?? null,
    });
  }
});

test('the chance of closing by a model is read without unpacking the rest', () => {
  const { result } = sampleLeads[0] as (typeof sampleLeads)[number];
  const closing = { probability: 0.31, low: 0.2, high: 0.4, basis: '600 outcomes' };
  expect(readModelChance(JSON.parse(packResult(result)))).toBeNull();
  expect(readModelChance(JSON.parse(packResult({ ...result, model_version: 'm1', closing })))).toBe(0.31);
});

test('results take less than two thirds of their bytes', () => {
  const plain = sampleLeads.reduce((sum, { result }) => sum + JSON.stringify(result).length, 0);
  const packed = sampleLeads.reduce((sum, { result }) => sum + packResult(result).length, 0);
  expect(packed / plain).toBeLessThan(2 / 3);
});
