// A pool of PostgreSQL connections that survives database restarts.

import pg from 'pg';
import { adaptToTransactions } from './adapt-to-transactions.ts';
import { type Pooler, splitPooler } from './pooler.ts';
import { nameStatements } from './prepared.ts';

// Otherwise the driver sends dates in the time zone of the process, and a date column gets the day before or after.
pg.defaults.parseInputDatesAsUTC = true;

export type Role = 'leadline_api' | 'leadline_auth' | 'leadline_worker';

/** Also what `leadline migrate` gives to the logins it creates, for poolers that drop what we set. */
export const SEARCH_PATH = 'leadline,public';

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
  /** Gives up on statements that wait longer than this for a lock. */
  readonly lockTimeoutMs?: number;
  readonly onError?: (error: Error) => void;
}

/** Something between us and PostgreSQL, such as a connection pooler, ignored the role. Without it, row-level security
 * would not apply. */
export class WrongRole extends Error {
  constructor(expected: Role, actual: string) {
    super(
      `connected to PostgreSQL as "${actual}" instead of "${expected}". A connection pooler that ignores startup options causes this: connect directly, or see "Connection poolers" in docs/operations.md.`,
    );
  }
}

export function openPool(databaseUrl: string, options: PoolOptions): pg.Pool {
  const { size, role, answerTimeoutMs, isReserved = false, onError = () => {} } = options;
  const { connectionString, pooler } = splitPooler(databaseUrl);
  // Options in the URL would override ours and silently turn off row-level security.
  if (role !== undefined && new URL(connectionString).searchParams.has('options')) {
    throw new Error('DATABASE_URL must not set options');
  }
  // Commands of the owner use session settings and locks, and their login has no search path of its own.
  if (role === undefined && pooler === 'transaction') {
    throw new Error('this command needs a direct connection: use a DATABASE_URL without pooler=transaction');
  }
  const pool = new pg.Pool({
    connectionString,
    max: size,
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
    ...(isReserved ? { idleTimeoutMillis: 0 } : {}),
    ...(answerTimeoutMs === undefined ? {} : { query_timeout: answerTimeoutMs }),
    ...(pooler === 'none' ? { options: asStartupOptions(sessionSettings(options)) } : {}),
    onConnect: (client: pg.ClientBase) => prepareConnection(client, pooler, options),
  });
  pool.on('error', onError);
  // Without a listener, losing a checked-out connection would crash the process.
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

type Settings = Readonly<Record<string, string>>;

const sessionSettings = (options: PoolOptions): Settings => ({
  search_path: SEARCH_PATH,
  ...(options.role === undefined ? {} : { role: options.role }),
  // The server stops waiting for a lock once its client has given up.
  client_connection_check_interval: '2s',
  ...timeouts(options),
});

const timeouts = ({ statementTimeoutMs, lockTimeoutMs }: PoolOptions): Settings => ({
  ...(statementTimeoutMs === undefined ? {} : { statement_timeout: `${statementTimeoutMs}ms` }),
  ...(lockTimeoutMs === undefined ? {} : { lock_timeout: `${lockTimeoutMs}ms` }),
});

const asStartupOptions = (settings: Settings): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

async function prepareConnection(client: pg.ClientBase, pooler: Pooler, options: PoolOptions): Promise<void> {
  if (pooler === 'session') await client.query(setAll(sessionSettings(options)));
  if (options.role !== undefined) await requireRole(client, options.role);
  if (pooler === 'transaction') adaptToTransactions(client, setAll(timeouts(options), 'set local'));
  else nameStatements(client);
}

const setAll = (settings: Settings, set = 'set'): string =>
  Object.entries(settings)
    .map(([name, value]) => `${set} ${name} = ${name === 'search_path' ? value : `'${value}'`}`)
    .join('; ');

async function requireRole(client: pg.ClientBase, role: Role): Promise<void> {
  const { rows } = await client.query<{ name: string; searchPath: string }>(
    `select current_user as name, current_setting('search_path') as "searchPath"`,
  );
  const { name = '', searchPath = '' } = rows[0] ?? {};
  if (name !== role) throw new WrongRole(role, name);
  if (searchPath.replaceAll(' ', '') !== SEARCH_PATH)
    throw new Error(`connected to PostgreSQL with search_path ${searchPath}, not ${SEARCH_PATH}`);
}

/** Opens all connections of the pool. If the database is down, they are opened when they are needed. */
export async function holdConnections(pool: pg.Pool): Promise<void> {
  const opened = await Promise.allSettled(Array.from({ length: pool.options.max }, () => pool.connect()));
  for (const connection of opened) if (connection.status === 'fulfilled') connection.value.release();
}
