// Packed results come back unchanged, down to the order of their keys.

import { sampleLeads } from '@leadline/testkit/leads/sample-leads';
import { expect, test } from 'vitest';
import { packResult, unpackResult } from '../../src/leads/packed-result.ts';
import type { StoredResult } from '../../src/leads/stored-result.ts';

const unpackJson = (json: string): StoredResult => unpackResult(JSON.parse(json));

test.each(['without', 'with'])('every result comes back unchanged %s an assessment', (how) => {
  const assessment = { missing: 'late' } as unknown as NonNullable<StoredResult['assessment']>;
  for (const { result } of sampleLeads) {
    const stored = how === 'with' ? { ...result, assessment } : result;
    expect(JSON.stringify(unpackJson(packResult(stored)))).toBe(JSON.stringify(stored));
  }
});

test('results take less than two thirds of their bytes', () => {
  const plain = sampleLeads.reduce((sum, { result }) => sum + JSON.stringify(result).length, 0);
  const packed = sampleLeads.reduce((sum, { result }) => sum + packResult(result).length, 0);
  expect(packed / plain).toBeLessThan(2 / 3);
});

test('results of engine 1, without concepts, come back unchanged', () => {
  const { concepts, ...old } = (sampleLeads[0] as (typeof sampleLeads)[number]).result;
  expect(concepts).toBeDefined();
  expect(JSON.stringify(unpackJson(packResult(old)))).toBe(JSON.stringify(old));
});

test('results that earlier versions stored are read as they are', () => {
  const { result } = sampleLeads[0] as (typeof sampleLeads)[number];
  expect(unpackJson(JSON.stringify(result))).toEqual(result);
});
