// Connections to PostgreSQL that survive its restarts.

import pg from 'pg';

export interface PoolOptions {
  readonly size: number;
  /** The role to act as; neither the API's nor the worker's owns a table. */
  readonly role?: 'leadline_api' | 'leadline_auth' | 'leadline_worker';
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
  // An address may carry options of its own, which replace ours; row-level security would be off without a word.
  if (role !== undefined && new URL(databaseUrl).searchParams.has('options')) {
    throw new Error('DATABASE_URL must not set options');
  }
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: size,
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
    ...(statementTimeoutMs === undefined ? {} : { statement_timeout: statementTimeoutMs }),
    ...(answerTimeoutMs === undefined ? {} : { query_timeout: answerTimeoutMs }),
    // The last one: a server process whose client has given up waits for no lock any longer.
    options: `-c search_path=leadline,public${role === undefined ? '' : ` -c role=${role}`} -c client_connection_check_interval=2s`,
  });
  pool.on('error', onError);
  // Without a listener, a checked-out connection that dies would end the process.
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}
