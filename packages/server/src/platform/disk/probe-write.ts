// Finds out whether the database can store anything, by storing something.

import type pg from 'pg';

/** One MiB: with less space than this, writing leads would fail soon. PostgreSQL extends the file at once, and empties it
 * at the end of the transaction without touching its catalogs. */
const EXTEND = `
  create temp table if not exists leadline_probe (filler text storage plain) on commit delete rows;
  insert into leadline_probe select repeat('x', 8000) from generate_series(1, 128);`;
/** The commit waits until this is on disk. */
const LOG = `select pg_logical_emit_message(true, 'leadline', 'probe'), extract(epoch from clock_timestamp())::float8 as now;`;

/** A slower answer says too little about the clock. */
const MAX_ASKING_MS = 1_000;

const INSUFFICIENT_PRIVILEGE = '42501';

export class WriteProbe {
  readonly #pool: pg.Pool;
  /** Until we learn that the role may not create temporary tables. */
  #mayExtend = true;
  /** How far the database's clock is ahead of ours, to within the time a statement takes. Null if unknown. */
  clockSkewSeconds: number | null = null;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Rejects with the database's error if it can't write. */
  async write(): Promise<void> {
    try {
      await this.#run(`begin; ${this.#mayExtend ? EXTEND : ''} ${LOG} commit`);
    } catch (error) {
      if (!this.#mayExtend || (error as pg.DatabaseError).code !== INSUFFICIENT_PRIVILEGE) throw error;
      this.#mayExtend = false;
      await this.write();
    }
  }

  async #run(statements: string): Promise<void> {
    const client = await this.#pool.connect();
    try {
      const askedAt = Date.now();
      const results = (await client.query(statements)) as unknown as readonly pg.QueryResult<{
        now?: number;
      }>[];
      const ourSeconds = (askedAt + Date.now()) / 2_000;
      const now = results.flatMap(({ rows }) => rows).find((row) => row.now !== undefined)?.now;
      if (now !== undefined && Date.now() - askedAt < MAX_ASKING_MS) this.clockSkewSeconds = now - ourSeconds;
      client.release();
    } catch (error) {
      client.release(true); // it may be inside a failed transaction
      throw error;
    }
  }
}
