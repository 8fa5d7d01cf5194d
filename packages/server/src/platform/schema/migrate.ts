// Migrates a database to the schema this version needs. Runs each migration once, ordered by name, then replaces the
// functions whose files have changed. Migrations share a transaction, except for online ones.

import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresAdapter, PostgresDialect, sql, type Transaction } from 'kysely';
import { isLockTimeout } from '../db/is-lock-timeout.ts';
import { openPool } from '../db/pool.ts';
import { installQueues } from '../jobs/queues.ts';
import { applyFunctions, FUNCTIONS_FOLDER } from './apply-functions.ts';
import { createLogins, type LoginUrls } from './create-logins.ts';
import { findPending, MIGRATIONS_FOLDER, type MigrationGroup, makeMigrator } from './migrations.ts';
import { WarningWatch } from './warning-watch.ts';

export interface Migrated {
  readonly migrations: readonly string[];
  readonly functions: readonly string[];
  /** That exist now with the password they were given. */
  readonly logins: readonly string[];
}

export interface MigrateOptions {
  readonly migrationsFolder?: string;
  readonly functionsFolder?: string;
  readonly logins?: LoginUrls;
  /** Called before it tries again. */
  readonly onRetry?: () => void;
}

/** A statement that waits for a lock makes everyone after it wait, too, so it gives up early and tries again. */
const LOCK_TIMEOUT_MS = 3_000;
const MAX_ATTEMPTS = 20;
const PAUSE_MS = 2_000;
const LOCK_PAUSE_MS = 200;

/** The database user must be allowed to create schemas and roles. Returns the names of everything it applied. */
export async function migrate(
  databaseUrl: string,
  {
    migrationsFolder: folder = MIGRATIONS_FOLDER,
    functionsFolder = FUNCTIONS_FOLDER,
    logins = {},
    onRetry = () => {},
  }: MigrateOptions = {},
): Promise<Migrated> {
  const pool = openPool(databaseUrl, { size: 1 });
  const warnings = new WarningWatch(pool);
  const db = new Kysely<unknown>({ dialect: new LockedDialect({ pool }) });
  const onApplied = (name: string): void => warnings.throwIfAny(name);
  const runGroup = async (on: Kysely<unknown>, { isOnline, names }: MigrationGroup): Promise<void> => {
    const migrator = makeMigrator(on, { folder, onApplied, disableTransactions: isOnline });
    const { error } = await migrator.migrateTo(names.at(-1) as string);
    if (error !== undefined) throw error;
  };
  const replaceFunctions = (transaction: Transaction<unknown>): Promise<string[]> =>
    applyFunctions(transaction, functionsFolder, (name) => warnings.throwIfAny(`sql/${name}.sql`));
  try {
    // Held until the pool's only connection closes, because installing the queues must not run concurrently either.
    await waitForLock(db);
    await sql`set lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(db);
    const pending = await findPending(db, folder);
    // Functions are replaced in the transaction of the last migrations that have one, so that both are applied or neither
    // is. What online migrations add, they can do without: the previous release does, too.
    const last = pending.findLast(({ isOnline }) => !isOnline);
    let functions: readonly string[] = [];
    for (const group of pending) {
      await retryLocks(async () => {
        if (group.isOnline) return runGroup(db, group);
        await db.transaction().execute(async (transaction) => {
          await runGroup(transaction, group);
          if (group === last) functions = await replaceFunctions(transaction);
        });
      }, onRetry);
    }
    if (last === undefined)
      functions = await retryLocks(() => db.transaction().execute(replaceFunctions), onRetry);
    await retryLocks(() => installQueues(pool), onRetry);
    warnings.throwIfAny('installing the job queues');
    const migrations = pending.flatMap(({ names }) => names);
    return { migrations, functions, logins: await createLogins(pool, logins) };
  } finally {
    await db.destroy();
  }
}

/** A statement that waits for the lock would never get it: the other process may be building an index, and that waits for
 * all statements that are running. */
async function waitForLock(db: Kysely<unknown>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ isHeld: boolean }>`
      select pg_try_advisory_lock(${sql.lit(KYSELY_LOCK)}) as "isHeld"`.execute(db);
    if (rows[0]?.isHeld === true) return;
    await sleep(LOCK_PAUSE_MS);
  }
}

async function retryLocks<T>(work: () => Promise<T>, onRetry: () => void): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isLockTimeout(error) || attempt === MAX_ATTEMPTS) throw error;
      onRetry();
      await sleep(PAUSE_MS);
    }
  }
}

/** The advisory lock that Kysely's migrator uses. */
const KYSELY_LOCK = 3853314791062309107n;

/** Kysely releases its lock before our transaction commits, and the statement that does so hides the error of a failed
 * migration. We hold the same lock for the whole run instead. */
class LockedDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new LockedAdapter();
  }
}

class LockedAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}
