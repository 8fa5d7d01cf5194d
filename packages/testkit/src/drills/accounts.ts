// Creates accounts for drills, using the role that owns the tables.

import { randomBytes } from 'node:crypto';
import {
  createAccount,
  type Installation,
  type NewAccount,
  openInstallation,
  openPool,
} from '@leadline/server';

const OWNER_CONNECTIONS = 4;

async function withOwner<T>(databaseUrl: string, work: (owner: Installation) => Promise<T>): Promise<T> {
  const owner = openInstallation(openPool(databaseUrl, { size: OWNER_CONNECTIONS }));
  try {
    return await work(owner);
  } finally {
    await owner.destroy();
  }
}

/** Puts the account on a new plan with this monthly allowance and storage, where null means unlimited. */
export async function makeAccount(
  databaseUrl: string,
  monthlyLeads: number | null,
  storageBytes: number | null = null,
): Promise<NewAccount> {
  const [account] = await makeAccounts(databaseUrl, monthlyLeads, 1, storageBytes);
  return account as NewAccount;
}

export function makeAccounts(
  databaseUrl: string,
  monthlyLeads: number | null,
  count: number,
  storageBytes: number | null = null,
): Promise<NewAccount[]> {
  return withOwner(databaseUrl, async (owner) => {
    const name = `drill-${randomBytes(4).toString('hex')}`;
    await owner
      .insertInto('plans')
      .values({
        name,
        monthly_leads: monthlyLeads,
        storage_bytes: storageBytes,
        requests_per_minute: 100_000_000,
      })
      .execute();
    const accounts: NewAccount[] = [];
    while (accounts.length < count) {
      const group = Array.from({ length: Math.min(OWNER_CONNECTIONS, count - accounts.length) });
      accounts.push(...(await Promise.all(group.map(() => createAccount(owner, 'owner@example.org', name)))));
    }
    return accounts;
  });
}
