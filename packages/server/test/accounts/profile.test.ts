// The business behind an account.

import { makeAccount } from '@leadline/testkit/database/accounts';
import { call } from '@leadline/testkit/http/call';
import { expectError } from '@leadline/testkit/http/expect-error';
import { callAs, useApi } from '@leadline/testkit/service/use-api';
import { describe, expect, test } from 'vitest';

const suite = useApi();
const PATH = '/api/account/profile';
const BERLIN = {
  currency: 'EUR',
  time_zone: 'Europe/Berlin',
  office_days: [5, 1, 2],
  opens_at: '08:30',
  closes_at: '16:00',
  typical_deal: 12_500,
};

describe('the profile of an account', () => {
  test('has defaults until somebody fills it in', async () => {
    const caller = callAs(suite, await makeAccount(suite.owner));
    expect((await caller(PATH)).body.data).toEqual({
      currency: 'USD',
      time_zone: 'UTC',
      office_days: [1, 2, 3, 4, 5],
      opens_at: '09:00',
      closes_at: '17:00',
      typical_deal: null,
    });
  });

  test('is saved, and shared with the test account', async () => {
    const account = await makeAccount(suite.owner);
    const caller = callAs(suite, account);
    const saved = { ...BERLIN, office_days: [1, 2, 5] };
    expect((await caller(PATH, BERLIN, { method: 'PUT' })).body.data).toEqual(saved);
    expect((await call(suite.api.url, PATH, undefined, { key: account.testKey })).body.data).toEqual(saved);
  });

  test.each<[string, object]>([
    ['an unknown currency', { currency: 'ABC' }],
    ['an unknown time zone', { time_zone: 'Mars/Olympus' }],
    ['a day that closes before it opens', { opens_at: '17:00', closes_at: '09:00' }],
    ['no office days', { office_days: [] }],
    ['a deal worth nothing', { typical_deal: 0 }],
  ])('rejects %s', async (_, wrong) => {
    const caller = callAs(suite, await makeAccount(suite.owner));
    expectError(await caller(PATH, { ...BERLIN, ...wrong }, { method: 'PUT' }), 'invalid_input');
  });
});
