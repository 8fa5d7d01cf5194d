// What a model learns, what it must never use, and that it is the same every time.

import { type Lead, score } from '@leadline/engine';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type DecidedLead,
  type Model,
  openModel,
  predictRows,
  type TrainOptions,
  trainModel,
} from '../src/index.ts';
import { FIRST_DAY, makeDecided, mustRead, pick, tableOf, withSignal } from './decided-leads.ts';

const NOW = new Date(FIRST_DAY);
const trainOn = (decided: readonly DecidedLead[], options: TrainOptions = {}): Model =>
  trainModel(tableOf(decided), options);
const scoreWith = (model: Model, lead: Lead) => score(lead, { now: NOW, model: openModel(model) });
const decided = withSignal(600, 1);
const model = trainOn(decided);

const lead = (source: string, industry: string, changes: Partial<Lead> = {}): Lead =>
  mustRead({
    email: 'ana@hartwell-foods.com',
    message: 'We need a quote',
    source,
    custom_fields: { Industry: industry, Seats: '10', Newsletter: 'yes' },
    ...changes,
  });

describe('what is learned', () => {
  test('a source and an answer that win here raise score and chance, with their evidence', () => {
    const good = scoreWith(model, lead('Trade fair', 'Retail'));
    const poor = scoreWith(model, lead('Facebook', 'Health'));
    expect(good.data.score).toBeGreaterThan(poor.data.score);
    expect(good.closing?.probability).toBeGreaterThan(0.6);
    expect(poor.closing?.probability).toBeLessThan(0.35);
    expect(good.closing?.basis).toBe('600 outcomes');
    const source = good.ledger.find(({ code }) => code === 'learned-source');
    expect(source?.text).toMatch(
      /^Source “Trade fair”: won \d in 10 of such leads, \d in \d+ overall \(\+\d+\)$/,
    );
    expect(
      good.ledger.some(({ text }) => /^“Industry: Retail”: won \d in \d+ of such leads/.test(text)),
    ).toBe(true);
  });

  test('the evidence counts what really happened', () => {
    const few = decided.slice(0, 50);
    const fair = few.filter(({ lead: { source } }) => source === 'Trade fair');
    const won = fair.filter(({ outcome }) => outcome === 'won').length;
    const entry = scoreWith(trainOn(few), lead('Trade fair', 'Food')).ledger.find(
      ({ code }) => code === 'learned-source',
    );
    expect(entry?.text).toContain(`won ${won} of ${fair.length} such leads`);
  });

  test('a column with the same answer everywhere earns nothing', () => {
    expect(model.fields.map(({ name }) => name)).toContain('Industry');
    expect(model.fields.map(({ name }) => name)).not.toContain('Newsletter');
  });

  test('hundreds of questions that few leads answer do not keep those of the form out', () => {
    const [first] = decided as [DecidedLead];
    const junk = Array.from({ length: 6 }, (_, which): DecidedLead => {
      const answers = Array.from({ length: 150 }, (_, index) => [`Field ${which} ${index}`, 'yes']);
      return {
        ...first,
        lead: { ...first.lead, custom_fields: Object.fromEntries(answers) },
        outcome: 'lost',
      };
    });
    for (const leads of [
      [...junk, ...decided],
      [...junk.slice(0, 2), ...decided.slice(0, 300), ...junk.slice(2), ...decided.slice(300)],
      [...decided, ...junk],
    ]) {
      const table = tableOf(leads);
      const filledOf = (key: string) => table.columns.get(`answer:${key}`)?.filled;
      expect([filledOf('industry'), filledOf('seats'), filledOf('newsletter')]).toEqual([600, 600, 600]);
      expect([...table.columns.values()].filter(({ kind }) => kind === 'question')).toHaveLength(300);
      expect(trainModel(table).fields.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['Industry', 'Seats']),
      );
    }
  });

  test('the predictions of a table are those of the engine', () => {
    const table = tableOf(decided.slice(0, 50));
    const predicted = predictRows(model, table);
    for (const [row, { lead: each, receivedAt }] of decided.slice(0, 50).entries()) {
      const { closing } = score(each, { now: receivedAt, model: openModel(model) });
      expect(closing?.probability).toBeCloseTo(predicted[row] as number, 3);
    }
  });

  test('with few outcomes, the range is wide; with many, it is narrow', () => {
    const width = (trained: Model): number => {
      const { closing } = scoreWith(trained, lead('Trade fair', 'Retail'));
      return (closing?.high ?? 0) - (closing?.low ?? 1);
    };
    expect(width(trainOn(decided.slice(0, 30)))).toBeGreaterThan(2 * width(model));
  });

  test('dates count as days from the day on which the lead was received', () => {
    const dated = makeDecided(400, 3, (random, index) => {
      const days = Math.floor(120 * random());
      const start = new Date(FIRST_DAY + index * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
      return { fields: { Kickoff: start }, chance: days < 30 ? 0.8 : 0.1 };
    });
    const trained = trainOn(dated);
    const field = trained.fields.find(({ name }) => name === 'Kickoff');
    expect(field).toMatchObject({ kind: 'bins', unit: 'days' });
    const chance = (start: string): number =>
      scoreWith(trained, lead('Website', 'Food', { custom_fields: { Kickoff: start } })).closing
        ?.probability ?? 0;
    expect(chance('2026-01-10')).toBeGreaterThan(0.5);
    expect(chance('2026-04-20')).toBeLessThan(0.3);
  });

  test('two answers that matter only together are found from 300 outcomes on', () => {
    const crossed = (count: number) =>
      makeDecided(count, 5, (random) => {
        const plan = pick(random, ['Basic', 'Pro']);
        const team = pick(random, ['Sales', 'Support']);
        return {
          fields: { Plan: plan, Team: team },
          chance: (plan === 'Pro') === (team === 'Sales') ? 0.8 : 0.2,
        };
      });
    expect(trainOn(crossed(250)).pairs).toHaveLength(0);
    const trained = trainOn(crossed(1_000));
    const named = trained.pairs.map(({ first, second }) =>
      [first, second].map((at) => trained.fields[at]?.name),
    );
    expect(named).toContainEqual(['Plan', 'Team']);
    const together = scoreWith(
      trained,
      lead('Website', '', { custom_fields: { Plan: 'Pro', Team: 'Sales' } }),
    );
    expect(together.closing?.probability).toBeGreaterThan(0.65);
    expect(together.ledger.some(({ text }) => text.startsWith('“Plan: Pro” with “Team: Sales”: '))).toBe(
      true,
    );
  });

  test('old outcomes count for less', () => {
    const turned = makeDecided(3_000, 9, (random, index) => {
      const product = pick(random, ['A', 'B']);
      return { fields: { Product: product }, chance: (product === 'A') === index < 1_500 ? 0.7 : 0.2 };
    });
    const chanceOf = (trained: Model): number =>
      scoreWith(trained, lead('Website', '', { custom_fields: { Product: 'B' } })).closing?.probability ?? 0;
    const recent = trainOn(turned, { recency: { window: 1_000, half_life: 300 } });
    expect(chanceOf(recent)).toBeGreaterThan(0.6);
    expect(chanceOf(trainOn(turned, { recency: null }))).toBeLessThan(0.55);
    expect(recent.outcomes).toBe(1_000);
  });
});

