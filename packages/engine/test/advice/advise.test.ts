// What a rep reads as the next step, as time goes by.

import { describe, expect, test } from 'vitest';
import { type AdvisedLead, advise, type OfficeHours } from '../../src/advice/advise.ts';

const BERLIN: OfficeHours = {
  time_zone: 'Europe/Berlin',
  office_days: [1, 2, 3, 4, 5],
  opens_at: '09:00',
  closes_at: '17:00',
};

const HOT: AdvisedLead = {
  grade: 'Hot',
  contact_grade: 'A',
  priority_action: 'Call within the hour: it is urgent',
  received_at: '2026-11-16T10:00:00+01:00', // a Monday
  status: 'new',
  contacted_at: null,
  snoozed_until: null,
};
const WARM: AdvisedLead = {
  ...HOT,
  grade: 'Warm',
  priority_action: 'Call today (they say: “after 4 pm”)',
};
const COOL: AdvisedLead = {
  ...HOT,
  grade: 'Cool',
  priority_action: 'Reply within two days with a qualifying question',
};

/** All times are in Berlin, in winter. */
const at = (time: string): string => `2026-11-${time}:00+01:00`;
const read = (lead: AdvisedLead, now: string, hours = BERLIN): string | undefined =>
  advise(lead, hours, new Date(at(now)))?.text;

describe('a new lead', () => {
  test('is due within the hour, then overdue, then late', () => {
    expect(read(HOT, '16T10:00')).toBe('Call within the hour: it is urgent');
    expect(read(HOT, '16T10:20')).toBe('Call within 40 min: it is urgent');
    expect(read(HOT, '16T11:00')).toBe('Call now: it is urgent');
    expect(read(HOT, '16T11:25')).toBe('Overdue by 25 min: call now');
    expect(read(HOT, '16T13:10')).toBe('Overdue by 2 h: call now');
    expect(read(HOT, '16T21:00')).toBe('6 office hours late: call first thing tomorrow');
    expect(read(HOT, '17T12:00')).toBe('1 day late: call today');
    expect(read(HOT, '19T12:00')).toBe('3 days late: call today');
    expect(read(HOT, '20T18:00')).toBe('4 days late: call on Monday');
    expect(read(HOT, '30T12:00')).toBe('2 weeks late: call today or close it');
  });

  test('that came after hours on Friday is due on Monday morning, and not late over the weekend', () => {
    const friday = { ...HOT, received_at: at('13T18:00') };
    expect(advise(friday, BERLIN, new Date(at('13T18:00')))?.dueAt).toEqual(new Date(at('16T10:00')));
    expect(read(friday, '13T18:00')).toBe('Call by 10:00 on Monday: it is urgent');
    expect(read(friday, '15T12:00')).toBe('Call by 10:00 tomorrow: it is urgent');
    expect(read(friday, '16T07:30')).toBe('Call by 10:00 today: it is urgent');
    expect(read(friday, '16T09:15')).toBe('Call within 45 min: it is urgent');
    expect(read(friday, '16T10:05')).toBe('Overdue by 5 min: call now');
  });

  test('that is due at closing time is not overdue before the office opens again', () => {
    const friday = { ...HOT, received_at: at('13T16:00') };
    expect(read(friday, '14T12:00')).toBe('Call first thing on Monday: it is urgent');
    expect(read(friday, '16T08:59')).toBe('Call first thing today: it is urgent');
    expect(read(friday, '16T09:01')).toBe('1 office min late: call now');
  });

  test('with a day to answer is due at closing time, but never within less than two office hours', () => {
    expect(read(WARM, '16T10:00')).toBe('Call by 17:00 today (they say: “after 4 pm”)');
    const late = { ...WARM, received_at: at('13T16:55') };
    expect(read(late, '13T16:55')).toBe('Call by 17:00 on Monday (they say: “after 4 pm”)');
    expect(read(late, '16T16:30')).toBe('Call by 17:00 today (they say: “after 4 pm”)');
  });

  test('with two days to answer gets two office days', () => {
    expect(read(COOL, '16T10:00')).toBe('Reply by 10:00 on Wednesday with a qualifying question');
    expect(read({ ...COOL, received_at: at('12T15:00') }, '14T09:00')).toBe(
      'Reply by 15:00 on Monday with a qualifying question',
    );
  });

  test('without a phone number is emailed', () => {
    const lead = { ...HOT, priority_action: 'Email now and ask for a phone number: there is a deadline' };
    expect(read(lead, '16T10:30')).toBe(
      'Email within 30 min and ask for a phone number: there is a deadline',
    );
    expect(read(lead, '16T13:30')).toBe('Overdue by 2 h: email now');
  });

  test('keeps advice that has no deadline', () => {
    const cold = { ...HOT, grade: 'Cold', priority_action: 'Forward to recruiting' } as const;
    const unreachable = { ...HOT, contact_grade: 'F', priority_action: 'Cannot be reached as given' };
    expect(advise(cold, BERLIN, new Date(at('30T10:00')))).toEqual({
      text: 'Forward to recruiting',
      urgency: 'open',
      dueAt: null,
    });
    expect(read(unreachable, '30T10:00')).toBe('Cannot be reached as given');
  });

  test('with advice of another engine version ages by its grade', () => {
    const lead = { ...HOT, priority_action: 'Ring them at once' };
    expect(read(lead, '16T10:30')).toBe('Ring them at once');
    expect(read(lead, '16T13:30')).toBe('Overdue by 2 h: get in touch now');
  });

  test('that is spam has no next step', () => {
    expect(advise({ ...HOT, grade: 'Spam' }, BERLIN, new Date(at('16T10:00')))).toBeNull();
  });

  test('that a person says isn’t spam is answered, without a deadline', () => {
    const rescued = { ...HOT, grade: 'Spam', not_spam: true } as const;
    expect(advise(rescued, BERLIN, new Date(at('30T10:00')))).toEqual({
      text: 'Reply with a qualifying question',
      urgency: 'open',
      dueAt: null,
    });
  });
});

