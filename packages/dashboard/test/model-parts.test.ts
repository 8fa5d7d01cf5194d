// The wording of the model page, without a browser.

import { describe, expect, test } from 'vitest';
import { describeRange, nameLevel } from '../src/pages/settings/model/describe-learned.ts';
import {
  describeLatest,
  describeModel,
  describeOutcomes,
  describeSaved,
  describeUsage,
} from '../src/pages/settings/model/describe-model.ts';
import { groupPromises } from '../src/pages/settings/model/group-promises.ts';
import { listLessons } from '../src/pages/settings/model/list-lessons.ts';

const level = (points: number) => ({ label: 'x', leads: 10, won: 5, points, text: '' });

describe('what the model learned', () => {
  test('answers are named as in routing rules', () => {
    expect(nameLevel('Company size: large', 'Company size')).toBe('250 people or more');
    expect(nameLevel('Kind of source: event', 'Kind of source')).toBe('Event');
    expect(nameLevel('google', 'Source')).toBe('Google');
  });

  test('one point is singular', () => {
    expect(describeRange({ levels: [level(-1)] })).toBe('−1 point');
    expect(describeRange({ levels: [level(2)] })).toBe('+2 points');
    expect(describeRange({ levels: [level(-8), level(6)] })).toBe('−8 to +6 points');
  });
});

describe('the outcomes behind the model', () => {
  const measured = { outcomes: 398, report: { held_out: { outcomes: 119 } } };

  test('are followed from recorded to used to held out', () => {
    expect(describeOutcomes({ won: 91, lost: 329, since_training: 12 }, measured)).toBe(
      '91 won and 329 lost so far, 12 recorded since the latest training. It used 398, without those that look like spam, a pitch, a job application or a support request. The latest 119 of those (30%) were held out to measure how right it is.',
    );
  });

  test('are only counted before the first training', () => {
    expect(describeOutcomes({ won: 1, lost: 2, since_training: 3 }, null)).toBe('1 won and 2 lost so far.');
  });

  test('name no gap if there is none', () => {
    const tooFew = { outcomes: 3, report: { held_out: null } };
    expect(describeOutcomes({ won: 1, lost: 2, since_training: 0 }, tooFew)).toBe(
      '1 won and 2 lost so far, 0 recorded since the latest training. It used 3.',
    );
  });
});

describe('while no model is live', () => {
  test('a version says that its use begins once there is one', () => {
    expect(describeUsage({ trained: null, mode: 'on', point_limit: 30 })).toEqual([
      'Rules alone until a model goes live, then with points, up to 30',
    ]);
    expect(describeUsage({ trained: null, mode: 'off', point_limit: 30 })).toEqual(['Off']);
    expect(describeUsage({ trained: { outcomes: 412 }, mode: 'on', point_limit: 30 })).toEqual([
      'From 412 outcomes',
      'With points, up to 30',
    ]);
  });

  test('saving says so too', () => {
    expect(describeSaved({ mode: 'on', live: null })).toBe('Saved. It takes effect once a model goes live.');
    expect(describeSaved({ mode: 'off', live: null })).toBe('Saved. New leads follow within seconds.');
  });

  test('a finding that the status gives already is not repeated', () => {
    const text = 'On the latest 90 outcomes, the model predicts no better than the rules alone.';
    const latest: Parameters<typeof describeLatest>[0] = {
      verdict: { decision: 'wait', code: 'no_gain', text, missing: null },
    };
    expect(describeLatest(latest, `Leads are scored by the rules alone. ${text}`)).toBe('');
    expect(describeLatest(latest, 'Version 1 is live.')).toBe(`Not published. ${text}`);
  });
});

describe('the lessons', () => {
  const lesson = (label: string, points: number) => ({ ...level(points), label, text: `Won ${label}` });

  test('are the five that matter most, two of a field, named once', () => {
    const learned = [
      { label: 'Source', levels: [lesson('fair', 9), lesson('ads', -7), lesson('search', 3)] },
      { label: 'Phone', levels: [lesson('phone number without country code', 8), lesson('none', 0)] },
      { label: 'When do you start?', levels: [lesson('soon', 1)] },
      { label: 'Budget', levels: [lesson('large', 2), lesson('small', -4)] },
    ];
    expect(listLessons(learned).map(({ name, isBetter }) => [name, isBetter])).toEqual([
      ['Source: Fair', true],
      ['Phone number without country code', true],
      ['Source: Ads', false],
      ['Budget: Small', false],
      ['Budget: Large', true],
    ]);
    expect(listLessons(learned.slice(2, 3))[0]).toEqual({
      name: 'When do you start? Soon',
      text: 'won soon',
      isBetter: true,
    });
  });
});

describe('the picture of what was expected', () => {
  const bin = (leads: number, predicted: number, won: number) => ({
    leads,
    predicted,
    won,
    observed: won / leads,
    low: 0,
    high: 1,
  });

  test('has a bar for each third of the leads', () => {
    const bins = [bin(10, 0.1, 2), bin(10, 0.2, 2), bin(20, 0.5, 10), bin(10, 0.7, 7), bin(10, 0.9, 8)];
    expect(groupPromises(bins)).toEqual([
      { name: 'Rated high', expected: 0.8, won: 0.75 },
      { name: 'In between', expected: 0.5, won: 0.5 },
      { name: 'Rated low', expected: expect.closeTo(0.15), won: 0.2 },
    ]);
  });

  test('has fewer if the model hardly tells leads apart', () => {
    expect(groupPromises([bin(30, 0.4, 12)]).map(({ name }) => name)).toEqual(['All leads']);
    expect(groupPromises([bin(20, 0.3, 6), bin(20, 0.6, 12)]).map(({ name }) => name)).toEqual([
      'Rated high',
      'Rated low',
    ]);
    expect(groupPromises([])).toEqual([]);
  });
});

test('the state of a live model says since when and how often it is right, if that is known of it', () => {
  const auc = {
    model: { value: 0.842, low: 0.8, high: 0.9 },
    rules: { value: 0.61, low: 0.5, high: 0.7 },
  };
  const trained = { trained_at: '2026-11-03T01:00:00Z', outcomes: 420, verdict: { decision: 'live' } };
  const model = {
    mode: 'on',
    point_limit: 30,
    live: { published_at: '2026-11-03T01:00:00Z', trained },
    latest: { ...trained, report: { held_out: { auc } } },
    outcomes: { won: 200, lost: 220, since_training: 0 },
  } as unknown as Parameters<typeof describeModel>[0];
  expect(describeModel(model).title).toBe(
    'Live since 3 November 2026. Of a won and a lost lead, it rates the won one higher 84 times in 100 (the rules alone: 61).',
  );
  const newer = { ...model.latest, trained_at: '2026-11-09T01:00:00Z' } as typeof model.latest;
  expect(describeModel({ ...model, latest: newer }).title).toBe('Live since 3 November 2026.');
});
