import type pg from 'pg';

/** Recognizes data exceptions, constraint violations and exceeded program limits: writing the row again would fail
 * again. All other errors (connections, shutdowns, read-only after a failover, resources) may be temporary. */
export const isRowAtFault = (error: unknown): boolean =>
  /^(?:22|23|54)/.test((error as pg.DatabaseError).code ?? '');
