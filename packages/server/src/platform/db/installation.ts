// Database access with a role that sees all accounts: the operator's, the worker's or the sign-in role.

import type { Transaction } from 'kysely';
import type pg from 'pg';
import { type Database, openDatabase } from './database.ts';
import type { Tables } from './tables.ts';

declare const acrossAccounts: unique symbol;

/** For cross-account work. Functions that work within one account take an AccountScope instead. */
export type Installation = Database & { readonly [acrossAccounts]: true };
export type InstallationTransaction = Transaction<Tables> & Installation;

export const openInstallation = (pool: pg.Pool): Installation => openDatabase(pool) as Installation;

/** Runs the work in the current transaction if there is one, otherwise in a new one. */
export const inTransaction = <T>(
  installation: Installation,
  work: (transaction: InstallationTransaction) => Promise<T>,
): Promise<T> =>
  installation.isTransaction
    ? work(installation as InstallationTransaction)
    : installation.transaction().execute((transaction) => work(transaction as InstallationTransaction));
