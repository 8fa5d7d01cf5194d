// Finds out whether a login can act as more roles than it needs. Row-level security and separate roles only help if a
// connection can't switch to another role.

import type pg from 'pg';
import { describeError, type Logger } from '../base/log.ts';
import type { Role } from '../db/pool.ts';

const ROLES = ['leadline_api', 'leadline_auth', 'leadline_worker', 'leadline_writer'] as const;

export async function warnOfExcessRoles(
  variable: 'DATABASE_URL' | 'AUTH_DATABASE_URL',
  pool: pg.Pool,
  needed: Role,
  logger: Logger,
): Promise<void> {
  try {
    const roles = await findExcessRoles(pool, needed);
    if (roles.length > 0) {
      logger.warn(
        { variable, roles },
        'this database login can act as more roles than it needs; see "Database logins" in docs/operations.md',
      );
    }
  } catch (error) {
    logger.warn(describeError(error), 'failed to check the roles of a database login');
  }
}

/** The roles that the pool's login can act as, apart from the one it needs. Superusers can act as all of them. */
async function findExcessRoles(pool: pg.Pool, needed: Role): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select rolname as name from pg_roles
     where rolname = any($1) and pg_has_role(session_user, oid, 'member') order by 1`,
    [ROLES.filter((role) => role !== needed)],
  );
  return rows.map(({ name }) => name);
}