describe('the ledger with a model', () => {
  test('adds up to the score, in whole points, with at most 8 learned entries, each and together within the limit', () => {
    const anyLead = fc.record({
      source: fc.constantFrom('Trade fair', 'Referral', 'Somewhere else', ''),
      industry: fc.constantFrom('Retail', 'Food', 'Never seen', ''),
      seats: fc.oneof(fc.integer({ min: -5, max: 500 }).map(String), fc.string({ maxLength: 20 })),
      message: fc.constantFrom(
        '',
        'We need 40 laptops today, please call',
        'I sell SEO services to you',
        'asdf asdf',
      ),
    });
    fc.assert(
      fc.property(anyLead, fc.integer({ min: 0, max: 40 }), ({ source, industry, seats, message }, limit) => {
        const given = mustRead({
          email: 'a@firm.de',
          source,
          message,
          custom_fields: { Industry: industry, Seats: seats },
        });
        const { ledger, data, closing } = score(given, { now: NOW, model: openModel(model, { limit }) });
        const learned = ledger.filter(({ group }) => group === 'learned');
        const sum = (entries: typeof ledger): number =>
          entries.reduce((total, { points }) => total + points, 0);
        expect(sum(ledger)).toBe(data.score);
        expect(learned.length).toBeLessThanOrEqual(8);
        expect(Math.abs(sum(learned))).toBeLessThanOrEqual(limit);
        for (const { code, points } of learned) {
          expect(Number.isInteger(points)).toBe(true);
          if (code !== 'learned-limit') expect(Math.abs(points)).toBeLessThanOrEqual(limit);
        }
        expect(closing?.low).toBeLessThanOrEqual(closing?.probability ?? 0);
        expect(closing?.high).toBeGreaterThanOrEqual(closing?.probability ?? 1);
      }),
      { numRuns: 300, seed: 20_261_117 },
    );
  });

  test('is the same from a model that has scored thousands of other leads before', () => {
    const used = openModel(model);
    for (const [index, { lead: given }] of withSignal(5_000, 21).entries())
      score(
        { ...given, custom_fields: { Industry: `Industry ${index}`, Seats: String(index) } },
        {
          now: NOW,
          model: used,
        },
      );
    for (const { lead: given, receivedAt } of withSignal(200, 22))
      expect(score(given, { now: receivedAt, model: used })).toEqual(
        score(given, { now: receivedAt, model: openModel(model) }),
      );
  });

  test('does not quote the source for another fact that is rare', () => {
    const emails = ['ana@hartwell-foods.com', 'kim@gmail.com', 'info@hartwell-foods.com', 'a@mailinator.com'];
    const trained = trainOn(
      withSignal(300, 23).map((one, index) => ({
        outcome: index % 100 < 2 || one.outcome === 'won' ? 'won' : 'lost',
        receivedAt: one.receivedAt,
        lead: mustRead({ ...one.lead, email: emails[index % 100 < 2 ? 2 + (index % 2) : index % 2] }),
      })),
    );
    const email = trained.fields.find(({ key }) => key === 'email');
    expect(email?.other).toBeGreaterThan(0);
    const loud: Model = {
      ...trained,
      fields: trained.fields.map((field) =>
        field.key === 'email'
          ? { ...field, effects: field.effects.map(() => [1, 0.1, 6, 6] as const) }
          : field,
      ),
    };
    const { ledger } = scoreWith(loud, lead('Trade fair', 'Food', { email: 'info@hartwell-foods.com' }));
    expect(ledger.find(({ code }) => code === 'learned-email')?.text).toMatch(
      /^Email: rare: won all 6 such leads, \d in \d+ overall/,
    );
  });

  test('a pitch stays spam, whatever its source has won', () => {
    const pitch = lead('Trade fair', 'Retail', {
      message: 'We are an SEO agency and offer you backlinks. Buy our services now, limited offer!',
    });
    const without = score(pitch, { now: NOW });
    const withModel = scoreWith(model, pitch);
    expect(without.data.grade).toBe('Spam');
    expect(withModel.data).toEqual(without.data);
    expect(withModel.ledger).toEqual(without.ledger);
    expect(withModel.closing?.basis).toBe('stated prior');
  });

  test('a limit of 0 measures the chance and leaves the score alone', () => {
    const given = lead('Trade fair', 'Retail');
    const advisory = score(given, { now: NOW, model: openModel(model, { limit: 0 }) });
    expect(advisory.ledger).toEqual(score(given, { now: NOW }).ledger);
    expect(advisory.closing?.probability).toBeGreaterThan(0.6);
    expect(advisory.model_version).toBe(model.version);
  });
});

