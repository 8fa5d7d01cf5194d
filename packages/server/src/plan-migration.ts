// What `leadline migrate` would do to this database: each statement, what it blocks and for how long, and which releases
// keep working meanwhile. Only reads.

import { Kysely, PostgresDialect, sql } from 'kysely';
import { FUNCTIONS_FOLDER, findChangedFunctions } from './db/apply-functions.ts';
import { findPending, MIGRATIONS_FOLDER, readMigrations } from './db/migrations.ts';
import { openPool } from './db/pool.ts';
import { BEFORE_THE_RULE } from './schema-changes/before-the-rule.ts';
import type { Effect, TableLock, Work } from './schema-changes/effect.ts';
import { type MigrationStep, readMigration } from './schema-changes/read-migration.ts';

export interface PlannedEffect {
  readonly action: string;
  readonly locks: readonly TableLock[];
  /** How long it takes, roughly. Null if that can't be told from the size of a table. */
  readonly seconds: number | null;
  /** How long its locks are held: in a transaction, until its end. Null if that can't be told. */
  readonly heldSeconds: number | null;
}

export interface PlannedMigration {
  readonly name: string;
  readonly isOnline: boolean;
  readonly effects: readonly PlannedEffect[];
  /** `all`: the previous release keeps working. A version: that one and later ones do. `none`: stop all processes. */
  readonly keepsWorking: 'all' | 'none' | { readonly since: string };
}

export interface MigrationPlan {
  readonly isNewDatabase: boolean;
  readonly migrations: readonly PlannedMigration[];
  /** That will be replaced. */
  readonly functions: readonly string[];
}

interface Folders {
  readonly migrationsFolder?: string;
  readonly functionsFolder?: string;
}

export async function planMigration(
  databaseUrl: string,
  { migrationsFolder = MIGRATIONS_FOLDER, functionsFolder = FUNCTIONS_FOLDER }: Folders = {},
): Promise<MigrationPlan> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: openPool(databaseUrl, { size: 1 }) }),
  });
  try {
    const isNewDatabase = await lacksSchema(db);
    const groups = await findPending(db, migrationsFolder);
    const texts = new Map((await readMigrations(migrationsFolder)).map(({ name, text }) => [name, text]));
    const bytes = await measureTables(db);
    const migrations = groups.flatMap(({ names, isOnline }) =>
      planGroup(
        names.map((name) => readMigration(name, texts.get(name) ?? '')),
        isOnline,
        bytes,
      ),
    );
    return { isNewDatabase, migrations, functions: await findChangedFunctions(db, functionsFolder) };
  } finally {
    await db.destroy();
  }
}

function planGroup(
  files: readonly ReturnType<typeof readMigration>[],
  isOnline: boolean,
  bytes: ReadonlyMap<string, number>,
): PlannedMigration[] {
  // Backwards, because a lock is held for as long as everything after it in the transaction takes.
  let heldSeconds: number | null = 0;
  return files
    .toReversed()
    .map(({ name, steps }): PlannedMigration => {
      const effects = steps
        .flatMap((step) => step.effects)
        .toReversed()
        .map((effect): PlannedEffect => {
          const locks = effect.locks.filter(({ table }) => bytes.has(table));
          const seconds = estimateSeconds(effect, bytes);
          heldSeconds = isOnline ? seconds : addSeconds(heldSeconds, seconds);
          return { action: effect.action, locks, seconds, heldSeconds };
        });
      return {
        name,
        isOnline,
        effects: effects.toReversed(),
        keepsWorking: findWorkingReleases(name, steps),
      };
    })
    .toReversed();
}

const addSeconds = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other;

/** Bytes of a table, with its indexes, per second. Low, because the database is in use. */
const BYTES_PER_SECOND: Readonly<Record<Exclude<Work, 'instant' | 'unknown'>, number>> = {
  reads: 200e6,
  indexes: 40e6,
  rewrites: 40e6,
  'changes rows': 20e6,
};

function estimateSeconds({ work, locks }: Effect, bytes: ReadonlyMap<string, number>): number | null {
  if (work === 'instant') return 0;
  if (work === 'unknown') return null;
  const total = locks.reduce((sum, { table }) => sum + (bytes.get(table) ?? 0), 0);
  return total / BYTES_PER_SECOND[work];
}

function findWorkingReleases(
  name: string,
  steps: readonly MigrationStep[],
): PlannedMigration['keepsWorking'] {
  if (BEFORE_THE_RULE.has(name)) return 'none';
  const versions = steps.flatMap(({ unusedSince }) => unusedSince ?? []);
  const [since] = versions.toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }));
  return since === undefined ? 'all' : { since };
}

async function lacksSchema(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql`select from pg_namespace where nspname = 'leadline'`.execute(db);
  return rows.length === 0;
}

/** A partitioned table counts with its partitions. */
async function measureTables(db: Kysely<unknown>): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; bytes: number }>`
    select c.relname as name, (pg_total_relation_size(c.oid) + coalesce((
        select sum(pg_total_relation_size(i.inhrelid)) from pg_inherits i where i.inhparent = c.oid
      ), 0))::float8 as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'leadline' and c.relkind in ('r', 'p') and not c.relispartition`.execute(db);
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}
