// Accounts that publish settings.

import type { NewAccount } from '@leadline/server';
import { makeAccount } from '@leadline/testkit/database/accounts';
import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import { storeLead } from '@leadline/testkit/service/lead-calls';
import { type ApiSuite, type Caller, callAs } from '@leadline/testkit/service/use-api';
import { waitFor } from '@leadline/testkit/wait-for';
import { expect } from 'vitest';

export interface SettingsAccount extends NewAccount {
  readonly call: Caller;
  /** Publishes changes and waits until leads are scored by them. Returns the version. */
  publish(changes: object): Promise<number>;
  send(lead?: Readonly<Record<string, unknown>>): Promise<string>;
}

export async function makeSettingsAccount(suite: ApiSuite): Promise<SettingsAccount> {
  const account = await makeAccount(suite.owner);
  const call = callAs(suite, account);
  return {
    ...account,
    call,
    publish: async (changes) => {
      const { version } = (await call('/api/settings')).body.data.live;
      const answer = await call('/api/settings/publish', { version, changes });
      expect(answer).toMatchObject({ status: 200, body: { data: { version: version + 1 } } });
      await waitUntilScoredBy(call, `v${version + 1}`);
      return version + 1;
    },
    send: (lead = {}) => storeLead(call, makeLead({ email: newEmail(), phone: '', ...lead })),
  };
}

/** Sends leads until one is scored by the version, and deletes them. */
export const waitUntilScoredBy = (call: Caller, version: string): Promise<void> =>
  waitFor(async () => {
    const leadId = await storeLead(call, makeLead({ email: newEmail() }));
    const { result } = await readLead(call, leadId);
    await call(`/api/leads/${leadId}`, undefined, { method: 'DELETE' });
    return result.settings_version;
  }, version);

export const readLead = async (call: Caller, leadId: string) =>
  (await call(`/api/leads/${leadId}`)).body.data;
