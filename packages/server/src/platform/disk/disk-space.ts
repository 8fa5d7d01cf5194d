// How much space is left where PostgreSQL stores its data, as far as this process can tell: free space on the disk if it
// is on this machine, or the size of the database compared with a limit the operator has set.

import { statfs } from 'node:fs/promises';
import type pg from 'pg';
import { formatBytes } from '../base/format-bytes.ts';

export interface DiskConfig {
  /** A folder on the disk that holds PostgreSQL's data, or null if that disk is on another machine. */
  readonly dataDiskPath: string | null;
  /** No more leads are accepted when less than this is free. */
  readonly minFreeBytes: number;
  /** No more leads are accepted when the database is larger than this. Null if there is no limit. */
  readonly maxDatabaseBytes: number | null;
}

/** The folder was there when the process started. */
export class DiskUnknown extends Error {
  constructor(code = 'unknown') {
    super(`failed to look at DATA_DISK_PATH (${code})`);
  }
}

/** Measuring a database means looking at each of its files. */
const MEASURE_INTERVAL_MS = 30_000;

export class DiskSpace {
  readonly #pool: pg.Pool;
  readonly #config: DiskConfig;
  #database = { bytes: 0, measuredAt: Number.NEGATIVE_INFINITY };
  /** Null if unknown. */
  freeBytes: number | null = null;

  constructor(pool: pg.Pool, config: DiskConfig) {
    this.#pool = pool;
    this.#config = config;
  }

  /** Returns why there is too little space, or null. */
  async findShortage(): Promise<string | null> {
    const { dataDiskPath, minFreeBytes, maxDatabaseBytes } = this.#config;
    if (dataDiskPath !== null) {
      const { bavail, bsize } = await statfs(dataDiskPath).catch((error: NodeJS.ErrnoException) => {
        throw new DiskUnknown(error.code);
      });
      this.freeBytes = bavail * bsize;
      if (this.freeBytes < minFreeBytes)
        return `only ${formatBytes(this.freeBytes)} of disk space left; ${formatBytes(minFreeBytes)} are required`;
    }
    if (maxDatabaseBytes !== null && (await this.#measureDatabase()) > maxDatabaseBytes)
      return `the database is larger than ${formatBytes(maxDatabaseBytes)}`;
    return null;
  }

  async #measureDatabase(): Promise<number> {
    const now = performance.now();
    if (now - this.#database.measuredAt > MEASURE_INTERVAL_MS) {
      const { rows } = await this.#pool.query<{ bytes: number }>(
        'select pg_database_size(current_database()) as bytes',
      );
      this.#database = { bytes: rows[0]?.bytes ?? 0, measuredAt: now };
    }
    return this.#database.bytes;
  }
}
