// The monthly allowance and the rate limit.

import { makeAccount } from '@leadline/testkit/database/accounts';
import { call } from '@leadline/testkit/http/call';
import { expectError, retryAfter } from '@leadline/testkit/http/expect-error';
import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import { useApi } from '@leadline/testkit/service/use-api';
import { describe, expect, test } from 'vitest';
import { createKey } from '../../src/accounts/keys/create-key.ts';
import { firstDayAfter } from '../../src/accounts/quota/month.ts';
import { asOperator } from '../../src/platform/db/account-scope.ts';
import { SCORING_CALLS } from './scoring-calls.ts';

const suite = useApi();

const score = (key: string, lead: unknown = { email: newEmail() }, path = '/api/webhook.php') =>
  call(suite.api.url, path, lead, { key });
const usageOf = async (key: string) =>
  (await call(suite.api.url, '/api/usage', undefined, { key })).body.data;

describe('the allowance', () => {
  test.each(['/api/webhook.php', '/api/score.php'])(
    'makes %s return 402 until the next month once it is used up',
    async (path) => {
      const { liveKey } = await makeAccount(suite.owner, { monthlyLeads: 2 });
      for (let i = 0; i < 2; i++) {
        expect(await score(liveKey, { email: newEmail() }, path)).toMatchObject({ status: 200 });
      }
      const refused = await score(liveKey, { email: newEmail() }, path);
      expectError(refused, 'plan_limit_reached');
      const secondsLeft = (firstDayAfter(new Date()).getTime() - Date.now()) / 1000;
      expect(retryAfter(refused)).toBeGreaterThanOrEqual(Math.floor(secondsLeft));
      expect(retryAfter(refused)).toBeLessThanOrEqual(Math.ceil(secondsLeft) + 5);
      expect(await usageOf(liveKey)).toMatchObject({ used: 2, limit: 2, left: 0 });
    },
  );

  test('is exact when many leads are sent at once', async () => {
    const { liveKey } = await makeAccount(suite.owner, { monthlyLeads: 10 });
    const answers = await Promise.all(Array.from({ length: 40 }, () => score(liveKey)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(30);
    expect(await usageOf(liveKey)).toMatchObject({ used: 10, left: 0 });
    expect((await call(suite.api.url, '/api/leads', undefined, { key: liveKey })).body.data).toHaveLength(10);
  });

  test('is shared by all keys of an account', async () => {
    const { accountId, liveKey } = await makeAccount(suite.owner, { monthlyLeads: 1 });
    const { key } = await createKey(suite.owner, asOperator(accountId), 'live', 'Second');
    expect(await score(liveKey)).toMatchObject({ status: 200 });
    expectError(await score(key), 'plan_limit_reached');
  });

  test('is not used by a repeated request, which works even when nothing is left', async () => {
    const { liveKey } = await makeAccount(suite.owner, { monthlyLeads: 1 });
    const lead = { email: newEmail() };
    const first = await score(liveKey, lead);
    const again = await score(liveKey, lead);
    expect(again).toMatchObject({ status: 200, text: first.text });
    expect(await usageOf(liveKey)).toMatchObject({ used: 1, left: 0 });
  });

  test('is not used by rejected requests', async () => {
    const { liveKey } = await makeAccount(suite.owner, { monthlyLeads: 1 });
    expectError(await score(liveKey, {}), 'missing_contact');
    expect(await usageOf(liveKey)).toMatchObject({ used: 0, left: 1 });
  });

  test('is not restored by deleting a lead', async () => {
    const { liveKey } = await makeAccount(suite.owner, { monthlyLeads: 1 });
    const { lead_id } = (await score(liveKey)).body;
    await call(suite.api.url, `/api/leads/${lead_id}`, undefined, { key: liveKey, method: 'DELETE' });
    expectError(await score(liveKey), 'plan_limit_reached');
  });

  test('is not used by a test key, which scores like a live one', async () => {
    const { liveKey, testKey } = await makeAccount(suite.owner, { monthlyLeads: 1 });
    const lead = makeLead({ email: newEmail() });
    const tested = await score(testKey, lead);
    for (let i = 0; i < 3; i++) expect(await score(testKey)).toMatchObject({ status: 200 });
    expect(await usageOf(liveKey)).toMatchObject({ used: 0, left: 1 });
    const live = await score(liveKey, lead);
    expect(live.body).toEqual({ ...tested.body, lead_id: expect.any(String) });
    expectError(await score(liveKey), 'plan_limit_reached');
    expect(await score(testKey)).toMatchObject({ status: 200 });
  });

  test('of each plan is as published', async () => {
    const plans = await suite.owner.selectFrom('plans').select(['name', 'monthly_leads']).execute();
    expect(Object.fromEntries(plans.map(({ name, monthly_leads }) => [name, monthly_leads]))).toMatchObject({
      free: 100,
      starter: 1_000,
      growth: 10_000,
      scale: 100_000,
      unlimited: null,
    });
  });
});

describe('the rate limit', () => {
  test('is in the headers of every response to a valid key', async () => {
    const { liveKey } = await makeAccount(suite.owner, { requestsPerMinute: 100 });
    const answers = [
      await score(liveKey),
      await score(liveKey, {}),
      await call(suite.api.url, '/api/usage', undefined, { key: liveKey }),
    ];
    for (const [index, { headers }] of answers.entries()) {
      expect(headers.get('ratelimit-policy')).toBe('"minute";q=100;w=60, "account";q=1000000;w=60');
      expect(headers.get('ratelimit')).toMatch(
        new RegExp(`^"minute";r=${99 - index};t=(?:60|5\\d), "account";r=${999_999 - index};t=(?:60|5\\d)$`),
      );
    }
  });

  test('makes every call return 429 until the minute is over', async () => {
    const { liveKey } = await makeAccount(suite.owner, { requestsPerMinute: 2 });
    expect(await score(liveKey)).toMatchObject({ status: 200 });
    expect(await score(liveKey)).toMatchObject({ status: 200 });
    for (const path of [...SCORING_CALLS, '/api/usage', '/api/leads']) {
      const isPost = path.endsWith('.php');
      const refused = await call(suite.api.url, path, isPost ? { lead: makeLead() } : undefined, {
        key: liveKey,
      });
      expectError(refused, 'rate_limited');
      expect(retryAfter(refused)).toSatisfy((seconds: number) => seconds >= 1 && seconds <= 60);
      expect(refused.headers.get('ratelimit')).toMatch(/^"minute";r=0;t=\d+, /);
    }
  });

  test('is counted for each key separately', async () => {
    const { accountId, liveKey, testKey } = await makeAccount(suite.owner, { requestsPerMinute: 1 });
    const { key } = await createKey(suite.owner, asOperator(accountId), 'live', 'Second');
    expect(await score(liveKey)).toMatchObject({ status: 200 });
    expectError(await score(liveKey), 'rate_limited');
    expect(await score(key)).toMatchObject({ status: 200 });
    expect(await score(testKey)).toMatchObject({ status: 200 });
  });

  test('is counted for all keys of an account together, its test keys included', async () => {
    const limits = { requestsPerMinute: 2, accountRequestsPerMinute: 3 };
    const { accountId, liveKey, testKey } = await makeAccount(suite.owner, limits);
    const { key } = await createKey(suite.owner, asOperator(accountId), 'live', 'Second');
    const intake = await createKey(suite.owner, asOperator(accountId), 'live', 'Form', 'intake');
    expect(await score(liveKey)).toMatchObject({ status: 200 });
    expect(await score(testKey)).toMatchObject({ status: 200 });
    // A rejected key doesn't count: a stranger who found a revoked one could use up the account's limit.
    expectError(await score(intake.key), 'misplaced_api_key');
    expect(await score(key)).toMatchObject({ status: 200 });
    const refused = await score(testKey);
    expectError(refused, 'rate_limited', 'all keys and members of an account');
    expect(retryAfter(refused)).toBeGreaterThan(0);
    expect(refused.headers.get('ratelimit')).toMatch(/^"minute";r=\d+;t=\d+, "account";r=0;t=\d+$/);
  });

  test('of an account is not used up by the rejected requests of one key', async () => {
    const limits = { requestsPerMinute: 1, accountRequestsPerMinute: 3 };
    const { liveKey, testKey } = await makeAccount(suite.owner, limits);
    expect(await score(liveKey)).toMatchObject({ status: 200 });
    for (let n = 0; n < 5; n++) expectError(await score(liveKey), 'rate_limited');
    expect(await score(testKey)).toMatchObject({ status: 200 });
  });
});
