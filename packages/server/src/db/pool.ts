// A pool of PostgreSQL connections that survives database restarts.

import pg from 'pg';

// Otherwise the driver sends dates in the time zone of the process, and a date column gets the day before or after.
pg.defaults.parseInputDatesAsUTC = true;

export type Role = 'leadline_api' | 'leadline_auth' | 'leadline_worker';

export interface PoolOptions {
  readonly size: number;
  /** The role to act as. None of these roles own tables. */
  readonly role?: Role;
  /** Cancels slow queries on the server. Only for reads, since canceling a commit leaves its outcome unknown. */
  readonly statementTimeoutMs?: number;
  /** Gives up on connections that don't respond. We then can't know whether the query took effect. */
  readonly answerTimeoutMs?: number;
  /** Keeps idle connections open, so that they are there when the database has none left for anyone else. */
  readonly isReserved?: boolean;
  readonly onError?: (error: Error) => void;
}

export function openPool(
  databaseUrl: string,
  { size, role, statementTimeoutMs, answerTimeoutMs, isReserved = false, onError = () => {} }: PoolOptions,
): pg.Pool {
  // Options in the URL would override ours and silently turn off row-level security.
  if (role !== undefined && new URL(databaseUrl).searchParams.has('options')) {
    throw new Error('DATABASE_URL must not set options');
  }
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: size,
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
    ...(isReserved ? { idleTimeoutMillis: 0 } : {}),
    ...(statementTimeoutMs === undefined ? {} : { statement_timeout: statementTimeoutMs }),
    ...(answerTimeoutMs === undefined ? {} : { query_timeout: answerTimeoutMs }),
    // With the check interval, the server stops waiting for a lock once its client has given up.
    options: `-c search_path=leadline,public${role === undefined ? '' : ` -c role=${role}`} -c client_connection_check_interval=2s`,
  });
  pool.on('error', onError);
  // Without a listener, losing a checked-out connection would crash the process.
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

/** Opens all connections of the pool. If the database is down, they are opened when they are needed. */
export async function holdConnections(pool: pg.Pool): Promise<void> {
  const opened = await Promise.allSettled(Array.from({ length: pool.options.max }, () => pool.connect()));
  for (const connection of opened) if (connection.status === 'fulfilled') connection.value.release();
}
