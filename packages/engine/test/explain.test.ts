import { describe, expect, test } from 'vitest';
import { explain, findMissingAnswer, score } from '../src/index.ts';
import { makeLead, NOW } from './make-lead.ts';

const lead = makeLead({
  name: 'Ana Souza',
  email: 'ana@gmail.com',
  message: 'We are a clinic with 12 chairs and need new booking software. Could you send a quote?',
});

describe('an explanation', () => {
  test('has all its parts, and takes every strength and concern from the ledger or from a gap in the lead', () => {
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

  test.each([
    'We need a new sorting line and could sign up at once.',
    'We need uniforms for our drivers. Could we meet next week?',
    'We need a marquee for a wedding next summer.',
  ])('doesn’t miss the timing in "%s"', (message) => {
    expect(explain(makeLead({ message }), { now: NOW }).concerns).not.toContain('No timing mentioned');
  });

  test('misses the timing of a message without any', () => {
    const plain = makeLead({ message: 'Could you send a quote for 12 chairs?' });
    expect(explain(plain, { now: NOW }).concerns).toContain('No timing mentioned');
  });

  test('adds up the points of the ledger in its summary', () => {
    const { summary } = explain(lead, { now: NOW });
    const { ledger, data } = score(lead, { now: NOW });
    const gained = ledger.reduce((sum, { points }) => sum + Math.max(0, points), 0);
    expect(summary).toContain(`Points of +${gained}`);
    expect(summary).toContain(`make ${data.score} of 100`);
  });

  test('names the gain of the most useful missing detail', () => {
    const answer = findMissingAnswer(lead, { now: NOW });
    expect(answer).not.toBeNull();
    expect(explain(lead, { now: NOW }).what_would_change.join(' ')).toContain(`(up to +${answer?.gain})`);
  });

  test('explains a given result by the reasons given with it', () => {
    const given = {
      score: 90,
      grade: 'Hot',
      reasons: ['Valid phone (+10)', 'Disposable email (-5)'],
      priority_action: 'Call now',
    } as const;
    const explanation = explain(lead, { now: NOW, given });
    expect(explanation.headline).toContain('Hot, 90 of 100');
    expect(explanation.strengths).toEqual(['Valid phone (+10)']);
    expect(explanation.concerns).toContain('Disposable email (-5)');
    expect(explanation.next_steps[0]).toBe('Call now');
    expect(explanation.what_would_change).toEqual([expect.stringContaining('cannot be computed')]);
  });

  test('prefers the ledger of a given result to its reasons', () => {
    const ledger = [
      { group: 'contact', code: 'phone', points: 2, text: 'Valid phone number (+2)' },
      { group: 'inquiry', code: 'way', points: -14, text: 'Not now, or no money: “none” (−14)' },
    ] as const;
    const given = {
      score: 0,
      grade: 'Cold',
      reasons: ['Ignored (+9)'],
      ledger,
      priority_action: '',
    } as const;
    const explanation = explain(lead, { now: NOW, given });
    expect(explanation.headline).toBe('Cold, 0 of 100: Not now, or no money: “none”');
    expect(explanation.strengths).toEqual(['Valid phone number (+2)']);
  });

  test('says what would change a given result that still matches today’s score', () => {
    const { data } = score(lead, { now: NOW });
    expect(explain(lead, { now: NOW, given: data }).what_would_change).toEqual(
      explain(lead, { now: NOW }).what_would_change,
    );
  });

  test('says that nothing would change spam', () => {
    const spam = makeLead({ message: 'asdfgh qwertz lkjhgf' });
    expect(explain(spam, { now: NOW }).what_would_change).toEqual([expect.stringMatching(/^Nothing: /)]);
  });
});
