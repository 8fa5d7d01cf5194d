// The only ways to access an account's data. See docs/decisions/0024-account-scope.md.

import { sql, type Transaction } from 'kysely';
import { DomainError } from '../base/domain-error.ts';
import type { Database } from './database.ts';
import type { InstallationTransaction } from './installation.ts';
import type { Tables } from './tables.ts';

/** An API key, a user, the operator on the command line, or the system itself. */
export type Actor = `key_${string}` | `user_${string}` | 'operator' | 'worker';

/** Used for automatic actions. */
export const SYSTEM = 'worker' satisfies Actor;

export interface AccountCaller {
  readonly accountId: string;
  readonly actor: Actor;
  /** The user whose own leads, and those that are nobody's, are all that the caller may see. Null: all leads. */
  readonly limitedTo: string | null;
}

/** A caller who sees all leads of the account. */
export const actingAs = (actor: Actor, accountId: string): AccountCaller => ({
  accountId,
  actor,
  limitedTo: null,
});

export const asOperator = (accountId: string): AccountCaller => actingAs('operator', accountId);

export const asSystem = (accountId: string): AccountCaller => actingAs(SYSTEM, accountId);

declare const entered: unique symbol;

/** A transaction within one account, and who is acting in it. The functions below are the only way to get one. */
export interface AccountScope extends AccountCaller {
  readonly [entered]: true;
  readonly transaction: Transaction<Tables>;
}

/** For work split into several short transactions, each opened by a call to `enter`. */
export interface AccountAccess extends AccountCaller {
  readonly enter: EnterAccount;
}

export type EnterAccount = <T>(work: (scope: AccountScope) => Promise<T>) => Promise<T>;

/** Finds the database that an account lives in. */
export interface AccountDatabases {
  /** Calls `work` with that database. Calls it again with another if it fails because the account has just moved there. */
  inDatabaseOf<T>(accountId: string, work: (db: Database) => Promise<T>): Promise<T>;
}

/** The only database, or one of several. */
export type AccountDatabase = Database | AccountDatabases;

/** Sets the account for one transaction. Row-level security then hides all other accounts, even if a query forgets to
 * filter by account. For a caller who doesn't see all leads, it hides the rest of them, too, with a database role that reaches
 * nothing else that is about leads. */
export const enterAccount = <T>(
  db: AccountDatabase,
  caller: AccountCaller,
  work: (scope: AccountScope) => Promise<T>,
): Promise<T> =>
  inDatabaseOf(db, caller.accountId, (database) =>
    database.transaction().execute(async (transaction) => {
      const { accountId, limitedTo } = caller;
      const entering =
        limitedTo === null
          ? sql``
          : sql`, set_config('leadline.viewer', ${limitedTo}, true), set_config('role', ${LIMITED}, true)`;
      await sql`
        select set_config('leadline.account', ${accountId}, true), leadline.hold_account(${accountId})${entering}`.execute(
        transaction,
      );
      const scope = makeScope(transaction, caller);
      return limitedTo === null ? work(scope) : refuseBeyondLimit(() => work(scope));
    }),
  );

const LIMITED = 'leadline_limited';

/** For changes of leads that the caller saw when it locked them, but that hide them from the caller, or that depend on others. */
export async function withoutLimit<T>(scope: AccountScope, work: () => Promise<T>): Promise<T> {
  if (scope.limitedTo === null) return work();
  await takeRole(scope, 'leadline_api');
  const result = await work();
  await takeRole(scope, LIMITED);
  return result;
}

const takeRole = ({ transaction }: AccountScope, role: string) =>
  sql`select set_config('role', ${role}, true)`.execute(transaction);

const INSUFFICIENT_PRIVILEGE = '42501';

/** What the role can't reach is refused, whichever route asks for it. */
async function refuseBeyondLimit<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || (error as { code?: unknown }).code !== INSUFFICIENT_PRIVILEGE)
      throw error;
    throw beyondLimit();
  }
}

/** For what is made of all leads of the account and shared by everybody who asks. */
export function requireAllLeads({ limitedTo }: AccountCaller): void {
  if (limitedTo !== null) throw beyondLimit();
}

const beyondLimit = (): DomainError =>
  new DomainError(
    'role_required',
    'in this account, reps only see their own and unassigned leads, and this is about all of them; ask a manager',
  );

/** For queries that need no transaction. */
export const inDatabaseOf = <T>(
  db: AccountDatabase,
  accountId: string,
  work: (db: Database) => Promise<T>,
): Promise<T> => ('inDatabaseOf' in db ? db.inDatabaseOf(accountId, work) : work(db));

export const accessAccount = (
  db: AccountDatabase,
  { accountId, actor, limitedTo }: AccountCaller,
): AccountAccess => ({
  accountId,
  actor,
  limitedTo,
  enter: (work) => enterAccount(db, { accountId, actor, limitedTo }, work),
});

/** For cross-account jobs while they work on a single account. Their role sees every account, so no account is set. */
export const scopeWithin = (transaction: InstallationTransaction, caller: AccountCaller): AccountScope =>
  makeScope(transaction, caller);

const makeScope = (
  transaction: Transaction<Tables>,
  { accountId, actor, limitedTo }: AccountCaller,
): AccountScope => ({ transaction, accountId, actor, limitedTo }) as AccountScope;
