// A database of its own for a suite, and accounts in it.

import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { type Installation, openInstallation } from '../../src/db/installation.ts';
import { openPool } from '../../src/db/pool.ts';
import { createAccount, type NewAccount } from '../../src/operator/create-account.ts';

export const TEMPLATE = 'leadline_template';

export const databaseAt = (postgresUrl: string, name: string): string =>
  Object.assign(new URL(postgresUrl), { pathname: name }).href;

/** A copy of the migrated template; it goes with the server at the end of the run. */
export async function cloneDatabase(): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const pool = openPool(inject('postgresUrl'), { size: 1 });
  await pool.query(`create database ${name} template ${TEMPLATE}`);
  await pool.end();
  return databaseAt(inject('postgresUrl'), name);
}

/** As the owner of the tables: it sees every account. */
export const openOwner = (databaseUrl: string): Installation =>
  openInstallation(openPool(databaseUrl, { size: 2 }));

/** An account on a plan of its own when a limit is given, else on an unlimited one. */
export async function makeAccount(
  owner: Installation,
  limits: { readonly monthlyLeads?: number; readonly requestsPerMinute?: number } = {},
): Promise<NewAccount> {
  if (limits.monthlyLeads === undefined && limits.requestsPerMinute === undefined) {
    return createAccount(owner, 'owner@example.org', 'unlimited');
  }
  const name = `plan-${randomBytes(4).toString('hex')}`;
  await owner
    .insertInto('plans')
    .values({
      name,
      monthly_leads: limits.monthlyLeads ?? null,
      requests_per_minute: limits.requestsPerMinute ?? 1_000_000,
    })
    .execute();
  return createAccount(owner, 'owner@example.org', name);
}
