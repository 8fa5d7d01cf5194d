// Drift: what is found, what isn't, and how it ends.

import { readLead } from '@leadline/engine';
import { describe, expect, test } from 'vitest';
import { dispersionOf, weaken } from '../src/drift/dispersion.ts';
import { minPValueOf, pValueOf } from '../src/drift/exact-test.ts';
import {
  type Drift,
  DriftTable,
  describeDrift,
  findDrifts,
  type KnownDrift,
  mondayBefore,
  type ReceivedLead,
} from '../src/index.ts';
import { seedRandom } from '../src/random.ts';

const START = Date.UTC(2025, 0, 6);
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const mondayAfter = (weeks: number): Date => new Date(START + weeks * WEEK_MS);

interface Week {
  readonly week: number;
  readonly random: () => number;
}

interface Drawn {
  readonly source?: string;
  readonly fields?: Record<string, string>;
  readonly winRate?: number;
  readonly delayDays?: number;
  readonly chance?: number;
}

function makeTable(weeks: number, perWeek: number, draw: (week: Week) => Drawn, seed = 1): DriftTable {
  const random = seedRandom(seed);
  const table = new DriftTable();
  for (let week = 0; week < weeks; week++)
    for (let index = 0; index < perWeek; index++)
      table.add(toLead(draw({ week, random }), START + (week + random()) * WEEK_MS, random));
  return table;
}

function toLead(
  { source = 'Website', fields = {}, winRate, delayDays = 3, chance }: Drawn,
  receivedMs: number,
  random: () => number,
): ReceivedLead {
  const read = readLead({ email: 'ana@hartwell-foods.com', source, custom_fields: fields });
  if (!read.ok) throw new Error(read.error);
  const isWon = winRate !== undefined && random() < winRate;
  return {
    lead: read.lead,
    receivedAt: new Date(receivedMs),
    outcome: winRate === undefined ? 'open' : isWon ? 'won' : 'lost',
    decidedAt: winRate === undefined ? null : new Date(receivedMs + delayDays * DAY_MS),
    chance: chance ?? null,
  };
}

const subjectsOf = (drifts: readonly Drift[]): string[] =>
  drifts.map(({ kind, field, level }) => [kind, field, level].filter((part) => part !== null).join(' '));

const toKnown = (drift: Drift, state: KnownDrift['state'] = 'open'): KnownDrift => ({
  ...drift,
  id: 'one',
  state,
  before: drift.before.share,
  after: drift.after.share,
  until: null,
});

const pickSource = (random: () => number, fair: number): string =>
  random() < fair ? 'Trade fair' : random() < 0.5 ? 'Google' : 'Referral';

/** The share of a source goes from 10 to 40% in week 20, and back in week `until`. */
const withBusyFair = (weeks: number, until = weeks): DriftTable =>
  makeTable(weeks, 60, ({ week, random }) => ({
    source: pickSource(random, week >= 20 && week < until ? 0.4 : 0.1),
  }));

