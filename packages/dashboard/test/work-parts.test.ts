// The pure parts of working on leads: when a snoozed lead comes back, initials, and who changed a lead.

import type { TimelineEntry } from '@leadline/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeEntry, findLastWork } from '../src/work/describe-conflict.ts';
import { initialsOf } from '../src/work/initials.ts';
import { afterOwnChanges, inTurn, rememberChange } from '../src/work/own-changes.ts';
import { fromLocal, type Hours, listSnoozeChoices, toLocal } from '../src/work/snooze-choices.ts';
import {
  applyWork,
  isDone,
  type LeadChange,
  stepsBack,
  type WorkLead,
  withTaker,
} from '../src/work/work-change.ts';

const BERLIN: Hours = {
  time_zone: 'Europe/Berlin',
  office_days: [1, 2, 3, 4, 5],
  opens_at: '09:00',
  closes_at: '17:00',
};

const choices = (now: string, hours: Hours = BERLIN): Record<string, string> =>
  Object.fromEntries(
    listSnoozeChoices(new Date(now), hours).map(({ name, until }) => [name, until.toISOString()]),
  );

describe('the choices of a snooze', () => {
  test('are at opening time in the time zone of the account', () => {
    // A Wednesday at 10:20 in Berlin.
    expect(choices('2026-03-11T09:20:00Z')).toEqual({
      'Later today': '2026-03-11T12:00:00.000Z',
      'Tomorrow morning': '2026-03-12T08:00:00.000Z',
      Monday: '2026-03-16T08:00:00.000Z',
      'In a week': '2026-03-18T08:00:00.000Z',
    });
  });

  test('are not today once the office is about to close', () => {
    expect(choices('2026-03-11T14:10:00Z')).not.toHaveProperty('Later today');
  });

  test('name each moment once, and skip days off', () => {
    // On Sunday, Monday is tomorrow; a week later is a Sunday again, so the choice is the Monday after it.
    expect(choices('2026-03-15T09:00:00Z')).toEqual({
      'Tomorrow morning': '2026-03-16T08:00:00.000Z',
      'In a week': '2026-03-23T08:00:00.000Z',
    });
  });

  test('offer today only in office hours: at night, the opening time', () => {
    expect(choices('2026-03-16T01:30:00Z')['Later today']).toBe('2026-03-16T08:00:00.000Z');
    expect(choices('2026-03-16T15:30:00Z')['Later today']).toBeUndefined();
  });

  test('keep the opening time when the clocks change', () => {
    // Clocks go forward on Sunday, 29 March 2026.
    expect(choices('2026-03-27T08:00:00Z').Monday).toBe('2026-03-30T07:00:00.000Z');
  });

  test('are in the future and at most ten days away', () => {
    const zone = fc.constantFrom('UTC', 'America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Auckland');
    const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(zone, moment, (time_zone, now) => {
        for (const { until } of listSnoozeChoices(now, { ...BERLIN, time_zone })) {
          expect(until.getTime()).toBeGreaterThan(now.getTime());
          expect(until.getTime()).toBeLessThan(now.getTime() + 10 * 86_400_000);
        }
      }),
    );
  });
});

test('a local time survives the round trip through a moment', () => {
  const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu');
  const minutes = fc.integer({ min: 27_000_000, max: 34_000_000 });
  fc.assert(
    fc.property(zone, minutes, (timeZone, minute) => {
      const local = toLocal(new Date(minute * 60_000), timeZone);
      expect(toLocal(fromLocal(local, timeZone), timeZone)).toEqual(local);
    }),
  );
});

test('initials are those of the first and the last name', () => {
  expect(['Ana María López', 'Bo', 'ana.lopez@acme.com', ''].map(initialsOf)).toEqual(['AL', 'B', 'AL', '']);
});

describe('a conflict', () => {
  const team = { me: 'user_me', nameOf: (userId: string) => (userId === 'user_bo' ? 'Bo Berg' : 'Al') };
  const at = { entry_id: 'act_1', at: '2026-03-10T09:00:00Z' };
  const describeIt = (entry: Parameters<typeof describeEntry>[0]) => describeEntry(entry, 'Ana', team);
  const assigned = (by: string, assignee: string | null): Extract<TimelineEntry, { event: 'assigned' }> => ({
    ...at,
    event: 'assigned',
    by,
    assignee,
    previous: null,
  });

  test('says who took, gave or closed the lead', () => {
    expect(describeIt(assigned('user_bo', 'user_bo'))).toBe('Bo Berg took Ana');
    expect(describeIt(assigned('user_al', 'user_me'))).toBe('Al assigned Ana to you');
    expect(describeIt(assigned('user_me', null))).toBe('You unassigned Ana');
    expect(describeIt(assigned('worker', 'user_bo'))).toBe('Leadline assigned Ana to Bo Berg');
    expect(
      describeIt({ ...at, event: 'status', by: 'key_1', status: 'contacted', previous: 'new', note: null }),
    ).toBe('An API key marked Ana as contacted');
  });

  test('is about what was done to the lead, not about who took it by doing that', () => {
    const marked = {
      ...at,
      event: 'status',
      by: 'user_bo',
      status: 'contacted',
      previous: 'new',
      note: null,
    } as const;
    const note = { ...at, event: 'note', by: 'user_al', text: 'Hello' } as const;
    expect(findLastWork([marked, assigned('user_bo', 'user_bo'), note])).toBe(marked);
    const later = { ...assigned('user_bo', 'user_bo'), at: '2026-03-10T09:05:00Z' };
    expect(findLastWork([marked, later])).toBe(later);
    const given = assigned('user_al', 'user_bo');
    expect(findLastWork([marked, given])).toBe(given);
    expect(findLastWork([note])).toBeNull();
  });
});

