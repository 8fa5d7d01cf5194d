// A pool whose queries forget to ask for the account: what is left to keep accounts apart is the database.

import type pg from 'pg';
import { openPool, type PoolOptions } from '../../src/db/pool.ts';

export interface ForgetfulPool {
  readonly pool: pg.Pool;
  /** How many conditions were forgotten so far. */
  readonly forgotten: () => number;
}

/** As the query builder writes it, `"l"."account_id" = $1`, and as we do, `l.account_id = $1`. */
const CONDITION = /(?:"?\b\w+"?\.)?"?\baccount_id"? = \$(\d+)/g;

export function openForgetfulPool(databaseUrl: string, options: PoolOptions): ForgetfulPool {
  let forgotten = 0;
  // Always true, and the parameter keeps its number.
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

/** A query as a plain object, which may be prepared under a name; one that sends itself is left alone. */
const isNamed = (query: unknown): query is { readonly text: string } =>
  typeof query === 'object' &&
  query !== null &&
  !('submit' in query) &&
  'text' in query &&
  typeof query.text === 'string';
