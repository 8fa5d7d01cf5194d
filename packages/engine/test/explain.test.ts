import { describe, expect, test } from 'vitest';
import { explain, findMissingAnswer, score } from '../src/index.ts';
import { makeLead, NOW } from './make-lead.ts';

const lead = makeLead({
  name: 'Ana Souza',
  email: 'ana@gmail.com',
  message: 'We are a clinic with 12 chairs and need new booking software. Could you send a quote?',
});

describe('an explanation', () => {
  test('has the shape of the interface, and every strength and concern stands in the ledger or is missing from the lead', () => {
    const explanation = explain(lead, { now: NOW });
    const { data } = score(lead, { now: NOW });
    expect(Object.keys(explanation)).toEqual([
      'headline',
      'summary',
      'strengths',
      'concerns',
      'next_steps',
      'what_would_change',
    ]);
    expect(explanation.headline).toContain(`${data.grade}, ${data.score} of 100`);
    for (const strength of explanation.strengths) expect(data.reasons).toContain(strength);
    for (const concern of explanation.concerns) {
      if (!concern.startsWith('No ')) expect(data.reasons).toContain(concern);
    }
    expect(explanation.concerns).toContain('No phone number given');
    expect(explanation.next_steps[0]).toBe(data.priority_action);
  });

  test('the sums in its summary are those of the ledger', () => {
    const { summary } = explain(lead, { now: NOW });
    const { ledger, data } = score(lead, { now: NOW });
    const gained = ledger.reduce((sum, { points }) => sum + Math.max(0, points), 0);
    expect(summary).toContain(`Points of +${gained}`);
    expect(summary).toContain(`make ${data.score} of 100`);
  });

  test('the missing answer worth most is worth what it says', () => {
    const answer = findMissingAnswer(lead, { now: NOW });
    expect(answer).not.toBeNull();
    expect(explain(lead, { now: NOW }).what_would_change.join(' ')).toContain(`(up to +${answer?.gain})`);
  });

  test('a given result is explained as it was given', () => {
    const given = {
      score: 90,
      grade: 'Hot',
      reasons: ['Valid phone (+10)', 'Disposable e-mail (-5)'],
      priority_action: 'Call at once',
    } as const;
    const explanation = explain(lead, { now: NOW, given });
    expect(explanation.headline).toContain('Hot, 90 of 100');
    expect(explanation.strengths).toEqual(['Valid phone (+10)']);
    expect(explanation.concerns).toContain('Disposable e-mail (-5)');
    expect(explanation.next_steps[0]).toBe('Call at once');
    expect(explanation.what_would_change).toEqual([expect.stringContaining('cannot be computed')]);
  });

  test('a given result that still stands gets its counterfactuals', () => {
    const { data } = score(lead, { now: NOW });
    expect(explain(lead, { now: NOW, given: data }).what_would_change).toEqual(
      explain(lead, { now: NOW }).what_would_change,
    );
  });

  test('spam is told that nothing would change it', () => {
    const spam = makeLead({ message: 'asdfgh qwertz lkjhgf' });
    expect(explain(spam, { now: NOW }).what_would_change).toEqual([expect.stringMatching(/^Nothing: /)]);
  });
});
