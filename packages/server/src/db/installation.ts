// The database with a role that sees every account: the operator's, the worker's, or the one that signs people in.

import type { Transaction } from 'kysely';
import type pg from 'pg';
import { type Database, openDatabase } from './database.ts';
import type { Tables } from './tables.ts';

declare const acrossAccounts: unique symbol;

/** For work across accounts. What a function does inside one account takes an AccountScope instead. */
export type Installation = Database & { readonly [acrossAccounts]: true };
export type InstallationTransaction = Transaction<Tables> & Installation;

export const openInstallation = (pool: pg.Pool): Installation => openDatabase(pool) as Installation;

/** In a transaction of its own, or in the one that is already open. */
export const inTransaction = <T>(
  installation: Installation,
  work: (transaction: InstallationTransaction) => Promise<T>,
): Promise<T> =>
  installation.isTransaction
    ? work(installation as InstallationTransaction)
    : installation.transaction().execute((transaction) => work(transaction as InstallationTransaction));
