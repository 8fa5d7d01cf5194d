// Connections to PostgreSQL that survive its restarts.

import pg from 'pg';

export interface PoolOptions {
  readonly size: number;
  /** The role to act as. None of them owns a table. */
  readonly role?: 'leadline_api' | 'leadline_auth' | 'leadline_worker';
  /** Cancels slow queries on the server. Only for readers: a cancelled commit would be in doubt. */
  readonly statementTimeoutMs?: number;
  /** Gives up on a connection that does not respond; the result of its query is then in doubt. */
  readonly answerTimeoutMs?: number;
  readonly onError?: (error: Error) => void;
}

export function openPool(
  databaseUrl: string,
  { size, role, statementTimeoutMs, answerTimeoutMs, onError = () => {} }: PoolOptions,
): pg.Pool {
  // Options in the URL would replace ours and silently turn off row-level security.
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
    // The check interval makes the server stop waiting for a lock once its client has given up.
    options: `-c search_path=leadline,public${role === undefined ? '' : ` -c role=${role}`} -c client_connection_check_interval=2s`,
  });
  pool.on('error', onError);
  // Without a listener, a checked-out connection that dies would end the process.
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}
