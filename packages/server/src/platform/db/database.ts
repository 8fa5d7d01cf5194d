// The query builder.

import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { noteFailedConnects, noteFailedQuery } from './outages.ts';
import type { Tables } from './tables.ts';

/** An account's rows are only visible inside an AccountScope. */
export type Database = Kysely<Tables>;

// Amounts of money fit in a double to the cent; as text, callers would see "12.00".
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
// Byte offsets and line numbers are far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// A day has no time zone; as a Date, it would be midnight in the time zone of the process.
pg.types.setTypeParser(pg.types.builtins.DATE, String);

export const openDatabase = (pool: pg.Pool): Database =>
  new Kysely({ dialect: new PostgresDialect({ pool: noteFailedConnects(pool) }), log: noteFailedQuery });

/** For `id = any(…)`: passes any number of IDs as a single parameter. */
export const anyOf = (ids: readonly string[]): RawBuilder<string> => sql<string>`any(${ids}::uuid[])`;
