// Texts of the lead page: the three reasons, the timeline, office days and money.

import type { TimelineEntry } from '@leadline/contract';
import { type Answers, readLead, score } from '@leadline/engine';
import { describe, expect, test } from 'vitest';
import { formatMoney } from '../src/components/format-number.ts';
import { describeAiChange } from '../src/pages/lead/describe-ai-change.ts';
import { pickReasons } from '../src/pages/lead/pick-reasons.ts';
import { describeEntry, type Surroundings } from '../src/pages/lead/timeline/describe-entry.ts';
import { describeDays } from '../src/pages/settings/business/office-days.ts';
import { listTimeZones, nameCurrency } from '../src/regions/regions.ts';

const entry = (group: string, code: string, points: number) => ({ group, code, points, text: code });

describe('the three reasons', () => {
  const ledger = [
    entry('contact', 'phone', 2),
    entry('inquiry', 'ask-quote', 47),
    entry('inquiry', 'what', 11),
    entry('inquiry', 'way', -14),
    entry('source', 'referral', 4),
    entry('risk', 'top', -20),
    entry('risk', 'ai-limit', -20),
  ];
  const pick = (grade: 'Hot' | 'Warm' | 'Cold', entries = ledger): string[] =>
    pickReasons(grade, entries).map(({ code }) => code);

  test('of a hot lead are its strengths', () => {
    expect(pick('Hot')).toEqual(['ask-quote', 'what', 'referral']);
  });

  test('of a warm lead are whatever weighs most', () => {
    expect(pick('Warm')).toEqual(['ask-quote', 'way', 'what']);
  });

  test('include what the AI read', () => {
    const read = [entry('intent', 'ai-when', 15)];
    expect(pick('Hot', [...ledger, ...read])).toEqual(['ask-quote', 'ai-when', 'what']);
    expect(pick('Hot', read)).toEqual(['ai-when']);
  });

  test('of a cold lead are its concerns first, also a cap that took no points', () => {
    expect(pick('Cold')).toEqual(['way', 'ask-quote', 'what']);
    expect(pick('Cold', [...ledger, entry('risk', 'excluded', 0)])[0]).toBe('excluded');
  });
});

test('one sentence that answers several questions is one reason, with all their points', () => {
  const quoted = (code: string, points: number, name: string, reader = '') => ({
    group: 'inquiry',
    code,
    points,
    text: `${name}: “40 laptops by Friday”${reader} (${points < 0 ? '−' : '+'}${Math.abs(points)})`,
  });
  const ledger = [quoted('when', 15, 'Soon, or urgent'), quoted('ask-price', 38, 'Asks for the price')];
  expect(pickReasons('Hot', ledger)).toEqual([
    {
      ...ledger[1],
      codes: ['ask-price', 'when'],
      points: 53,
      text: 'Asks for the price; soon, or urgent: “40 laptops by Friday”',
    },
  ]);
  const byAi = quoted('ai-what', 11, 'Names what they want', ' (read by AI)');
  const against = quoted('way', -5, 'Something is in the way');
  expect(pickReasons('Hot', [...ledger, byAi, against]).map(({ text }) => text)).toEqual([
    'Asks for the price; soon, or urgent; names what they want: “40 laptops by Friday” (partly read by AI)',
    'Something is in the way: “40 laptops by Friday”',
  ]);
  expect(pickReasons('Hot', [byAi])[0]?.text).toBe(
    'Names what they want: “40 laptops by Friday” (read by AI)',
  );
});

test('what the AI changed is said in half a sentence, in the words of the ledger', () => {
  const describeChange = (changes: Partial<Answers>): string | null => {
    const lead = readLead({ email: 'ana@acme.com', message: 'Hello. We are here.' });
    if (!lead.ok) throw new Error(lead.error);
    const now = new Date('2026-11-15T09:00:00Z');
    const { answers } = score(lead.lead, { now });
    const assessment = {
      kind: 'buyer',
      answers: { ...answers, ...changes },
      certainty: 0.9,
      by: 'test',
    } as const;
    return describeAiChange(score(lead.lead, { now, assessment }).ledger);
  };
  const read = { probability: 0.9, clause: 0 };
  expect(describeChange({})).toBeNull();
  expect(describeChange({ ask: { ...read, value: 'emergency' }, happened: { ...read, value: 2 } })).toBe(
    'read “Emergency” and “Serious failure or pressure”',
  );
  const entries = [
    { group: 'intent', code: 'ai-ask-quote', points: 47, text: 'Asks for a quote (read by AI) (+47)' },
    { group: 'risk', code: 'ai-limit', points: -7, text: 'AI can move a score by at most 40 points (−7)' },
  ];
  expect(describeAiChange(entries)).toBe('read “Asks for a quote”');
  const missing = { group: 'intent', code: 'ai-missing', points: 0, text: 'AI is unavailable (+0)' };
  expect(describeAiChange([missing])).toBeNull();
});

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
