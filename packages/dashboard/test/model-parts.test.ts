// The wording of the model page, without a browser.

import { describe, expect, test } from 'vitest';
import { describeRange, nameLevel } from '../src/pages/settings/model/describe-learned.ts';
import {
  describeLatest,
  describeOutcomes,
  describeSaved,
  describeUsage,
} from '../src/pages/settings/model/describe-model.ts';

const level = (points: number) => ({ label: 'x', leads: 10, won: 5, points });

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