const LEAD: WorkLead = {
  lead_id: 'lead_1',
  name: 'Ana',
  email: '',
  phone: '',
  outcome: 'open',
  decided: null,
  status: 'new',
  assignee: null,
  snoozed_until: null,
  contacted_at: null,
  not_spam: false,
  next_activity: null,
  revision: 1,
};
const NOW = new Date('2026-03-10T09:00:00Z');
const SNOOZE = '2026-04-01T07:00:00.000Z';
const WON = {
  outcome: 'won',
  at: '2026-01-02T03:04:05Z',
  amount: 7,
  reason: 'Price',
  recorded_at: '2026-01-02T03:04:06Z',
  recorded_by: 'user_bo',
} as const;

describe('undo', () => {
  const anyLead: fc.Arbitrary<WorkLead> = fc.record({
    ...Object.fromEntries(Object.entries(LEAD).map(([key, value]) => [key, fc.constant(value)])),
    status: fc.constantFrom('new' as const, 'contacted' as const),
    assignee: fc.constantFrom(null, 'user_bo'),
    snoozed_until: fc.constantFrom(null, SNOOZE),
  }) as unknown as fc.Arbitrary<WorkLead>;
  const closed: WorkLead = { ...LEAD, status: 'won', outcome: 'won', decided: WON, contacted_at: WON.at };
  const anyChange = fc.constantFrom<LeadChange>(
    { outcome: 'won', amount: 5 },
    { outcome: 'lost', reason: 'Late' },
    { outcome: 'open' },
    { status: 'contacted' },
    { status: 'qualified', note: 'Called' },
    { status: 'lost' },
    { assignee: 'user_me' },
    { assignee: null },
    { snoozed_until: SNOOZE },
    { snoozed_until: null },
  );

  test('brings back what people see of a lead, whatever was changed', () => {
    fc.assert(
      fc.property(fc.oneof(anyLead, fc.constant(closed)), anyChange, (lead, given) => {
        const change = withTaker(given, 'user_me');
        let current = applyWork(lead, change, NOW);
        for (const step of stepsBack(lead, change)) current = applyWork(current, step, NOW);
        const { outcome, assignee, snoozed_until, decided } = current;
        expect({ outcome, assignee, snoozed_until }).toEqual({
          outcome: lead.outcome,
          assignee: lead.assignee,
          snoozed_until: lead.snoozed_until,
        });
        expect([decided?.outcome, decided?.at, decided?.amount, decided?.reason]).toEqual([
          lead.decided?.outcome,
          lead.decided?.at,
          lead.decided?.amount,
          lead.decided?.reason,
        ]);
      }),
    );
  });

  test('takes one request for most changes, and another for what an outcome has ended', () => {
    const { outcome, at, amount, reason } = WON;
    expect(stepsBack(LEAD, { status: 'contacted', takenBy: 'user_me' })).toEqual([
      { status: 'new', snoozed_until: null, assignee: null },
    ]);
    expect(stepsBack(LEAD, { snoozed_until: SNOOZE })).toEqual([{ snoozed_until: null }]);
    expect(stepsBack({ ...LEAD, assignee: 'user_bo' }, { outcome: 'lost', takenBy: 'user_me' })).toEqual([
      { outcome: 'open' },
    ]);
    expect(stepsBack({ ...LEAD, snoozed_until: SNOOZE }, { outcome: 'lost', takenBy: 'user_me' })).toEqual([
      { outcome: 'open' },
      { assignee: null, snoozed_until: SNOOZE },
    ]);
    expect(stepsBack(closed, { outcome: 'open' })).toEqual([{ outcome, at, amount, reason }]);
    expect(stepsBack(closed, { status: 'new' })).toEqual([{ outcome, at, amount, reason }]);
  });
});

test('a change is done already only if nothing of it would be lost', () => {
  const contacted: WorkLead = { ...LEAD, status: 'contacted' };
  expect(isDone(contacted, { status: 'contacted' })).toBe(true);
  expect(isDone(contacted, { status: 'contacted', note: 'Left a message' })).toBe(false);
  expect(isDone(contacted, { status: 'contacted', assignee: 'user_me' })).toBe(false);
  const won: WorkLead = { ...LEAD, status: 'won', outcome: 'won', decided: WON };
  expect(isDone(won, { outcome: 'won' })).toBe(true);
  expect(isDone(won, { outcome: 'won', amount: 9 })).toBe(false);
});

describe('changes of our own', () => {
  test('are followed from the revision on screen, and hide nobody else’s', () => {
    rememberChange('lead_a', 1, 2);
    rememberChange('lead_a', 2, 4);
    // A colleague made revision 5.
    rememberChange('lead_a', 5, 6);
    rememberChange('lead_a', 6, 6);
    expect([1, 2, 3, 4, 5, 6].map((shown) => afterOwnChanges('lead_a', shown))).toEqual([4, 4, 3, 4, 6, 6]);
    expect(afterOwnChanges('lead_b', 1)).toBe(1);
  });

  test('are sent one after the other, also after a failure', async () => {
    const sent: number[] = [];
    const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    const send = (number: number, ms: number) =>
      inTurn(async () => {
        await wait(ms);
        sent.push(number);
        if (number === 2) throw new Error('refused');
      });
    const [, second] = [send(1, 30), send(2, 10), await send(3, 0).then(() => null)];
    await expect(second).rejects.toThrow('refused');
    expect(sent).toEqual([1, 2, 3]);
  });
});
