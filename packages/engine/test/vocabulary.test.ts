// An account's own questions, important words and exclusions.

import { describe, expect, test } from 'vitest';
import {
  DEFAULT_SETTINGS,
  nameAnswer,
  QUESTIONS,
  readSettings,
  SETTING_GROUPS,
  type Settings,
  score,
} from '../src/index.ts';
import { makeLead, NOW } from './make-lead.ts';

function settingsWith(changes: object): Settings {
  const read = readSettings(changes);
  if (!read.ok) throw new Error(read.error);
  return read.settings;
}

const scoreWith = (lead: Parameters<typeof makeLead>[0], changes: object) =>
  score(makeLead(lead), { now: NOW, settings: settingsWith(changes) });

describe('questions', () => {
  const lead = { custom_fields: { 'Zeithorizont (grob)': 'ASAP' } };

  test('an account says what its question is about, however it is spelled', () => {
    const unknown = scoreWith({ custom_fields: { 'Horizont?': 'right now' } }, {});
    expect(unknown.facts.reading.facts).toEqual([]);
    const known = scoreWith(
      { custom_fields: { 'Horizont?': 'right now' } },
      { questions: { HORIZONT: 'timeline' } },
    );
    expect(known.facts.reading.facts).toMatchObject([{ topic: 'timeline', value: 'now' }]);
    expect(known.ledger).toContainEqual(expect.objectContaining({ code: 'when' }));
  });

  test('a question that is about something else is not read as one of the topics', () => {
    const asked = { custom_fields: { 'When do you want to start?': 'now' } };
    expect(scoreWith(asked, {}).facts.reading.facts).toHaveLength(1);
    const [question = ''] = Object.keys(asked.custom_fields);
    expect(scoreWith(asked, { questions: { [question]: 'other' } }).facts.reading.facts).toEqual([]);
  });

  test('an account’s budget question gives the budget', () => {
    const asked = { custom_fields: { 'Rahmen?': '20k EUR' } };
    expect(scoreWith(asked, { questions: { Rahmen: 'budget' } }).facts.budget).toMatchObject({
      min: 20_000,
      from: 'answer',
    });
  });

  test('the settings of one account don’t change how others’ leads are read', () => {
    const before = JSON.stringify(scoreWith(lead, {}));
    scoreWith(lead, { questions: { 'Zeithorizont grob': 'role' } });
    expect(JSON.stringify(scoreWith(lead, {}))).toBe(before);
  });
});

describe('important words', () => {
  const words = [{ text: 'Turbo-X 3000', means: 'scope' }];

  test('say what they want, with a quote', () => {
    const lead = { message: 'Hello, TURBO X please' };
    const words = [{ text: 'turbo-x', means: 'scope' }];
    expect(scoreWith(lead, {}).answers.what.value).toBeLessThan(2);
    expect(scoreWith(lead, { words }).ledger).toContainEqual(
      expect.objectContaining({
        code: 'what',
        points: DEFAULT_SETTINGS.answers.what.strong,
        text: expect.stringContaining('TURBO X please'),
      }),
    );
  });

  test('make a lead that asks for nothing an interested one', () => {
    const lead = { message: 'Hi' };
    expect(scoreWith(lead, {}).answers.ask.value).toBe('none');
    const named = { custom_fields: { Topic: 'Turbo X 3000' } };
    expect(scoreWith({ ...lead, ...named }, { words }).answers.ask.value).not.toBe('none');
  });

  test('count once, and not in addition to what the lead says anyway', () => {
    const lead = { message: 'We need 40 laptops, 16 GB each, and 12 turbo x 3000. Turbo X 3000 please.' };
    const plain = scoreWith(lead, {});
    expect(scoreWith(lead, { words }).data).toEqual(plain.data);
  });

  test('don’t turn a pitch into an inquiry', () => {
    const lead = {
      message:
        'We are an SEO agency and can get your Turbo X 3000 to the first page of Google. Book a call with our team to learn about our packages.',
    };
    const both = [...words, { text: 'turbo', means: 'need' }];
    expect(scoreWith(lead, { words: both }).data.grade).toBe('Spam');
    expect(scoreWith(lead, { words: both }).data).toEqual(scoreWith(lead, {}).data);
  });
});

