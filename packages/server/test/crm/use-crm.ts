// Accounts that are connected to a fake CRM, and turns that sync them.

import type { FakeCrm } from '@leadline/testkit/crm/fake-crm';
import { FakeOdoo } from '@leadline/testkit/crm/fake-odoo';
import { makeAccount } from '@leadline/testkit/database/accounts';
import { TEST_SECRET_KEY } from '@leadline/testkit/service/start-in-process';
import { type Caller, callAs, useApi } from '@leadline/testkit/service/use-api';
import { sql } from 'kysely';
import type { Agent } from 'undici';
import { afterAll, beforeAll, expect } from 'vitest';
import { takeCrmTurn } from '../../src/crm/sync/take-crm-turn.ts';
import { makeCrmSeal } from '../../src/crm/vendors/seal.ts';
import { openSafeAgent } from '../../src/notifications/webhooks/safe-agent.ts';
import { makeSecretKeys } from '../../src/platform/base/secret-keys.ts';
import { type Installation, openInstallation } from '../../src/platform/db/installation.ts';
import { openPool } from '../../src/platform/db/pool.ts';

export interface CrmAccount<C extends FakeCrm = FakeOdoo> {
  readonly accountId: string;
  readonly testKey: string;
  readonly call: Caller;
  readonly crm: C;
  send(lead: Readonly<Record<string, unknown>>): Promise<string>;
  /** Connects it, and sends the leads that are there. */
  connect(changes?: Readonly<Record<string, unknown>>): Promise<void>;
  /** Returns whether it needs another one. */
  turn(): Promise<boolean>;
  /** Asks for a run, and runs turns until nothing is left to do. */
  syncNow(): Promise<void>;
  /** Runs turns until nothing is left to do. */
  sync(): Promise<void>;
  /** The newest run. */
  lastRun(): Promise<{
    status: string;
    summary: string;
    error: string | null;
    notes: never[];
    counts: never;
  }>;
}

export interface CrmSuite {
  readonly owner: Installation;
  readonly databaseUrl: string;
  newAccount(): Promise<CrmAccount>;
  newAccountWith<C extends FakeCrm>(start: () => Promise<C>): Promise<CrmAccount<C>>;
}

export function useCrm({ timeoutMs = 2_000, turnMs = 20_000, allowPrivate = true } = {}): CrmSuite {
  const suite = useApi({ inOneCell: true });
  const crms: FakeCrm[] = [];
  const policy = { allowPrivate };
  let worker: Installation;
  let agent: Agent;
  const stopping = new AbortController();
  beforeAll(() => {
    worker = openInstallation(openPool(suite.accountUrl, { size: 4, role: 'leadline_worker' }));
    agent = openSafeAgent(policy);
  });
  afterAll(async () => {
    stopping.abort();
    await agent.destroy();
    for (const crm of crms) await crm.close();
    await worker.destroy();
  });

  const newAccountWith = async <C extends FakeCrm>(start: () => Promise<C>): Promise<CrmAccount<C>> => {
    const account = await makeAccount(suite.owner);
    const { accountId, testKey } = account;
    const call = callAs(suite, account);
    const crm = await start();
    crms.push(crm);
    const turn = (): Promise<boolean> =>
      takeCrmTurn(accountId, {
        db: worker,
        seal: makeCrmSeal(makeSecretKeys(TEST_SECRET_KEY)),
        caller: { agent, policy, signal: stopping.signal, timeoutMs },
        publicUrl: 'https://leads.example.org',
        turnMs,
        onFailure: (error) => {
          throw error;
        },
      });
    const sync = async (): Promise<void> => {
      while (await turn());
    };
    return {
      accountId,
      testKey,
      call,
      crm,
      turn,
      sync,
      syncNow: async () => {
        await call('/api/crm/runs', { kind: 'sync' });
        await sync();
      },
      send: async (lead) => {
        const { status, body } = await call('/api/score.php', lead);
        expect(status).toBe(200);
        return body.lead_id;
      },
      connect: async (changes = {}) => {
        const body = { ...crm.login, url: crm.url, existing_days: 1, ...changes };
        const answer = await call('/api/crm', body, { method: 'PUT' });
        expect(answer.status, answer.text).toBe(200);
      },
      lastRun: async () => (await call('/api/crm/runs')).body.data[0],
    };
  };
  return {
    newAccount: () => newAccountWith(FakeOdoo.start),
    newAccountWith,
    get owner() {
      return suite.owner;
    },
    get databaseUrl() {
      return suite.databaseUrl;
    },
  };
}

/** What the event dispatcher does with new leads. */
export async function queueAll(
  { owner }: CrmSuite,
  { accountId }: { readonly accountId: string },
): Promise<void> {
  await sql`
    insert into leadline.crm_queue as q (account_id, lead_id)
    select account_id, id from leadline.leads where account_id = ${accountId}
    on conflict (account_id, lead_id) do update set revision = q.revision + 1, problem = null`.execute(owner);
}
