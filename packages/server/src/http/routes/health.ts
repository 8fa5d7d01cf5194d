// Health checks: whether the process is alive, and whether it is ready for requests.

import { PATHS } from '@leadline/contract/paths';
import { sql } from 'kysely';
import type { LeadAssessor } from '../../assessment/lead-assessor.ts';
import { DomainError } from '../../base/domain-error.ts';
import type { Database } from '../../db/database.ts';
import { SchemaVersion } from '../../db/schema-version.ts';
import type { StoreHealth } from '../../db/store-health.ts';
import type { App } from '../typed-app.ts';

const MAX_CHECK_MS = 2_000;

export function addHealth(
  app: App,
  db: Database,
  store: Pick<StoreHealth, 'check'>,
  assessor: LeadAssessor,
  isDraining: () => boolean,
): void {
  const schema = new SchemaVersion(db);
  app.get(PATHS.healthz, { schema: { hide: true } }, () => ({ success: true }));
  app.get(PATHS.readyz, { schema: { hide: true } }, async () => {
    if (isDraining()) throw new DomainError('overloaded', 'shutting down', { retryAfterSeconds: 2 });
    await within(MAX_CHECK_MS, Promise.all([sql`select 1`.execute(db), schema.requireCurrent()])).catch(
      (error: unknown) => {
        if (error instanceof DomainError && error.code === 'schema_outdated') throw error;
        throw new DomainError('overloaded', 'the database is unreachable', { retryAfterSeconds: 2 });
      },
    );
    await within(MAX_CHECK_MS, requireHealthyStore(store));
    // Leads are accepted and scored even without AI, so its state doesn't affect readiness.
    return { success: true, ai: assessor.state() };
  });
}

async function requireHealthyStore(store: Pick<StoreHealth, 'check'>): Promise<void> {
  const problem = await store.check();
  if (problem !== null) throw new DomainError('overloaded', problem.reason, { retryAfterSeconds: 2 });
}

async function within(timeoutMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DomainError('overloaded', 'the database is not responding', { retryAfterSeconds: 2 })),
      timeoutMs,
    );
  });
  try {
    await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
