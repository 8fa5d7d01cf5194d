// The gate: what goes live, what waits, and what is retired.

import { readSettings } from '@leadline/engine';
import { liveThrough } from '@leadline/testkit/learning/live-account';
import { ACCOUNT_KINDS, simulateAccount } from '@leadline/testkit/learning/simulate-account';
import { describe, expect, test } from 'vitest';
import {
  checkLive,
  type DecidedLead,
  LeadTable,
  learn,
  type Model,
  NotConverged,
  trainModel,
} from '../src/index.ts';
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
      /^On the latest 270 outcomes, the model predicts better than the rules alone and than the win rate alone: it ranks a won lead above a lost one \d\d% of the time, the rules alone \d\d%\.$/,
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
    const live = trainModel(tableOf(decided.slice(0, 600)));
    const { verdict } = learn(tableOf(decided), { live });
    expect(verdict).toMatchObject({ decision: 'wait', comparison: { against: 'live model' } });
  });

  test('a live model is judged only on outcomes it has not seen', () => {
    const decided = withSignal(600, 24);
    const live = trainModel(tableOf(decided));
    expect(learn(tableOf(decided), { live }).verdict).toMatchObject({
      decision: 'wait',
      code: 'too_few_outcomes',
    });
  });

  test('a live model is retired when won and lost change places', () => {
    const decided = withSignal(700, 25);
    const live = trainModel(tableOf(decided.slice(0, 600)));
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

test('one answer of 400 digits does not keep a model from going live', () => {
  const bySeats = makeDecided(600, 26, (random) => {
    const seats = Math.ceil(8 * random());
    return { fields: { Seats: String(seats) }, chance: seats > 4 ? 0.1 : 0.7 };
  });
  const [first] = bySeats as [DecidedLead];
  const custom_fields = { Seats: '9'.repeat(400) };
  const odd: DecidedLead = { ...first, lead: { ...first.lead, custom_fields }, outcome: 'lost' };
  const { verdict, model } = learn(tableOf([...bySeats, odd]));
  expect(verdict).toMatchObject({ decision: 'live', code: 'beats_current' });
  expect(model?.fields).toContainEqual(expect.objectContaining({ name: 'Seats', kind: 'bins' }));
});

describe('a training that does not converge', () => {
  const table = tableOf(withSignal(300, 26));
  /** Makes every weight NaN. */
  const recency = { window: 5_000, half_life: Number.NaN };

  test('publishes nothing, and says so in plain words', () => {
    expect(learn(table, { recency })).toMatchObject({
      model: null,
      calibration: null,
      outcomes: 300,
      verdict: {
        decision: 'wait',
        code: 'not_converged',
        text: 'The training did not arrive at a usable model, so nothing was published. It is tried again after new outcomes.',
      },
    });
    expect(() => trainModel(table, { recency })).toThrow(NotConverged);
  });

  test('still retires a live model that must not stay', () => {
    const live = { ...trainModel(table), shift: -12 };
    expect(learn(table, { live, recency }).verdict).toMatchObject({
      decision: 'retire',
      code: 'live_model_degenerate',
    });
  });
});

describe('a live model is retired, with the reason,', () => {
  const decided = withSignal(400, 27);
  const table = tableOf(decided);
  const live = trainModel(table);
  const won = decided.slice(-300).filter(({ outcome }) => outcome === 'won').length;
  const reasonFor = (changed: Partial<Model>): string | undefined => {
    const verdict = checkLive(table, { ...live, ...changed });
    if (verdict !== null)
      expect(verdict).toMatchObject({ decision: 'retire', code: 'live_model_degenerate' });
    return verdict?.text;
  };
  const withEffects = (effect: (code: number) => number): Pick<Model, 'fields' | 'pairs'> => ({
    fields: live.fields.map((field) => ({
      ...field,
      effects: field.effects.map(
        ([, variance, leads, wins], code) => [effect(code), variance, leads, wins] as const,
      ),
    })),
    pairs: [],
  });

  test('only if something is wrong with it', () => {
    expect(reasonFor({})).toBeUndefined();
  });

  test('if every lead has the same chance', () => {
    expect(reasonFor({ ...withEffects(() => 0), slope: 0, shift: -1 })).toBe(
      'The live model gives each of the latest 300 leads the same chance of closing, 26.9%, whatever they answered.',
    );
  });

  test('if it expects far fewer wins than there are', () => {
    expect(reasonFor({ shift: live.shift - 8 })).toBe(
      `The live model expected 0 of the latest 300 leads to be won, but ${won} were.`,
    );
  });

  test('if it is certain, and wrong', () => {
    expect(reasonFor({ ...withEffects((code) => (code % 2 ? 14 : -14)), slope: 0, shift: 0.5 })).toMatch(
      /^The live model (?:was certain about \d+ of the latest 300 leads, and wrong about \d+ of those|expected \d+ of the latest 300 leads to be won, but \d+ were)\.$/,
    );
  });

  test('if its chances are not numbers', () => {
    expect(reasonFor({ shift: Number.NaN })).toBe(
      'The live model gives no chance of closing to 300 of the latest 300 leads.',
    );
  });

  test('if it predicts worse than the win rate alone on outcomes that it has not seen', () => {
    const early = trainModel(tableOf(withSignal(600, 28)));
    // What it learned no longer matters, and the rules never did.
    const later = [...withSignal(600, 28), ...byChance(900, 29).slice(600)].map((one, index) => ({
      ...one,
      lead: index < 600 ? one.lead : { ...one.lead, source: index % 2 ? 'Trade fair' : 'Facebook' },
    }));
    expect(checkLive(tableOf(later), early)).toMatchObject({
      decision: 'retire',
      code: 'live_model_slipped',
      text: expect.stringMatching(/predicts worse than the (?:rules|win rate) alone\.$/),
    });
  });
});

test('a model that beats the rules but not the win rate waits', () => {
  // The rules are sure that such leads don't close, and 30% do, whatever they answer.
  const table = tableOf(byChance(400, 30));
  for (const row of table.ruleScores.keys()) table.ruleScores[row] = row % 2 ? 95 : 5;
  const { verdict } = learn(table);
  expect(verdict.decision).not.toBe('live');
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

test('bands of the chance of closing that no score reaches don’t keep a training from converging', () => {
  const settings = readSettings({
    closing: [
      { from: 150, band: 'Certain', low: 95, high: 99 },
      { from: 110, band: 'High', low: 80, high: 95 },
      { from: 0, band: 'Low', low: 1, high: 20 },
    ],
  });
  if (!settings.ok) throw new Error(settings.error);
  const table = new LeadTable(settings.settings);
  for (const one of withSignal(300, 31)) table.add(one);
  expect(learn(table).verdict.code).not.toBe('not_converged');
});