describe('what is found', () => {
  test('a source that became more common, once, with its figures and the week', () => {
    const { found } = findDrifts(withBusyFair(24), { now: mondayAfter(24) });
    expect(subjectsOf(found)).toEqual(['share source trade fair']);
    const [drift] = found as [Drift];
    expect(drift.since).toEqual(mondayAfter(20));
    expect(drift.before.share).toBeCloseTo(0.1, 1);
    expect(drift.after.share).toBeGreaterThan(0.3);
    expect(drift.before.leads).toBe(20 * 60);
    expect(describeDrift(drift)).toMatch(
      /^Leads from “trade fair” were \d+% of all leads until 26 May 2025 and are \d+% since \(\d+ of 240\)\.$/,
    );
  });

  test('a source that vanished; the others that fill its place are not reported', () => {
    const table = makeTable(24, 60, ({ week, random }) => ({
      source: pickSource(random, week >= 21 ? 0 : 0.4),
    }));
    const { found } = findDrifts(table, { now: mondayAfter(24) });
    expect(subjectsOf(found)).toEqual(['share source trade fair']);
    expect(describeDrift(found[0] as Drift)).toMatch(/Since then there have been none among 180 leads\.$/);
  });

  test('a question that a form no longer asks', () => {
    const table = makeTable(24, 60, ({ week, random }) => ({
      fields: week < 21 ? { Industry: random() < 0.5 ? 'Retail' : 'Food' } : {},
    }));
    const { found } = findDrifts(table, { now: mondayAfter(24) });
    expect(subjectsOf(found)).toEqual(['share answer:industry (none)']);
    expect(describeDrift(found[0] as Drift)).toMatch(/^Leads without an answer to “Industry” are new since/);
  });

  test('a win rate that halved for all leads is one drift, not one per source', () => {
    const table = makeTable(40, 60, ({ week, random }) => ({
      source: pickSource(random, 0.3),
      winRate: week >= 30 ? 0.2 : 0.4,
    }));
    const { found } = findDrifts(table, { now: mondayAfter(40) });
    expect(subjectsOf(found)).toEqual(['win_rate']);
    expect(describeDrift(found[0] as Drift)).toMatch(
      /^Of all leads, \d+% were won until .* and \d+% since \(\d+ of \d+\), counting outcomes within a week\.$/,
    );
  });

  test('a win rate that halved for one source names the source', () => {
    const table = makeTable(40, 90, ({ week, random }) => {
      const source = pickSource(random, 0.3);
      return { source, winRate: week >= 28 && source === 'Trade fair' ? 0.1 : 0.5 };
    });
    const { found } = findDrifts(table, { now: mondayAfter(40) });
    expect(subjectsOf(found)).toEqual(['win_rate source trade fair']);
  });

  test('chances of closing that no longer hold, although the win rate of all leads is the same', () => {
    // More good leads arrive, and good leads win less often.
    const table = makeTable(40, 90, ({ week, random }) => {
      const isLate = week >= 28;
      const isGood = random() < (isLate ? 0.7 : 0.3);
      const [good, bad] = isLate ? [0.38, 0.06] : [0.6, 0.15];
      return { winRate: isGood ? good : bad, chance: isGood ? 0.6 : 0.15 };
    });
    const { found } = findDrifts(table, { now: mondayAfter(40) });
    expect(subjectsOf(found)).toEqual(['calibration']);
    expect(describeDrift(found[0] as Drift)).toMatch(
      /^The chance of closing has become less reliable: .* 4\d% chance/,
    );
  });

  test('the same at every look of a week, whatever was decided since Monday', () => {
    const table = withBusyFair(24);
    const first = findDrifts(table, { now: mondayAfter(24) });
    expect(findDrifts(table, { now: new Date(mondayAfter(25).getTime() - 1) })).toEqual(first);
    expect(mondayBefore(new Date('2025-06-29T23:59:59Z'))).toEqual(new Date('2025-06-23T00:00:00Z'));
  });
});

describe('what is not found', () => {
  test('young leads that nobody has decided yet', () => {
    // Losing takes one week, winning six: of the latest leads, only lost ones are decided.
    const table = makeTable(40, 60, ({ random }) => {
      const isWon = random() < 0.4;
      return { winRate: isWon ? 1 : 0, delayDays: isWon ? 42 : 7 };
    });
    const asOf = mondayAfter(40);
    expect(findDrifts(table, { now: asOf }).found).toEqual([]);
  });

  test('anything, in less than ten weeks', () => {
    const table = makeTable(9, 200, ({ week, random }) => ({
      source: pickSource(random, week >= 7 ? 0.9 : 0.1),
    }));
    expect(findDrifts(table, { now: mondayAfter(9) }).found).toEqual([]);
  });

  test('a week into which old leads without dates were imported', () => {
    const table = makeTable(24, 30, ({ random }) => ({ source: pickSource(random, 0.1) }));
    const random = seedRandom(5);
    for (let index = 0; index < 2_000; index++)
      table.add(toLead({ source: 'Old CRM', winRate: 0.9 }, mondayAfter(23).getTime() + index, random));
    expect(findDrifts(table, { now: mondayAfter(24) }).found).toEqual([]);
  });

  test('a certain change that is too small to matter', () => {
    const table = makeTable(24, 3_000, ({ week, random }) => ({
      source: pickSource(random, week >= 20 ? 0.12 : 0.1),
    }));
    expect(findDrifts(table, { now: mondayAfter(24) }).found).toEqual([]);
  });

  test('an answer of fewer than ten leads, which could be a person', () => {
    const table = makeTable(24, 60, ({ week, random }) => ({
      fields: { City: week === 23 && random() < 0.1 ? 'Elm Street 4' : 'Leeds' },
    }));
    const { found } = findDrifts(table, { now: mondayAfter(24) });
    expect(JSON.stringify(found)).not.toContain('elm');
  });

  test('questions that nobody may learn from', () => {
    const table = makeTable(24, 60, ({ week }) => ({
      fields: { Nationality: week >= 20 ? 'Spanish' : 'French' },
    }));
    expect(findDrifts(table, { now: mondayAfter(24) }).found).toEqual([]);
  });
});

