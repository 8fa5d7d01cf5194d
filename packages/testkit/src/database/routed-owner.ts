// The owner of an installation with several cells, as if it were one database: for suites that look at the tables themselves.
// A statement about an account's data goes to that account's cell, one that names no account to all cells, and everything else
// to the directory. Its changes to the directory are brought to the cells before it returns.

import { type Installation, openInstallation, openPool } from '@leadline/server';
import { Courier, cellUrl } from '@leadline/server/testing';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';
import pino from 'pino';

export function openRoutedOwner(directoryUrl: string): Installation {
  const router = new Router(directoryUrl);
  const db = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new RoutedDriver(router),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return Object.assign(db, {
    inDatabaseOf: async (accountId: string, work: (database: Installation) => Promise<unknown>) =>
      work(await router.databaseOf(accountId)),
  }) as unknown as Installation;
}

interface OpenCell {
  readonly pool: pg.Pool;
  readonly db: Installation;
}

const ID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/;

class Router {
  readonly #directoryUrl: string;
  readonly #cells = new Map<string, OpenCell>();
  readonly #courier: Courier;
  #accountTables: ReadonlySet<string> | null = null;

  constructor(directoryUrl: string) {
    this.#directoryUrl = directoryUrl;
    this.#open('main', null);
    this.#courier = new Courier({
      directory: this.#cell('main').db,
      poolOf: (name) => this.#cells.get(name)?.pool ?? null,
      hasManyCells: () => this.#cells.size > 1,
      logger: pino({ level: 'silent' }),
    });
  }

  async databaseOf(accountId: string): Promise<Installation> {
    const [name = 'main'] = await this.#findCells([accountId]);
    return this.#cell(name).db;
  }

  /** The databases that the statement is for. */
  async route({ sql, parameters }: CompiledQuery): Promise<pg.Pool[]> {
    await this.#refresh();
    if (this.#cells.size === 1 || !(await this.#isAboutAccountData(sql))) return [this.#cell('main').pool];
    const ids = parameters
      .flat()
      .filter((value): value is string => typeof value === 'string' && ID.test(value));
    const names = await this.#findCells(ids);
    return (names.length > 0 ? names : [...this.#cells.keys()]).map((name) => this.#cell(name).pool);
  }

  isDirectory(pool: pg.Pool): boolean {
    return pool === this.#cell('main').pool;
  }

  async informCells(): Promise<void> {
    if (this.#cells.size > 1) await this.#courier.syncPending();
  }

  async close(): Promise<void> {
    await this.#courier.close();
    await Promise.all(Array.from(this.#cells.values(), ({ db }) => db.destroy()));
  }

  #cell(name: string): OpenCell {
    return this.#cells.get(name) as OpenCell;
  }

  #open(name: string, address: string | null): void {
    const pool = openPool(cellUrl(this.#directoryUrl, { name, address }), { size: 2 });
    this.#cells.set(name, { pool, db: openInstallation(pool) });
  }

  async #refresh(): Promise<void> {
    const { rows } = await this.#cell('main').pool.query<{ name: string; address: string | null }>(
      'select name, address from leadline.cells',
    );
    for (const { name, address } of rows) if (!this.#cells.has(name)) this.#open(name, address);
  }

  async #findCells(ids: readonly string[]): Promise<string[]> {
    const { rows } = await this.#cell('main').pool.query<{ cell: string }>(
      'select distinct cell from leadline.accounts where id = any ($1::uuid[])',
      [ids],
    );
    return rows.map(({ cell }) => cell);
  }

  async #isAboutAccountData(sql: string): Promise<boolean> {
    this.#accountTables ??= await this.#readAccountTables();
    return [...sql.matchAll(/(?:leadline(?:_jobs)?\.|")([a-z_0-9]+)/g)].some(([, name = '']) =>
      this.#accountTables?.has(name),
    );
  }

  /** Those with row-level security, the partitions, the job queues, and the accounts that a cell has deleted. */
  async #readAccountTables(): Promise<Set<string>> {
    const { rows } = await this.#cell('main').pool.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'leadline'::regnamespace and (relrowsecurity or relispartition)
         or relnamespace = 'leadline_jobs'::regnamespace and relkind in ('r', 'p')`,
    );
    return new Set([...rows.map(({ name }) => name), 'deleted_accounts']);
  }
}

/** In a transaction, the first statement chooses the databases. */
class RoutedConnection implements DatabaseConnection {
  readonly #router: Router;
  #isInTransaction = false;
  #clients: readonly pg.PoolClient[] = [];
  #isOfDirectory = false;

  constructor(router: Router) {
    this.#router = router;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#clients.length > 0) return runOnAll(this.#clients, query);
    const pools = await this.#router.route(query);
    const isOfDirectory = pools.some((pool) => this.#router.isDirectory(pool));
    if (this.#isInTransaction) {
      this.#clients = await Promise.all(pools.map((pool) => pool.connect()));
      this.#isOfDirectory = isOfDirectory;
      for (const client of this.#clients) await client.query('begin');
      return this.executeQuery(query);
    }
    const result = await runOnAll<Row>(pools, query);
    if (isOfDirectory && !/^\s*select\b/i.test(query.sql)) await this.#router.informCells();
    return result;
  }

  // biome-ignore lint/correctness/useYield: no suite streams
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('not supported');
  }

  begin(): void {
    this.#isInTransaction = true;
  }

  async end(statement: 'commit' | 'rollback'): Promise<void> {
    const clients = this.#clients;
    this.#clients = [];
    this.#isInTransaction = false;
    for (const client of clients) await client.query(statement).finally(() => client.release());
    if (clients.length > 0 && this.#isOfDirectory && statement === 'commit') await this.#router.informCells();
  }
}

async function runOnAll<Row>(
  databases: readonly (pg.Pool | pg.PoolClient)[],
  { sql, parameters }: CompiledQuery,
): Promise<QueryResult<Row>> {
  const results: QueryResult<Row>[] = [];
  for (const database of databases) {
    // pg returns an array if there are several statements, which its types don't say.
    const answers = [await database.query(sql, [...parameters])].flat();
    const { rows, rowCount } = answers.at(-1) as pg.QueryResult;
    results.push({ rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) });
  }
  return merge(sql, results);
}

/** Adds up counts, and lists the rows of all cells one after the other. */
function merge<Row>(sql: string, results: readonly QueryResult<Row>[]): QueryResult<Row> {
  const rows = results.flatMap((result) => result.rows);
  const isCount =
    /\b(?:count|sum|max|bool_or|exists)\s*\(/i.test(sql) && !sql.toUpperCase().includes('GROUP BY');
  const isSingle = results.every((result) => result.rows.length === 1);
  return {
    rows: isCount && isSingle && results.length > 1 ? [rows.reduce(addUp)] : rows,
    numAffectedRows: results.reduce((sum, { numAffectedRows = 0n }) => sum + numAffectedRows, 0n),
  };
}

const addUp = <Row>(one: Row, other: Row): Row =>
  Object.fromEntries(
    Object.entries(one as object).map(([name, value]) => {
      const more = (other as Record<string, unknown>)[name];
      if (typeof value === 'number' && typeof more === 'number') return [name, value + more];
      if (typeof value === 'boolean' && typeof more === 'boolean') return [name, value || more];
      return [name, value ?? more];
    }),
  ) as Row;

class RoutedDriver implements Driver {
  readonly #router: Router;

  constructor(router: Router) {
    this.#router = router;
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return new RoutedConnection(this.#router);
  }
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    (connection as RoutedConnection).begin();
  }
  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as RoutedConnection).end('commit');
  }
  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as RoutedConnection).end('rollback');
  }
  async releaseConnection(): Promise<void> {}
  destroy(): Promise<void> {
    return this.#router.close();
  }
}
