// Texts of the lead page: the three reasons, the timeline, office days and money.

import type { TimelineEntry } from '@leadline/contract';
import { describe, expect, test } from 'vitest';
import { formatMoney } from '../src/components/format-number.ts';
import { pickReasons } from '../src/pages/lead/pick-reasons.ts';
import { describeAiEffect } from '../src/pages/lead/score/describe-ai-effect.ts';
import { describeEntry, type Surroundings } from '../src/pages/lead/timeline/describe-entry.ts';
import { describeDays } from '../src/pages/settings/business/office-days.ts';
import { listTimeZones, nameCurrency } from '../src/regions/regions.ts';

const entry = (group: string, code: string, points: number) => ({ group, code, points, text: code });

describe('the three reasons', () => {
  const ledger = [
    entry('contact', 'reachable', 22),
    entry('inquiry', 'need', 10),
    entry('inquiry', 'no-money', -22),
    entry('inquiry', 'committed', 24),
    entry('source', 'referral', 4),
    entry('risk', 'top', -3),
  ];
  const pick = (grade: 'Hot' | 'Warm' | 'Cold', entries = ledger): string[] =>
    pickReasons(grade, entries).map(({ code }) => code);

  test('of a hot lead are its strengths, what it said before its contact details', () => {
    expect(pick('Hot')).toEqual(['committed', 'need', 'referral']);
  });

  test('of a warm lead are whatever weighs most', () => {
    expect(pick('Warm')).toEqual(['committed', 'no-money', 'need']);
  });

  test('do not include what only the AI reads if the rules found enough', () => {
    expect(pick('Hot', [...ledger, entry('intent', 'ai-urgent', 24)])).toEqual([
      'committed',
      'need',
      'referral',
    ]);
    expect(pick('Hot', [entry('contact', 'reachable', 22), entry('intent', 'ai-urgent', 24)])[0]).toBe(
      'ai-urgent',
    );
  });

  test('of a cold lead are its concerns first, also a cap that took no points', () => {
    expect(pick('Cold')).toEqual(['no-money', 'committed', 'need']);
    expect(pick('Cold', [...ledger, entry('risk', 'pitch', 0)])[0]).toBe('pitch');
  });
});

test('one sentence that shows several things is one reason, with all their points', () => {
  const quoted = (code: string, points: number, name: string) => ({
    group: 'inquiry',
    code,
    points,
    text: `${name}: “We need 40 laptops by Friday” (+${points})`,
  });
  const ledger = [quoted('need', 10, 'Clear need'), quoted('deadline', 9, 'Deadline')];
  expect(pickReasons('Hot', ledger)).toMatchObject([
    { code: 'need', points: 19, text: 'Clear need, deadline: “We need 40 laptops by Friday”' },
  ]);
  const bigger = { group: 'budget', code: 'budget', points: 15, text: 'Budget' };
  expect(pickReasons('Hot', [...ledger, bigger]).map(({ points }) => points)).toEqual([19, 15]);
});

test('the effect of the AI is explained if its entries don’t add up to it', () => {
  const effect = (ledger: ReturnType<typeof entry>[], influence_applied: number) =>
    describeAiEffect({ ledger, ai: { ...AI, influence_applied }, score_without_ai: 95 });
  const ai = entry('intent', 'ai-need', 24);
  const limit = entry('intent', 'ai-cap', -4);
  expect(effect([ai], 24)).toBeNull();
  expect(effect([ai, limit], 20)).toBe('AI: +24 points, limited to +20. Without AI, the score would be 95.');
  expect(effect([ai, limit, entry('risk', 'top', -30)], 1)).toBe(
    'AI: +24 points, limited to +20; they change the score by +1, because points near 100 count for less. Without AI, the score would be 95.',
  );
});

const AI = { score: 20, max_score: 20, display: '20/20', impact: 'High', confidence: 'high' } as const;

