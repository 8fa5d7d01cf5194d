// Statements that PostgreSQL plans once per connection instead of with every call, for those whose text is always the same.
// With a partition per month, planning takes longer than reading a page. Only for texts that there are few of: a connection
// keeps each of them.

import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';

type Query = (first: string | pg.QueryConfig, ...rest: unknown[]) => Promise<pg.QueryResult>;

const MARK = '/* prepared */';

/** To begin a statement with. */
export const PREPARED: RawBuilder<unknown> = sql.raw(MARK);

/** Gives marked statements a name, which is how PostgreSQL knows them again. */
export function nameStatements(client: pg.ClientBase): void {
  const query = client.query.bind(client) as unknown as Query;
  const named: Query = (first, ...rest) => {
    if (typeof first !== 'string' || !first.startsWith(MARK)) return query(first, ...rest);
    const [values, ...others] = rest;
    return query({ name: nameOf(first), text: first, values: values as unknown[] }, ...others);
  };
  client.query = named as unknown as typeof client.query;
}

const nameOf = (text: string): string => createHash('sha1').update(text).digest('hex');
