// Looking up people is bounded in how often an account may do it and in what it adds to the audit log.

import { makeAccount } from '@leadline/testkit/database/accounts';
import { expectError, retryAfter } from '@leadline/testkit/http/expect-error';
import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import { storeLead } from '@leadline/testkit/service/lead-calls';
import { type Caller, callAs, useApi } from '@leadline/testkit/service/use-api';
import { describe, expect, test } from 'vitest';

const suite = useApi();
const newCaller = async (): Promise<Caller> => callAs(suite, await makeAccount(suite.owner));
const lookUp = (caller: Caller, email: string) => caller(`/api/people?${new URLSearchParams({ email })}`);

describe('looking up people', () => {
  test('adds one audit entry an hour per person, and one for everybody who is not found', async () => {
    const caller = await newCaller();
    const email = newEmail();
    await storeLead(caller, makeLead({ email }));
    for (const wanted of [email, newEmail(), email, newEmail(), newEmail()])
      expect(await lookUp(caller, wanted)).toMatchObject({ status: 200 });
    const { body } = await caller('/api/audit');
    const entries = (body.data as { action: string; details: { leads: number } }[]).filter(
      ({ action }) => action === 'person.exported',
    );
    expect(entries.map(({ details }) => details.leads).toSorted()).toEqual([0, 1]);
  });

  test('is limited per account', async () => {
    const [caller, other] = [await newCaller(), await newCaller()];
    let answer = await lookUp(caller, 'nobody@example.org');
    for (let count = 0; answer.status === 200 && count < 150; count++)
      answer = await lookUp(caller, 'nobody@example.org');
    expectError(answer, 'rate_limited');
    expect(retryAfter(answer)).toBeLessThanOrEqual(60);
    expect(await lookUp(other, 'nobody@example.org')).toMatchObject({ status: 200 });
  });
});