describe('an entry of the timeline', () => {
  const surroundings: Surroundings = {
    team: {
      members: [{ user_id: 'user_b', name: 'Bo', email: 'bo@acme.example', role: 'rep' }],
      isLoaded: true,
      error: null,
      me: 'user_me',
      nameOf: (userId) => (userId === 'user_b' ? 'Bo' : 'A former member'),
    },
    currency: 'EUR',
    timeZone: 'Europe/Berlin',
  };
  const head = { entry_id: 'act_1', at: '2026-11-16T10:00:00.000Z' };
  const describeIt = (given: TimelineEntry) => describeEntry(given, surroundings);

  test('names people, keys, rules and the system', () => {
    const assigned = { ...head, event: 'assigned', assignee: 'user_b', previous: null } as const;
    expect(describeIt({ ...assigned, by: 'user_me' })).toEqual({ title: 'Assigned to Bo', by: 'you' });
    expect(describeIt({ ...assigned, by: 'user_b' })).toEqual({ title: 'Bo took this lead' });
    expect(describeIt({ ...assigned, by: 'user_me', assignee: 'user_me' }).title).toBe('You took this lead');
    expect(describeIt({ ...assigned, by: 'worker', rule: 'DACH' }).by).toBe('the rule “DACH”');
    expect(describeIt({ ...assigned, by: 'key_1', assignee: 'user_gone' })).toEqual({
      title: 'Assigned to a former member',
      by: 'API key',
    });
    expect(describeIt({ ...assigned, by: 'operator', assignee: null })).toEqual({
      title: 'Unassigned',
      by: 'the operator',
    });
  });

  test('says when a snooze ends in the time zone of the account', () => {
    const snoozed = { ...head, event: 'snoozed', by: 'user_b' } as const;
    expect(describeIt({ ...snoozed, until: '2026-11-17T08:00:00.000Z' }).title).toBe(
      'Snoozed until Tue 17 Nov, 09:00',
    );
    expect(describeIt({ ...snoozed, until: null }).title).toBe('Snooze ended');
  });

  test('has amounts in the currency of the account, and imported outcomes have no author', () => {
    const won = {
      ...head,
      event: 'outcome',
      outcome: 'won',
      amount: 1_200.5,
      reason: null,
      recorded_at: head.at,
      recorded_by: null,
    } as const;
    expect(describeIt(won)).toEqual({ title: 'Won, €1,200.50', text: null, by: null });
  });

  test('says how a delivery went', () => {
    const delivered = { ...head, event: 'delivered', endpoint_id: 'hook_1', type: 'lead.scored' } as const;
    expect(describeIt({ ...delivered, status: 'delivered' })).toEqual({
      title: 'Sent to a webhook',
      detail: 'Lead scored',
    });
    expect(describeIt({ ...delivered, status: 'failed' }).title).toBe('Not sent: the webhook failed');
  });
});

test('money has its currency, and cents only if there are any', () => {
  expect(formatMoney(24_000, 'EUR')).toBe('€24,000');
  expect(formatMoney(1_200.5, 'USD')).toBe('$1,200.50');
  expect(formatMoney(1_200, 'CAD')).toBe('CA$1,200');
  expect(formatMoney(1_200, 'JPY')).toBe('JP¥1,200');
  expect(formatMoney(1_200.5, null)).toBe('1,200.50');
});

test('office days are a range if they are in a row', () => {
  expect(describeDays([5, 1, 2, 4, 3])).toBe('Mon to Fri');
  expect(describeDays([1, 3, 5])).toBe('Mon, Wed and Fri');
  expect(describeDays([6, 7])).toBe('Sat and Sun');
  expect(describeDays([1, 2, 3, 4, 5, 6, 7])).toBe('Every day');
});

test('every time zone can be chosen, also one that this browser does not list', () => {
  expect(listTimeZones('Mars/Olympus').map(({ value }) => value)).toEqual(
    expect.arrayContaining(['UTC', 'Europe/Berlin', 'Mars/Olympus']),
  );
  expect(nameCurrency('EUR')).toBe('EUR: Euro');
});
