// The only ways to access an account's data. See docs/decisions/0024-account-scope.md.

import { sql, type Transaction } from 'kysely';
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
}

export const asOperator = (accountId: string): AccountCaller => ({ accountId, actor: 'operator' });

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
 * filter by account. */
export const enterAccount = <T>(
  db: AccountDatabase,
  caller: AccountCaller,
  work: (scope: AccountScope) => Promise<T>,
): Promise<T> =>
  inDatabaseOf(db, caller.accountId, (database) =>
    database.transaction().execute(async (transaction) => {
      const { accountId } = caller;
      await sql`
        select set_config('leadline.account', ${accountId}, true), leadline.hold_account(${accountId})`.execute(
        transaction,
      );
      return work(makeScope(transaction, caller));
    }),
  );

/** For queries that need no transaction. */
export const inDatabaseOf = <T>(
  db: AccountDatabase,
  accountId: string,
  work: (db: Database) => Promise<T>,
): Promise<T> => ('inDatabaseOf' in db ? db.inDatabaseOf(accountId, work) : work(db));

export const accessAccount = (db: AccountDatabase, { accountId, actor }: AccountCaller): AccountAccess => ({
  accountId,
  actor,
  enter: (work) => enterAccount(db, { accountId, actor }, work),
});

/** For cross-account jobs while they work on a single account. Their role sees every account, so no account is set. */
export const scopeWithin = (transaction: InstallationTransaction, caller: AccountCaller): AccountScope =>
  makeScope(transaction, caller);

const makeScope = (transaction: Transaction<Tables>, { accountId, actor }: AccountCaller): AccountScope =>
  ({ transaction, accountId, actor }) as AccountScope;
