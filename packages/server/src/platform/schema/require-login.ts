// Before a process starts: whether it can use its database. One that doesn't answer may do so later, so the process goes on and
// isn't ready. What only a change of the configuration can fix ends it, and the error names the variable to change.

import { sql } from 'kysely';
import { DomainError } from '../base/domain-error.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { openPool, type Role, WrongRole } from '../db/pool.ts';
import { isFromUnknownPooler, UnknownPooler } from '../db/pooler.ts';
import { NotTheDirectory, requireDirectory } from '../db/require-directory.ts';
import { LOGIN_VARIABLES } from './create-logins.ts';
import { SchemaVersion } from './schema-version.ts';

export interface Login {
  /** Where the URL comes from. */
  readonly variable: 'DATABASE_URL' | 'AUTH_DATABASE_URL';
  readonly url: string;
  readonly role: Role;
}

class WrongConfiguration extends Error {}

const FINAL = [DomainError, WrongRole, NotTheDirectory, WrongConfiguration];

/** Called if the database doesn't answer. */
type OnDown = (error: unknown) => void;

/** For every process. The schema has to be current as well. Returns which database it is, or null if it doesn't answer. */
export const requireDirectoryLogin = (login: Login, onDown: OnDown): Promise<string | null> =>
  ask(login, onDown, async (db) => {
    await new SchemaVersion(db).requireCurrent();
    await requireDirectory(db);
    return identify(db);
  });

/** For the API, which reads users and sessions with a login of its own, and opens accounts with the plan. */
export async function requireSignInLogin(
  login: Login,
  { directory, plan, onDown }: { directory: string | null; plan: string; onDown: OnDown },
): Promise<void> {
  await ask(login, onDown, async (db) => {
    const found = await identify(db);
    if (directory !== null && found !== directory)
      throw new WrongConfiguration(
        `${login.variable} leads to another database than DATABASE_URL. Use the same host and name in both.`,
      );
    const plans = await db.selectFrom('plans').select('name').where('name', '!=', 'test').execute();
    if (!plans.some(({ name }) => name === plan))
      throw new WrongConfiguration(
        `SIGN_UP_PLAN: there is no plan "${plan}". Choose one of ${plans.map(({ name }) => name).join(', ')}.`,
      );
  });
}

async function ask<T>(login: Login, onDown: OnDown, work: (db: Database) => Promise<T>): Promise<T | null> {
  const db = openDatabase(openPool(login.url, { size: 1, role: login.role }));
  try {
    return await work(db);
  } catch (error) {
    if (FINAL.some((kind) => error instanceof kind)) throw error;
    if (isFromUnknownPooler(error)) throw new UnknownPooler();
    const problem = describeProblem(login, error);
    if (problem !== null) throw new WrongConfiguration(problem);
    onDown(error);
    return null;
  } finally {
    await db.destroy();
  }
}

/** Differs between servers, and between the databases of one. */
async function identify(db: Database): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select oid || ' ' || extract(epoch from pg_postmaster_start_time()) as id
    from pg_database where datname = current_database()`.execute(db);
  return String(rows[0]?.id);
}

/** Null if it may go away by itself. */
function describeProblem({ variable, url, role }: Login, error: unknown): string | null {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const user = decodeURIComponent(new URL(url).username);
  // PgBouncer has the same code for everything.
  const isRejected =
    /^28/.test(code) ||
    (code === '08P01' &&
      /password authentication failed|SASL authentication failed|no such user/i.test(message));
  if (isRejected)
    return `${variable}: PostgreSQL rejects the login "${user}" (${message}). Correct its user and password, or run "leadline migrate", which creates logins and sets their passwords.`;
  if (code === '3D000' || (code === '08P01' && /no such database/i.test(message)))
    return `${variable}: ${message}. Correct the name at the end of the URL, or create the database and run "leadline migrate".`;
  if (code === '42501') return describeMissingRole(variable, user, role, message);
  if (/password must be a (?:non-empty )?string/.test(message))
    return `${variable}: PostgreSQL asks for a password, and the URL has none: postgres://user:password@host/database`;
  if (/CERT|TLS|SSL/.test(code) || /support SSL/.test(message))
    return `${variable}: failed to connect with TLS (${message}). Correct sslmode or sslrootcert in the URL.`;
  if (code === 'ENOENT') return `${variable}: ${message}. Correct the path in the URL.`;
  return null;
}

function describeMissingRole(variable: string, user: string, role: Role, message: string): string {
  if (!message.includes('role')) return `${variable}: ${message}. Grant it to the login "${user}".`;
  if (role === 'leadline_auth' && variable === 'DATABASE_URL')
    return `AUTH_DATABASE_URL is not set, and the login "${user}" in DATABASE_URL may not read users and sessions. Set AUTH_DATABASE_URL to the login that may; see "Database logins" in docs/operations.md.`;
  const [forMigrate] = Object.entries(LOGIN_VARIABLES).find(([, needed]) => needed === role) ?? [];
  return `${variable}: the login "${user}" may not act as ${role}. Use the login that "leadline migrate" creates from ${forMigrate}; see "Database logins" in docs/operations.md.`;
}
