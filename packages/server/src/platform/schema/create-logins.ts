// The logins of the API and the worker, from the URLs they will connect with. Creates what is missing and sets the password,
// so that a changed secret only needs another migration run.

import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { type Role, SEARCH_PATH } from '../db/pool.ts';

/** Variables of `leadline migrate`. */
export const LOGIN_VARIABLES = {
  API_DATABASE_URL: 'leadline_api',
  AUTH_DATABASE_URL: 'leadline_auth',
  WORKER_DATABASE_URL: 'leadline_worker',
} as const satisfies Record<string, Role>;

export type LoginUrls = { readonly [Name in keyof typeof LOGIN_VARIABLES]?: string | undefined };

/** Returns the names of the logins. */
export async function createLogins(pool: pg.Pool, urls: LoginUrls): Promise<string[]> {
  const names: string[] = [];
  for (const [variable, role] of Object.entries(LOGIN_VARIABLES)) {
    const url = urls[variable as keyof LoginUrls];
    if (url) names.push(await createLogin(pool, variable, new URL(url), role));
  }
  return names;
}

async function createLogin(pool: pg.Pool, variable: string, url: URL, role: Role): Promise<string> {
  const name = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  if (name === '' || password === '')
    throw new Error(
      `${variable} must have a user and a password, as in postgres://user:password@host/database`,
    );
  if (!/^[\x20-\x7e]+$/.test(password)) throw new Error(`the password in ${variable} must be plain ASCII`);
  const { rows } = await pool.query<{ isTrusted: boolean }>(
    `select rolsuper or rolname = current_user or rolname like 'leadline\\_%' and not rolcanlogin as "isTrusted"
     from pg_roles where rolname = $1`,
    [name],
  );
  if (rows[0]?.isTrusted === true)
    throw new Error(
      `${variable} must not use "${name}", which owns the tables or has more rights than it needs`,
    );
  const login = `"${name.replaceAll('"', '""')}"`;
  if (rows.length === 0) await pool.query(`create role ${login}`);
  await pool.query(`alter role ${login} login password '${hashPassword(password)}'`);
  await pool.query(`grant ${role} to ${login}`);
  // For poolers in transaction mode, through which nothing can be set when connecting.
  await pool.query(`alter role ${login} set role = ${role}`);
  await pool.query(`alter role ${login} set search_path = ${SEARCH_PATH}`);
  await pool.query(`alter role ${login} set client_connection_check_interval = '2s'`);
  return name;
}

/** As PostgreSQL stores it (SCRAM-SHA-256), so that the password itself is never in a statement that the server may log. */
function hashPassword(password: string): string {
  const iterations = 4_096;
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const sign = (text: string): Buffer => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(sign('Client Key')).digest();
  const parts = [salt, storedKey, sign('Server Key')].map((part) => part.toString('base64'));
  return `SCRAM-SHA-256$${iterations}:${parts[0]}$${parts[1]}:${parts[2]}`;
}
