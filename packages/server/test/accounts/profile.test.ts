// The business behind an account.

import type { Person } from '@leadline/testkit/auth/person';
import { useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import { expectError } from '@leadline/testkit/http/expect-error';
import { beforeEach, describe, expect, test } from 'vitest';

const suite = useAuthSuite();
const PATH = '/api/account/profile';
const BERLIN = {
  currency: 'EUR',
  time_zone: 'Europe/Berlin',
  office_days: [5, 1, 2],
  opens_at: '08:30',
  closes_at: '16:00',
  typical_deal: 12_500,
};

const DEFAULT_REASONS = [
  'Price',
  'No budget',
  'Bad timing',
  'Chose a competitor',
  'No response',
  'Not a fit',
];

describe('the profile of an account', () => {
  let owner: Person;
  beforeEach(async () => {
    owner = suite.person();
    await owner.createAccount();
  });

  test('has defaults until somebody fills it in', async () => {
    expect((await owner.call(PATH)).body.data).toEqual({
      currency: 'USD',
      time_zone: 'UTC',
      office_days: [1, 2, 3, 4, 5],
      opens_at: '09:00',
      closes_at: '17:00',
      typical_deal: null,
      lost_reasons: DEFAULT_REASONS,
    });
  });

  test('is saved, and shared with the test account', async () => {
    const saved = { ...BERLIN, office_days: [1, 2, 5], lost_reasons: DEFAULT_REASONS };
    expect((await owner.call(PATH, BERLIN, { method: 'PUT' })).body.data).toEqual(saved);
    const inTestMode = { headers: { 'X-Leadline-Mode': 'test' } };
    expect((await owner.call(PATH, undefined, inTestMode)).body.data).toEqual(saved);
    const { body } = await owner.call('/api/keys', { name: 'Website' });
    const byKey = { key: body.data.key };
    expect((await suite.person().call(PATH, undefined, byKey)).body.data).toEqual(saved);
    expectError(await suite.person().call(PATH, BERLIN, { ...byKey, method: 'PUT' }), 'not_signed_in');
    const reasons = ['Too small', 'Zu teuer'];
    const changed = { ...BERLIN, lost_reasons: [' Too small ', 'Zu teuer'] };
    expect((await owner.call(PATH, changed, { method: 'PUT' })).body.data.lost_reasons).toEqual(reasons);
    // Left out, they stay as they are.
    expect((await owner.call(PATH, BERLIN, { method: 'PUT' })).body.data.lost_reasons).toEqual(reasons);
  });

  test.each<[string, object]>([
    ['an unknown currency', { currency: 'ABC' }],
    ['an unknown time zone', { time_zone: 'Mars/Olympus' }],
    ['a day that closes before it opens', { opens_at: '17:00', closes_at: '09:00' }],
    ['no office days', { office_days: [] }],
    ['a deal worth nothing', { typical_deal: 0 }],
    ['a blank lost reason', { lost_reasons: ['Price', ' '] }],
    ['two lost reasons that differ in case only', { lost_reasons: ['Price', 'PRICE'] }],
  ])('rejects %s', async (_, wrong) => {
    expectError(await owner.call(PATH, { ...BERLIN, ...wrong }, { method: 'PUT' }), 'invalid_input');
  });
});
