// Connections to PostgreSQL that survive its restarts.

import pg from 'pg';

export interface PoolOptions {
  readonly size: number;
  /** The role to act as; the API acts as `leadline_api`, which owns no table. */
  readonly role?: 'leadline_api';
  /** Ends a reader's query on the server. Never for writers: a cancelled commit is in doubt. */
  readonly statementTimeoutMs?: number;
  /** Gives up on a connection that does not answer; what it was asked to do is then in doubt. */
  readonly answerTimeoutMs?: number;
  readonly onError?: (error: Error) => void;
}

export function openPool(
  databaseUrl: string,
  { size, role, statementTimeoutMs, answerTimeoutMs, onError = () => {} }: PoolOptions,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: size,
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
    ...(statementTimeoutMs === undefined ? {} : { statement_timeout: statementTimeoutMs }),
    ...(answerTimeoutMs === undefined ? {} : { query_timeout: answerTimeoutMs }),
    options: `-c search_path=leadline,public${role === undefined ? '' : ` -c role=${role}`}`,
  });
  pool.on('error', onError);
  // Without a listener, a checked-out connection that dies would end the process.
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}
