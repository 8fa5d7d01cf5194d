// Reads what is actually stored, using the role that owns the tables.

import { openPool } from '@leadline/server';

export interface StoredLead {
  readonly leadId: string;
  readonly email: string;
}

export interface AccountLedger {
  /** Including spam, which doesn't count toward the plan. */
  readonly usage: number;
  readonly leads: readonly StoredLead[];
}

/** Returns usage and leads by account ID. */
export async function readLedgers(databaseUrl: string): Promise<ReadonlyMap<string, AccountLedger>> {
  const pool = openPool(databaseUrl, { size: 1 });
  try {
    const usage = await pool.query<{ account: string; leads: number }>(
      `select replace(u.account_id::text, '-', '') as account, sum(u.leads + u.spam)::integer as leads
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
