// The query builder over a pool, and the one way to read or change an account's data.

import { Kysely, PostgresDialect, type RawBuilder, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
export type AccountTransaction = Transaction<Tables>;

// A sum of money fits a double to the cent; text would reach callers as "12.00".
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
// Byte offsets and line numbers are far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export const openDatabase = (pool: pg.Pool): Database =>
  new Kysely({ dialect: new PostgresDialect({ pool }) });

/** For `id = any(…)`: one parameter however many there are. */
export const anyOf = (ids: readonly string[]): RawBuilder<string> => sql<string>`any(${ids}::uuid[])`;

/** Its own, or the one that is under way. */
export const inTransaction = <T>(db: Database, work: (trx: Database) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work);

/** Names the account to the database for one transaction: row-level security shows it no other's rows, whatever
 * the queries inside forget to ask. */
export function asAccount<T>(
  db: Database,
  accountId: string,
  work: (trx: AccountTransaction) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('leadline.account', ${accountId}, true)`.execute(trx);
    return work(trx);
  });
}
