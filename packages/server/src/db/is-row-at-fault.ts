import type pg from 'pg';

/** Data exceptions, broken constraints, program limits: the row is at fault, and writing it again would fail again. All other
 * errors (connections, shutdowns, read-only after a failover, resources) may pass. */
export const isRowAtFault = (error: unknown): boolean =>
  /^(?:22|23|54)/.test((error as pg.DatabaseError).code ?? '');
