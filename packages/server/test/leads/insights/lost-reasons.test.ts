// Why leads were lost: the account's own list of reasons, and how many leads were lost for each.

import { makeAccount } from '@leadline/testkit/database/accounts';
import { expectError } from '@leadline/testkit/http/expect-error';
import { newEmail } from '@leadline/testkit/leads/make-lead';
import { storeLead } from '@leadline/testkit/service/lead-calls';
import { type Caller, callAs, useApi } from '@leadline/testkit/service/use-api';
import { expect, test } from 'vitest';
import { countLostReasons } from '../../../src/leads/insights/count-lost-reasons.ts';
import { asOperator, enterAccount } from '../../../src/platform/db/account-scope.ts';
import { openDatabase } from '../../../src/platform/db/database.ts';
import { openPool } from '../../../src/platform/db/pool.ts';

const suite = useApi({ inOneCell: true });

const DAY_MS = 24 * 60 * 60_000;
const day = (offset: number): string => new Date(Date.now() + offset * DAY_MS).toISOString();
const ask = (caller: Caller, from = day(-1), to = day(1)) =>
  caller(`/api/insights/lost-reasons?from=${from}&to=${to}`);

async function lose(caller: Caller, reason: string | null, outcome = 'lost'): Promise<string> {
  const leadId = await storeLead(caller, {
    email: newEmail(),
    message: 'Please send a quote for 40 laptops',
  });
  const { status, text } = await caller(`/api/leads/${leadId}/outcome`, {
    outcome,
    ...(reason === null ? {} : { reason }),
  });
  expect(status, text).toBe(200);
  return leadId;
}

test('the last reason counts, whatever its case, and the rest are other or none', async () => {
  const caller = callAs(suite, await makeAccount(suite.owner));
  for (const reason of ['Price', ' price ', 'PRICE', 'No response', 'They moved to Mars', null])
    await lose(caller, reason);
  await lose(caller, 'Price', 'won');
  const reopened = await lose(caller, 'Price');
  await caller(`/api/leads/${reopened}/outcome`, { outcome: 'open' });
  const corrected = await lose(caller, 'Price');
  await caller(`/api/leads/${corrected}/outcome`, { outcome: 'lost', reason: 'Bad timing' });
  const { status, body, text } = await ask(caller);
  expect(status, text).toBe(200);
  expect(body.data).toMatchObject({ other: 1, none: 1, counted: 7, is_capped: false });
  expect(body.data.reasons.slice(0, 3)).toEqual([
    { reason: 'Price', leads: 3 },
    { reason: 'Bad timing', leads: 1 },
    { reason: 'No response', leads: 1 },
  ]);
  expect((await ask(caller, day(-9), day(-5))).body.data.counted).toBe(0);
  expectError(await ask(caller, day(1), day(-1)), 'invalid_input');
});

test('of many leads, the newest are counted, and the answer says so', async () => {
  const account = await makeAccount(suite.owner);
  const caller = callAs(suite, account);
  for (const reason of ['Price', 'No response', 'No response']) await lose(caller, reason);
  const db = openDatabase(openPool(suite.databaseUrl, { size: 1, role: 'leadline_api' }));
  const caseOf = asOperator(account.accountId);
  const counted = await enterAccount(db, caseOf, (scope) =>
    countLostReasons(scope, new Date(day(-1)), new Date(day(1)), 2),
  );
  await db.destroy();
  expect(counted).toMatchObject({ counted: 2, is_capped: true });
  expect(counted.reasons[0]).toEqual({ reason: 'No response', leads: 2 });
});
