// Health checks: whether the process is alive, and whether it is ready for requests.

import { PATHS } from '@leadline/contract/paths';
import { sql } from 'kysely';
import { DomainError } from '../../platform/base/domain-error.ts';
import type { Database } from '../../platform/db/database.ts';
import type { LeadStore } from '../../platform/disk/store-health.ts';
import type { SchemaVersion } from '../../platform/schema/schema-version.ts';
import type { App } from '../framework/typed-app.ts';
import { SharedAnswers } from '../limits/shared-answers.ts';
import type { PartsOf } from './route-parts.ts';

const MAX_CHECK_MS = 2_000;

export interface DatabaseToCheck {
  readonly name: string;
  /** A separate pool, so that health checks don't wait for a flood of reads. */
  readonly maintenanceDb: Database;
  readonly schema: Pick<SchemaVersion, 'requireCurrent'>;
}

export interface HealthParts extends PartsOf<'assessor' | 'store'> {
  readonly databases: () => readonly DatabaseToCheck[];
  readonly isDraining: () => boolean;
}

export function addHealth(app: App, { databases, store, assessor, isDraining }: HealthParts): void {
  // Anyone can call this as often as they like, so calls share a check.
  const checks = new SharedAnswers<DatabaseStates>();
  app.get(PATHS.healthz, { schema: { hide: true } }, () => ({ success: true }));
  app.get(PATHS.readyz, { schema: { hide: true } }, async () => {
    if (isDraining()) throw new DomainError('overloaded', 'shutting down', { retryAfterSeconds: 2 });
    const states = await checks.get('', () => checkDatabases(databases()));
    // A problem of one is no reason to send the requests of all others to another process.
    const [problem = null] = states.values();
    if (problem !== null && ![...states.values()].includes(null)) throw problem;
    await within(MAX_CHECK_MS, requireHealthyStore(store));
    // Leads are accepted and scored even without AI, so its state doesn't affect readiness.
    return {
      success: true,
      ai: assessor.state(),
      ...(states.size === 1 ? {} : { cells: Object.fromEntries([...states].map(describeState)) }),
    };
  });
}

/** What is wrong with each, or null. */
type DatabaseStates = ReadonlyMap<string, DomainError | null>;

async function checkDatabases(databases: readonly DatabaseToCheck[]): Promise<DatabaseStates> {
  return new Map(
    await Promise.all(
      databases.map(async (db): Promise<[string, DomainError | null]> => [db.name, await findProblem(db)]),
    ),
  );
}

function findProblem({ maintenanceDb, schema }: DatabaseToCheck): Promise<DomainError | null> {
  const checked = Promise.all([sql`select 1`.execute(maintenanceDb), schema.requireCurrent()]);
  return within(MAX_CHECK_MS, checked).then(
    () => null,
    (error: unknown) =>
      error instanceof DomainError && error.code === 'schema_outdated'
        ? error
        : new DomainError('overloaded', 'the database is unreachable', { retryAfterSeconds: 2 }),
  );
}

const describeState = ([name, problem]: [string, DomainError | null]): [string, string] => [
  name,
  problem === null ? 'ready' : problem.message,
];

async function requireHealthyStore(store: LeadStore): Promise<void> {
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
