// The wording of the model page, without a browser.

import { describe, expect, test } from 'vitest';
import { describeRange, nameLevel } from '../src/pages/settings/model/describe-learned.ts';
import { describeLatest, describeSaved, describeUsage } from '../src/pages/settings/model/describe-model.ts';

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
