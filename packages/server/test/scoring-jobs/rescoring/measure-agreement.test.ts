// AUC and lift, against a plain definition of both.

import { expect, test } from 'vitest';
import { compareAgreement, type DecidedLead } from '../../../src/scoring-jobs/rescoring/measure-agreement.ts';

const lead = (isWon: boolean, before: number, after = before): DecidedLead => ({ isWon, before, after });

/** Repeatable, and different from what the module draws. */
function* numbers(): Generator<number> {
  for (let state = 7; ; state = (state * 48_271) % 2_147_483_647) yield state / 2_147_483_647;
}

function makeLeads(count: number): DecidedLead[] {
  const random = numbers();
  const next = (): number => random.next().value as number;
  return Array.from({ length: count }, () => {
    const quality = next();
    const score = (noise: number): number =>
      Math.max(0, Math.min(100, Math.round(100 * (quality * (1 - noise) + next() * noise))));
    return { isWon: next() < quality * 0.6, before: score(0.8), after: score(0.3) };
  });
}

function plainAuc(leads: readonly DecidedLead[]): number {
  let pairs = 0;
  let sum = 0;
  for (const won of leads.filter(({ isWon }) => isWon)) {
    for (const lost of leads.filter(({ isWon }) => !isWon)) {
      pairs++;
      sum += won.before > lost.before ? 1 : won.before === lost.before ? 0.5 : 0;
    }
  }
  return sum / pairs;
}

test('AUC is the share of pairs in the right order, with ties counted half', () => {
  const leads = makeLeads(300);
  expect(compareAgreement(leads)?.before.auc.value).toBeCloseTo(plainAuc(leads), 4);
  expect(compareAgreement([lead(true, 80), lead(false, 20)])?.before.auc.value).toBe(1);
  expect(compareAgreement([lead(true, 20), lead(false, 80)])?.before.auc.value).toBe(0);
  expect(compareAgreement([lead(true, 50), lead(false, 50)])?.before.auc.value).toBe(0.5);
});

test('lift compares the top fifth with all leads', () => {
  const perfect = Array.from({ length: 100 }, (_, i) => lead(i < 20, i < 20 ? 90 : 10));
  expect(compareAgreement(perfect)?.before.lift.value).toBe(5);
  const tied = Array.from({ length: 100 }, (_, i) => lead(i < 20, 50));
  expect(compareAgreement(tied)?.before.lift.value).toBe(1);
});

test('intervals contain the figure, get narrower with more leads, and never change', () => {
  const few = compareAgreement(makeLeads(60));
  const many = compareAgreement(makeLeads(3_000));
  if (few === null || many === null) throw new Error('no agreement was measured');
  for (const { before, after } of [few, many])
    for (const { value, low, high } of [before.auc, before.lift, after.auc, after.lift]) {
      expect(low).toBeLessThanOrEqual(value);
      expect(high).toBeGreaterThanOrEqual(value);
    }
  const width = ({ low, high }: { low: number; high: number }): number => high - low;
  expect(width(many.before.auc)).toBeLessThan(width(few.before.auc) / 3);
  expect(compareAgreement(makeLeads(60))).toEqual(few);
});

test('a real improvement is beyond noise; no change is not an improvement', () => {
  const better = compareAgreement(makeLeads(3_000));
  expect(better?.difference.auc.low).toBeGreaterThan(0);
  const same = compareAgreement(makeLeads(500).map(({ isWon, before }) => lead(isWon, before)));
  expect(same?.difference).toEqual({
    auc: { value: 0, low: 0, high: 0 },
    lift: { value: 0, low: 0, high: 0 },
  });
});

test('without a won or a lost lead there is nothing to measure', () => {
  expect(compareAgreement([])).toBeNull();
  expect(compareAgreement([lead(true, 50)])).toBeNull();
  expect(compareAgreement([lead(false, 50)])).toBeNull();
});
