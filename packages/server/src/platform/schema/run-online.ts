// Runs an online migration: statement by statement, outside of a transaction. If it was interrupted, it runs again from the
// start, so indexes that exist are skipped and those that were left half-built are built again.

import { type Kysely, sql } from 'kysely';
import { type Statement, splitStatements } from './split-statements.ts';

type Db = Kysely<unknown>;

export async function runOnline(db: Db, text: string): Promise<void> {
  for (const statement of splitStatements(text)) {
    const index = readIndex(statement);
    if (index !== null) await createIndex(db, index);
    else if (statement.plain.startsWith('drop index concurrently')) await dropIndex(db, statement);
    else await sql.raw(statement.text).execute(db);
  }
}

interface NewIndex {
  readonly isUnique: boolean;
  readonly name: string;
  readonly table: string;
  /** Its columns and everything after them. */
  readonly definition: string;
}

const CREATE_INDEX =
  /^create (?<unique>unique )?index concurrently (?:if not exists )?(?<name>\w+) on (?<table>[\w.]+) (?<definition>.+)$/is;

function readIndex({ text, plain }: Statement): NewIndex | null {
  if (!/^create (?:unique )?index concurrently /.test(plain)) return null;
  const { unique, name, table, definition } = CREATE_INDEX.exec(text.replace(/\s+/g, ' '))?.groups ?? {};
  if (name === undefined || table === undefined || definition === undefined)
    throw new Error(`an online migration can't create this index: ${text}`);
  return { isUnique: unique !== undefined, name, table, definition };
}

async function createIndex(db: Db, index: NewIndex): Promise<void> {
  const { rows } = await sql<{ kind: string }>`
    select relkind as kind from pg_class where oid = ${index.table}::regclass`.execute(db);
  if (rows[0]?.kind !== 'p') return buildIndex(db, index);
  // The index of the parent is only valid, and only used, once every partition has its part. A partition that is attached
  // meanwhile gets its part from PostgreSQL.
  const { isUnique, name, table, definition } = index;
  await sql
    .raw(`create ${isUnique ? 'unique ' : ''}index if not exists ${name} on only ${table} ${definition}`)
    .execute(db);
  for (const partition of await findPartitionsWithout(db, index)) {
    const part = { ...index, name: `${partition.split('.')[1]}_${name}`.slice(0, 63), table: partition };
    await buildIndex(db, part);
    await sql.raw(`alter index leadline.${name} attach partition leadline.${part.name}`).execute(db);
  }
}

async function findPartitionsWithout(db: Db, { name, table }: NewIndex): Promise<string[]> {
  const { rows } = await sql<{ partition: string }>`
    select format('%I.%I', c.relnamespace::regnamespace, c.relname) as partition
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass and not exists (
      select from pg_index x join pg_inherits p on p.inhrelid = x.indexrelid
      where x.indrelid = i.inhrelid and p.inhparent = ${`leadline.${name}`}::regclass)
    order by 1`.execute(db);
  return rows.map(({ partition }) => partition);
}

async function buildIndex(db: Db, { isUnique, name, table, definition }: NewIndex): Promise<void> {
  const { rows } = await sql<{ isValid: boolean }>`
    select indisvalid as "isValid" from pg_index
    where indexrelid = to_regclass(${`leadline.${name}`})`.execute(db);
  if (rows[0]?.isValid === true) return;
  await waitForOthers(db, async () => {
    if (rows.length > 0) await sql.raw(`drop index concurrently leadline.${name}`).execute(db);
    await sql
      .raw(`create ${isUnique ? 'unique ' : ''}index concurrently ${name} on ${table} ${definition}`)
      .execute(db);
  });
}

async function dropIndex(db: Db, { text }: Statement): Promise<void> {
  const name = /([\w.]+)$/.exec(text.trim())?.[1] ?? '';
  const { rows } = await sql<{ kind: string }>`
    select relkind as kind from pg_class where oid = to_regclass(${name})`.execute(db);
  // PostgreSQL can't drop the index of a partitioned table concurrently. It takes a moment, once it has its locks.
  if (rows[0]?.kind === 'I') await sql.raw(`drop index ${name}`).execute(db);
  if (rows[0]?.kind === 'i')
    await waitForOthers(db, () => sql.raw(`drop index concurrently ${name}`).execute(db));
}

/** Concurrent work waits for transactions that began before it, and nobody waits behind it. */
async function waitForOthers(db: Db, work: () => Promise<unknown>): Promise<void> {
  const { rows } = await sql<{ limit: string }>`select current_setting('lock_timeout') as limit`.execute(db);
  await sql`set lock_timeout = 0`.execute(db);
  try {
    await work();
  } finally {
    await sql`select set_config('lock_timeout', ${rows[0]?.limit ?? '0'}, false)`.execute(db);
  }
}