describe('exclusions', () => {
  const region = { reason: 'We don’t ship there', cap: 20, words: [], countries: ['IN'] };
  const industry = {
    reason: 'Not our industry',
    cap: 10,
    words: ['online casino', 'betting'],
    countries: [],
  };

  test('cap the score, and the ledger gives the reason', () => {
    const lead = { phone: '+919876543210', message: 'We need 40 laptops by Friday, please call me.' };
    const scored = scoreWith(lead, { exclusions: [region] });
    expect(scored.data.score).toBeLessThanOrEqual(20);
    expect(scored.ledger).toContainEqual(
      expect.objectContaining({
        group: 'risk',
        code: 'excluded',
        text: expect.stringMatching(/^We don’t ship there: phone number from IN; at most 20 points/),
      }),
    );
    expect(scored.ledger.reduce((sum, { points }) => sum + points, 0)).toBe(scored.data.score);
  });

  test('of several that apply, the lowest cap counts', () => {
    const lead = { phone: '+919876543210', message: 'We need 40 laptops for our online casino by Friday.' };
    for (const exclusions of [
      [region, industry],
      [industry, region],
    ]) {
      const capped = scoreWith(lead, { exclusions }).ledger.filter(({ code }) => code === 'excluded');
      expect(capped).toMatchObject([{ text: expect.stringMatching(/^Not our industry: “.*casino/) }]);
    }
  });

  test('don’t apply to others', () => {
    const lead = { phone: '+493012345678', message: 'We need 40 laptops for our casino by Friday.' };
    expect(scoreWith(lead, { exclusions: [region, industry] }).data).toEqual(scoreWith(lead, {}).data);
  });
});

describe('limits', () => {
  const exclusion = { reason: 'x', cap: 1, words: ['a'], countries: [] };
  test.each<[object, string]>([
    [{ questions: [] }, 'questions'],
    [{ questions: { '?!': 'role' } }, 'questions.?!'],
    [{ questions: { 'How soon': 'role', 'how soon?': 'goal' } }, 'questions.how soon?'],
    [{ questions: { a: 'hobby' } }, 'questions.a'],
    [{ questions: { ['x'.repeat(301)]: 'role' } }, 'questions'],
    [
      { questions: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`question ${i}`, 'role'])) },
      'questions',
    ],
    [{ words: {} }, 'words'],
    [{ words: [{ text: 'a', means: 'urgent' }] }, 'words.0.means'],
    [{ words: [{ text: ' ', means: 'need' }] }, 'words.0.text'],
    [{ words: [{ text: 'a b c d e f g', means: 'need' }] }, 'words.0.text'],
    [{ words: [{ text: 'a\u0000', means: 'need' }] }, 'words.0.text'],
    [{ words: [{ text: 'a', means: 'need', points: 99 }] }, 'words.0'],
    [{ words: Array(101).fill({ text: 'a', means: 'need' }) }, 'words'],
    [{ exclusions: [{ ...exclusion, reason: ' ' }] }, 'exclusions.0.reason'],
    [{ exclusions: [{ ...exclusion, cap: 101 }] }, 'exclusions.0.cap'],
    [{ exclusions: [{ ...exclusion, words: [] }] }, 'exclusions.0'],
    [{ exclusions: [{ ...exclusion, countries: ['Germany'] }] }, 'exclusions.0.countries'],
    [{ exclusions: Array(21).fill(exclusion) }, 'exclusions'],
    [{ closing: Array(11).fill({ from: 0, band: 'Low', low: 1, high: 2 }) }, 'closing'],
    [{ closing: [{ from: 0, band: '<b>', low: 1, high: 2 }] }, 'closing'],
    [{ typicalDeal: { amount: 1e13 } }, 'typicalDeal.amount'],
    [{ grades: { hot: 80.5 } }, 'grades'],
  ])('%j are rejected because of %s', (changes, field) => {
    expect(readSettings(changes)).toMatchObject({ ok: false, field });
  });
});

test('the guide calls answers what the reasons of a score call them, and no two settings the same', () => {
  const guides = SETTING_GROUPS.flatMap(({ settings }) => settings);
  const labelOf = (path: string): string | undefined => guides.find((guide) => guide.path === path)?.label;
  for (const question of QUESTIONS) {
    expect(labelOf(`answers.${question}.present`)).toBe(nameAnswer(question, 1));
    expect(labelOf(`answers.${question}.strong`)).toBe(nameAnswer(question, 2));
  }
  const labels = SETTING_GROUPS.filter(({ id }) => id !== 'typicalDeal').flatMap(({ settings }) =>
    settings.map(({ label }) => label),
  );
  expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([]);
});

test('the guide describes every number in the settings, with ranges that contain the default', () => {
  const numbers = new Map<string, number>();
  const collect = (value: unknown, path: string): void => {
    if (typeof value === 'number') numbers.set(path, value);
    else if (typeof value === 'object' && value !== null && !Array.isArray(value))
      for (const [name, part] of Object.entries(value)) collect(part, path === '' ? name : `${path}.${name}`);
  };
  collect(DEFAULT_SETTINGS, '');
  const guides = SETTING_GROUPS.flatMap(({ settings }) => settings);
  expect(guides.map(({ path }) => path).toSorted()).toEqual([...numbers.keys()].toSorted());
  for (const { path, min, max } of guides) {
    expect(numbers.get(path), path).toBeGreaterThanOrEqual(min);
    expect(numbers.get(path), path).toBeLessThanOrEqual(max);
  }
});