describe('what is never used', () => {
  const NAMES = ['Mohammed Al-Farsi', 'Emily Clark', 'Wojciech Nowak', 'Priya Sharma'];

  test('a name that decides every outcome changes nothing', () => {
    const byName = makeDecided(300, 11, (random) => {
      const name = pick(random, NAMES);
      return {
        name,
        fields: {
          'First name': name,
          Gender: name.startsWith('Emily') ? 'Female' : 'Male',
          Salutation: 'Mr',
          'Preferred language': name.startsWith('Emily') ? 'English' : 'Arabic',
          Religion: pick(random, ['Muslim', 'Christian']),
          Nationality: pick(random, ['German', 'Indian']),
          Industry: pick(random, ['Retail', 'Food']),
        },
        chance: name === 'Emily Clark' ? 1 : 0,
      };
    });
    const trained = trainOn(byName);
    const questions = trained.fields.filter(({ from }) => from !== 'trait').map(({ name }) => name);
    expect(questions).toEqual(['Industry']);
    const scored = NAMES.map((name) => scoreWith(trained, lead('Website', 'Retail', { name })));
    for (const { data, closing } of scored) {
      expect(data.score).toBe(scored[0]?.data.score);
      expect(closing).toEqual(scored[0]?.closing);
    }
    const answering = (fields: Record<string, string>) =>
      scoreWith(trained, lead('Website', '', { custom_fields: { Industry: 'Retail', ...fields } })).closing;
    expect(answering({ Gender: 'Female' })).toEqual(answering({ Gender: 'Male' }));
    expect(answering({ Religion: 'Muslim' })).toEqual(answering({ Religion: 'Christian' }));
  });

  test('training with other names gives the same model', () => {
    const named = (names: readonly string[]) =>
      trainOn(
        decided.map((one, index) => ({
          ...one,
          lead: { ...one.lead, name: names[index % names.length] as string },
        })),
      ).version;
    expect(named(NAMES)).toBe(named(['Jane Doe']));
  });

  test('words about origin, sex or religion inside an answer make no difference', () => {
    const answers = ['Muslim school', 'Catholic school', 'Jewish school', 'bank'];
    const trained = trainOn(
      makeDecided(300, 12, (random) => {
        const answer = pick(random, answers);
        return { fields: { Organization: answer }, chance: answer === 'Catholic school' ? 0.9 : 0.2 };
      }),
    );
    const chances = answers.slice(0, 3).map((answer) => {
      const given = lead('Website', '', { custom_fields: { Organization: answer } });
      return scoreWith(trained, given).closing?.probability;
    });
    expect(new Set(chances).size).toBe(1);
  });

  test('free text is left out, and the model says so', () => {
    const trained = trainOn(
      makeDecided(200, 13, (random, index) => ({
        fields: { Story: `It is case number ${index} of ours`, Size: pick(random, ['S', 'M']) },
        chance: 0.4,
      })),
    );
    expect(trained.fields.map(({ name }) => name)).not.toContain('Story');
    expect(trained.left_out).toContainEqual(
      expect.objectContaining({ question: 'Story', reason: 'free_text' }),
    );
  });

  test('one person’s answer is in no model', () => {
    const trained = trainOn(
      makeDecided(200, 14, (random, index) => ({
        fields: { Town: index === 100 ? 'Little Whinging' : pick(random, ['Aston', 'Barton', 'Coton']) },
        chance: 0.4,
      })),
    );
    expect(JSON.stringify(trained).toLowerCase()).not.toContain('whinging');
  });
});

