// How much an account stores, counted together with its test account. See docs/decisions/0028-storage-limits.md.

import { sql } from 'kysely';
import { DomainError } from '../../platform/base/domain-error.ts';
import { formatStorage } from '../../platform/base/format-bytes.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';

/** Senders should retry now and then: somebody may delete leads or change the plan at any time. */
const RETRY_AFTER_SECONDS = 60 * 60;

/** In bytes. */
export async function readStorage({ transaction }: AccountScope): Promise<number> {
  const { rows } = await sql<{ used: number }>`select leadline.storage_used() as used`.execute(transaction);
  return rows[0]?.used ?? 0;
}

export async function requireStorage(scope: AccountScope, storageLimit: number | null): Promise<void> {
  if (storageLimit !== null && (await readStorage(scope)) >= storageLimit) throw overStorage(storageLimit);
}

export const overStorage = (storageLimit: number): DomainError =>
  new DomainError('storage_limit_reached', describeFullStorage(storageLimit), {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });

export const describeFullStorage = (storageLimit: number): string =>
  `the plan includes ${formatStorage(storageLimit)} of storage, test leads included; delete leads, shorten the ` +
  'retention period or change the plan';