describe('a lead somebody works on', () => {
  test('is snoozed until its time comes, and due from then on', () => {
    const snoozed = { ...HOT, snoozed_until: at('18T09:00') };
    expect(read(snoozed, '16T12:00')).toBe('Snoozed until 09:00 on Wednesday');
    expect(read(snoozed, '17T12:00')).toBe('Snoozed until 09:00 tomorrow');
    expect(read(snoozed, '18T09:00')).toBe('Call within the hour: it is urgent');
    expect(read(snoozed, '18T12:30')).toBe('Overdue by 2 h: call now');
  });

  test('gets advice for its stage', () => {
    const contacted = { ...HOT, status: 'contacted', contacted_at: at('16T10:30') } as const;
    expect(read(contacted, '16T12:00')).toBe('Contacted today: follow up or qualify');
    expect(read(contacted, '17T12:00')).toBe('Contacted yesterday: follow up or qualify');
    expect(read(contacted, '19T12:00')).toBe('Contacted 3 days ago: follow up or qualify');
    expect(read(contacted, '25T12:00')).toBe('Contacted 9 days ago: follow up or qualify');
    expect(read(contacted, '30T12:00')).toBe('Contacted 2 weeks ago: follow up or close it');
    expect(read({ ...contacted, snoozed_until: at('18T09:00') }, '19T12:00')).toBe(
      'Snooze ended yesterday: follow up or qualify',
    );
    const qualified = { ...contacted, status: 'qualified' } as const;
    expect(read(qualified, '19T12:00')).toBe('Qualified: agree on the next step');
    expect(read(qualified, '30T12:00')).toBe(
      'Qualified, first contact 2 weeks ago: agree on the next step or close it',
    );
  });

  test('has no next step once it is decided, even if it is still snoozed', () => {
    for (const [status, text] of [
      ['won', 'Won'],
      ['lost', 'Lost'],
      ['unqualified', 'Unqualified'],
    ] as const)
      expect(read({ ...HOT, status, snoozed_until: at('30T09:00') }, '16T12:00')).toBe(text);
  });
});
