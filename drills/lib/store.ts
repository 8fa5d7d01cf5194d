// The store as its owner sees it: makes accounts, and counts what is really there.

import { randomBytes } from 'node:crypto';
import {
  createAccount,
  type Installation,
  openInstallation,
  openPool,
} from '../../packages/server/src/index.ts';
import type { NewAccount } from '../../packages/server/src/operator/create-account.ts';

export interface StoredLead {
  readonly leadId: string;
  readonly email: string;
}

export interface AccountLedger {
  readonly usage: number;
  readonly leads: readonly StoredLead[];
}

const OWNER_CONNECTIONS = 4;

async function withOwner<T>(databaseUrl: string, work: (owner: Installation) => Promise<T>): Promise<T> {
  const owner = openInstallation(openPool(databaseUrl, { size: OWNER_CONNECTIONS }));
  try {
    return await work(owner);
  } finally {
    await owner.destroy();
  }
}

/** On a plan of its own with this allowance; null: as many as come. */
export async function makeAccount(databaseUrl: string, monthlyLeads: number | null): Promise<NewAccount> {
  const [account] = await makeAccounts(databaseUrl, monthlyLeads, 1);
  return account as NewAccount;
}

export function makeAccounts(
  databaseUrl: string,
  monthlyLeads: number | null,
  count: number,
): Promise<NewAccount[]> {
  return withOwner(databaseUrl, async (owner) => {
    const name = `drill-${randomBytes(4).toString('hex')}`;
    await owner
      .insertInto('plans')
      .values({ name, monthly_leads: monthlyLeads, requests_per_minute: 100_000_000 })
      .execute();
    const accounts: NewAccount[] = [];
    while (accounts.length < count) {
      const group = Array.from({ length: Math.min(OWNER_CONNECTIONS, count - accounts.length) });
      accounts.push(...(await Promise.all(group.map(() => createAccount(owner, 'owner@example.org', name)))));
    }
    return accounts;
  });
}

/** Usage and leads by account id. */
export async function readLedgers(databaseUrl: string): Promise<ReadonlyMap<string, AccountLedger>> {
  const pool = openPool(databaseUrl, { size: 1 });
  try {
    const usage = await pool.query<{ account: string; leads: number }>(
      `select replace(u.account_id::text, '-', '') as account, sum(u.leads)::integer as leads
       from leadline.usage u group by u.account_id`,
    );
    const leads = await pool.query<StoredLead & { account: string }>(
      `select replace(l.account_id::text, '-', '') as account,
         'lead_' || replace(l.id::text, '-', '') as "leadId", l.lead ->> 'email' as email
       from leadline.leads l`,
    );
    const byAccount = Map.groupBy(leads.rows, ({ account }) => account);
    const used = new Map(usage.rows.map((row) => [row.account, row.leads]));
    const accounts = new Set([...byAccount.keys(), ...used.keys()]);
    return new Map(
      [...accounts].map((account) => [
        account,
        { usage: used.get(account) ?? 0, leads: byAccount.get(account) ?? [] },
      ]),
    );
  } finally {
    await pool.end();
  }
}

export async function readLedger(databaseUrl: string, accountId: string): Promise<AccountLedger> {
  return (await readLedgers(databaseUrl)).get(accountId) ?? { usage: 0, leads: [] };
}
