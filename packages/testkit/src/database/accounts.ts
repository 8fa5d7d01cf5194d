// Creates test accounts, using the role that owns the tables.

import { randomBytes } from 'node:crypto';
import {
  addMember,
  asOperator,
  createAccount,
  createKey,
  type Installation,
  type NewAccount,
  openInstallation,
  openPool,
} from '@leadline/server';
import { openRoutedOwner } from './routed-owner.ts';
import { canHaveCells } from './test-cells.ts';

/** The owner of the tables sees every account, because row-level security doesn't apply to it. */
export const openOwner = (databaseUrl: string): Installation =>
  canHaveCells(databaseUrl)
    ? openRoutedOwner(databaseUrl)
    : openInstallation(openPool(databaseUrl, { size: 2 }));

export interface PlanLimits {
  readonly monthlyLeads?: number;
  readonly requestsPerMinute?: number;
  readonly accountRequestsPerMinute?: number;
  readonly storageBytes?: number;
  readonly testLeads?: number;
}

/** Creates a plan for the account if limits are given; otherwise uses the unlimited plan. */
export async function makeAccount(owner: Installation, limits: PlanLimits = {}): Promise<NewAccount> {
  if (Object.keys(limits).length === 0) return createAccount(owner, 'owner@example.org', 'unlimited');
  const name = `plan-${randomBytes(4).toString('hex')}`;
  await owner
    .insertInto('plans')
    .values({
      name,
      monthly_leads: limits.monthlyLeads ?? null,
      requests_per_minute: limits.requestsPerMinute ?? 1_000_000,
      storage_bytes: limits.storageBytes ?? null,
      test_leads: limits.testLeads ?? null,
      account_requests_per_minute: limits.accountRequestsPerMinute ?? 1_000_000,
    })
    .execute();
  return createAccount(owner, 'owner@example.org', name);
}

export const makeIntakeKey = (owner: Installation, accountId: string): Promise<string> =>
  makeKeyFor(owner, accountId, 'intake');

export const makeKeyFor = async (
  owner: Installation,
  accountId: string,
  scope: 'read' | 'send' | 'intake',
): Promise<string> => (await createKey(owner, asOperator(accountId), 'live', 'Form', scope)).key;

export const makeRep = async (owner: Installation, { accountId }: NewAccount, email: string): Promise<void> =>
  void (await addMember(owner, accountId, email, 'rep'));