describe('leaks', () => {
  const leaky = makeDecided(300, 15, (random) => ({
    fields: { Industry: pick(random, ['Retail', 'Food']), Plan: pick(random, ['A', 'B']) },
    chance: 0.4,
  }));
  const withField = (fieldsOf: (one: DecidedLead, index: number) => Record<string, string>): DecidedLead[] =>
    leaky.map((one, index) => ({
      ...one,
      lead: { ...one.lead, custom_fields: { ...one.lead.custom_fields, ...fieldsOf(one, index) } },
    }));

  test('a question filled in only for lost leads is left out with the reason', () => {
    const trained = trainOn(
      withField(
        ({ outcome }, index): Record<string, string> =>
          outcome === 'lost' && index % 20 > 0 ? { 'Lost reason': index % 2 ? 'Price' : 'Timing' } : {},
      ),
    );
    expect(trained.fields.map(({ name }) => name)).not.toContain('Lost reason');
    expect(trained.left_out).toEqual([
      {
        question: 'Lost reason',
        reason: 'filled_after_outcome',
        detail: expect.stringMatching(/^Filled in for 0% of won and 9\d% of lost leads$/),
      },
    ]);
  });

  test('a question that tells the outcome itself is left out', () => {
    const trained = trainOn(
      withField(({ outcome }, index) => ({
        Stage: index % 50 === 0 ? 'Open' : outcome === 'won' ? 'Closed' : 'Gone',
      })),
    );
    expect(trained.left_out).toEqual([
      expect.objectContaining({ question: 'Stage', reason: 'predicts_too_well' }),
    ]);
  });

  test('a question that open leads have not answered is left out', () => {
    const table = tableOf(withField((_, index) => ({ 'Call notes': index % 2 ? 'short' : 'long' })));
    for (const { lead: open } of leaky.slice(0, 40)) table.addOpen(open);
    const trained = trainModel(table);
    expect(trained.left_out).toEqual([
      expect.objectContaining({ question: 'Call notes', reason: 'empty_on_open_leads' }),
    ]);
  });

  test('an ordinary strong answer is kept', () => {
    expect(trainOn(withSignal(600, 2)).left_out).toEqual([]);
  });
});

describe('determinism', () => {
  test('the same leads give the same model', () => {
    expect(trainOn(decided)).toEqual(model);
  });

  test('the order in which leads are added makes no difference, because time decides', () => {
    const shuffled = decided.toSorted((a, b) => (a.receivedAt.getTime() % 7) - (b.receivedAt.getTime() % 7));
    const other = decided.toReversed();
    expect(trainOn(other).version).toBe(model.version);
    expect(trainOn(shuffled).version).toBe(model.version);
  });

  test('learning as of a day is the same as learning on that day', () => {
    const asOf = (decided[299] as DecidedLead).receivedAt;
    expect(trainOn(decided, { asOf }).version).toBe(trainOn(decided.slice(0, 300)).version);
  });
});
