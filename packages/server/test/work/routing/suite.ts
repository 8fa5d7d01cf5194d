// Accounts with a team and routing rules.

import type { RoutingRuleBody } from '@leadline/contract';
import { makeAccount } from '@leadline/testkit/database/accounts';
import type { ApiResponse } from '@leadline/testkit/http/call';
import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import { storeLead } from '@leadline/testkit/service/lead-calls';
import { type ApiSuite, type Caller, callAs } from '@leadline/testkit/service/use-api';
import { expect } from 'vitest';
import { addMember } from '../../support/add-member.ts';

export interface RoutedAccount {
  readonly accountId: string;
  readonly testKey: string;
  readonly call: Caller;
  /** `user_…` */
  readonly people: readonly [string, string, string];
  /** Replaces the rules. */
  save(rules: readonly RoutingRuleBody[]): Promise<ApiResponse>;
  send(lead?: Readonly<Record<string, unknown>>): Promise<string>;
}

export async function makeRoutedAccount(suite: ApiSuite): Promise<RoutedAccount> {
  const account = await makeAccount(suite.owner);
  const caller = callAs(suite, account);
  const add = async (name: string): Promise<string> =>
    `user_${(await addMember(suite.owner, account.accountId, 'rep', name)).userId}`;
  return {
    accountId: account.accountId,
    testKey: account.testKey,
    call: caller,
    people: [await add('Ana'), await add('Bo'), await add('Cy')],
    save: async (rules) => {
      const { version } = (await caller('/api/routing')).body.data;
      const answer = await caller('/api/routing', { version, rules }, { method: 'PUT' });
      expect(answer).toMatchObject({ status: 200 });
      return answer;
    },
    send: (lead = {}) => storeLead(caller, makeLead({ email: newEmail(), phone: '', ...lead })),
  };
}

/** Waits until the worker has taken every event of the account. */
export async function waitUntilRouted(suite: ApiSuite, accountId: string): Promise<void> {
  await expect
    .poll(
      async () =>
        (await suite.owner.selectFrom('outbox').select('id').where('account_id', '=', accountId).execute())
          .length,
      { timeout: 20_000 },
    )
    .toBe(0);
}

export const readLead = async (caller: Caller, leadId: string) =>
  (await caller(`/api/leads/${leadId}`)).body.data;