describe('how a drift ends', () => {
  const [drift] = findDrifts(withBusyFair(24), { now: mondayAfter(24) }).found as [Drift];

  test('while it lasts, it is neither found again nor passed', () => {
    const look = findDrifts(withBusyFair(30), { now: mondayAfter(30), known: [toKnown(drift)] });
    expect(look).toEqual({ found: [], passed: [], settled: [] });
  });

  test('it passes when the leads are as before, and going back is no new drift', () => {
    const table = withBusyFair(40, 28);
    expect(findDrifts(table, { now: mondayAfter(33), known: [toKnown(drift)] })).toEqual({
      found: [],
      passed: ['one'],
      settled: [],
    });
    const passed = { ...toKnown(drift, 'passed'), until: mondayAfter(33) };
    expect(findDrifts(table, { now: mondayAfter(40), known: [passed] }).found).toEqual([]);
  });

  test('after half a year, it is normal', () => {
    const look = findDrifts(withBusyFair(47), { now: mondayAfter(47), known: [toKnown(drift)] });
    expect(look).toEqual({ found: [], passed: [], settled: ['one'] });
  });

  test('once acknowledged, it is normal at once, and a change from there is found', () => {
    const accepted = [toKnown(drift, 'accepted')];
    expect(findDrifts(withBusyFair(36), { now: mondayAfter(36), known: accepted }).found).toEqual([]);
    const { found } = findDrifts(withBusyFair(40, 36), { now: mondayAfter(40), known: accepted });
    expect(subjectsOf(found)).toEqual(['share source trade fair']);
    expect(found[0]?.before.share).toBeCloseTo(0.4, 1);
  });
});

describe('the tests behind it', () => {
  test('p-values are those of Fisher’s exact test', () => {
    // 3 of 4 against 1 of 4: 1 - 36/70 of all tables are as unlikely on one side, (16 + 1) / 70.
    const table = { hitsBefore: 1, before: 4, hitsAfter: 3, after: 4 };
    expect(pValueOf([table])).toBeCloseTo((2 * 17) / 70, 12);
    expect(minPValueOf([table])).toBeCloseTo(2 / 70, 12);
    const large = { hitsBefore: 1_000, before: 20_000, hitsAfter: 800, after: 20_000 };
    expect(pValueOf([large])).toBeGreaterThan(1e-7);
    expect(pValueOf([large])).toBeLessThan(5e-6);
  });

  test('a p-value is at most as small as it claims, whatever the share', () => {
    const random = seedRandom(3);
    const draw = (share: number, leads: number): number => {
      let hits = 0;
      for (let index = 0; index < leads; index++) if (random() < share) hits++;
      return hits;
    };
    for (const share of [0.02, 0.2, 0.5]) {
      let low = 0;
      for (let round = 0; round < 2_000; round++) {
        const groups = [share, share / 2].map((rate) => ({
          hitsBefore: draw(rate, 80),
          before: 80,
          hitsAfter: draw(rate, 25),
          after: 25,
        }));
        if (pValueOf(groups) <= 0.05) low++;
      }
      expect(low / 2_000).toBeLessThanOrEqual(0.06);
    }
  });

  test('weeks that differ by more than chance weaken a p-value, and never strengthen it', () => {
    const even = Array.from({ length: 20 }, () => ({ hits: 10, expected: 10, variance: 8 }));
    expect(dispersionOf(even)).toBe(1);
    const lumpy = even.map((week, index) => ({ ...week, hits: index % 2 === 0 ? 4 : 16 }));
    expect(dispersionOf(lumpy)).toBeCloseTo((20 * 36) / 8 / 19, 10);
    expect(weaken(1e-6, 1)).toBe(1e-6);
    expect(weaken(0.0455, 4)).toBeCloseTo(0.3173, 3);
    expect(weaken(1e-9, 1.000001)).toBeCloseTo(1e-9, 11);
  });
});
