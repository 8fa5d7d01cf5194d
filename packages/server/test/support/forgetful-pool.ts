// A pool that removes the account condition from every query, so that only the database keeps accounts apart.

import type pg from 'pg';
import { openPool, type PoolOptions } from '../../src/platform/db/pool.ts';

export interface ForgetfulPool {
  readonly pool: pg.Pool;
  /** The number of conditions removed so far. */
  readonly forgotten: () => number;
}

/** Matches both the query builder's `"l"."account_id" = $1` and our own `l.account_id = $1`. */
const CONDITION = /(?:"?\b\w+"?\.)?"?\baccount_id"? = \$(\d+)/g;

export function openForgetfulPool(databaseUrl: string, options: PoolOptions): ForgetfulPool {
  let forgotten = 0;
  // Always true, and still uses the parameter so that the numbering stays valid.
  const forget = (text: string): string =>
    text.replace(CONDITION, (_, parameter: string) => {
      forgotten++;
      return `($${parameter}::uuid is not null)`;
    });
  const forgetIn = (query: unknown): unknown =>
    isNamed(query) ? { ...query, text: forget(query.text) } : query;
  const pool = openPool(databaseUrl, options);
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as (query: unknown, ...rest: unknown[]) => unknown;
    const query = (first: unknown, ...rest: unknown[]): unknown =>
      send(typeof first === 'string' ? forget(first) : forgetIn(first), ...rest);
    Object.assign(client, { query });
  });
  return { pool, forgotten: () => forgotten };
}

/** A query as a plain object. Queries that submit themselves are left alone. */
const isNamed = (query: unknown): query is { readonly text: string } =>
  typeof query === 'object' &&
  query !== null &&
  !('submit' in query) &&
  'text' in query &&
  typeof query.text === 'string';
