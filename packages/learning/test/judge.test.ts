// The gate: what goes live, what waits, and what is retired.

import { liveThrough } from '@leadline/testkit/learning/live-account';
import { ACCOUNT_KINDS, simulateAccount } from '@leadline/testkit/learning/simulate-account';
import { describe, expect, test } from 'vitest';
import { checkLive, type DecidedLead, learn } from '../src/index.ts';
import { makeDecided, pick, tableOf, withSignal } from './decided-leads.ts';

const byChance = (count: number, seed: number): DecidedLead[] =>
  makeDecided(count, seed, (random) => ({
    fields: { Industry: pick(random, ['Retail', 'Food', 'Health']), Plan: pick(random, ['A', 'B']) },
    source: pick(random, ['Google', 'Referral', 'Facebook']),
    chance: 0.25,
  }));

describe('the verdict', () => {
  test('a model that predicts the latest outcomes better goes live', () => {
    const { verdict } = learn(tableOf(withSignal(900, 21)));
    expect(verdict).toMatchObject({
      decision: 'live',
      code: 'beats_current',
      missing: null,
      comparison: { against: 'rules', outcomes: 270 },
    });
    expect(verdict?.comparison?.gain_range.low).toBeGreaterThan(0);
    expect(verdict?.text).toMatch(
      /^On the latest 270 outcomes, the model predicts better than the rules alone \(AUC 0\.\d\d/,
    );
  });

  test('a dozen outcomes are too few, and it says how many are missing', () => {
    const { verdict } = learn(tableOf(withSignal(12, 22)));
    expect(verdict).toMatchObject({ decision: 'wait', code: 'too_few_outcomes' });
    expect(verdict?.missing).toBeGreaterThanOrEqual(28);
  });

  test('random outcomes never go live', () => {
    for (let seed = 0; seed < 12; seed++) {
      const { verdict } = learn(tableOf(byChance(300, 100 + seed)));
      expect(verdict?.decision).not.toBe('live');
    }
  });

  test('a live model is only replaced by a better one', () => {
    const decided = withSignal(900, 23);
    const { model: live } = learn(tableOf(decided.slice(0, 600)));
    const { verdict } = learn(tableOf(decided), { live });
    expect(verdict).toMatchObject({ decision: 'wait', comparison: { against: 'live model' } });
  });

  test('a live model is judged only on outcomes it has not seen', () => {
    const decided = withSignal(600, 24);
    const { model: live } = learn(tableOf(decided));
    expect(learn(tableOf(decided), { live }).verdict).toMatchObject({
      decision: 'wait',
      code: 'too_few_outcomes',
    });
  });

  test('a live model is retired when won and lost change places', () => {
    const decided = withSignal(700, 25);
    const { model: live } = learn(tableOf(decided.slice(0, 600)));
    const flipped = decided.map(
      (one, index): DecidedLead =>
        index < 600 ? one : { ...one, outcome: one.outcome === 'won' ? 'lost' : 'won' },
    );
    expect(checkLive(tableOf(decided), live)).toBeNull();
    expect(checkLive(tableOf(flipped), live)).toMatchObject({
      decision: 'retire',
      code: 'live_model_slipped',
    });
  });
});

test('in simulated accounts, learning does not hurt', () => {
  const lived = ACCOUNT_KINDS.flatMap((kind) =>
    [150, 400, 900].map((outcomes, index) => ({
      kind,
      ...liveThrough(simulateAccount(kind, outcomes, 31 + index)),
    })),
  );
  const worse = lived.filter(({ live, rules }) => live > rules + 1e-9);
  expect(worse.length).toBeLessThanOrEqual(1);
  for (const { kind, wentLive } of lived) if (kind === 'random') expect(wentLive).toBe(0);
  expect(
    lived.some(({ kind, wentLive, live, rules }) => kind === 'signal' && wentLive > 0 && live < rules),
  ).toBe(true);
});
