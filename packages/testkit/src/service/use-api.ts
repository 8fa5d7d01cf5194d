// Provides a test file with an API that has its own database and account.

import type { Installation, NewAccount, RunningApi } from '@leadline/server';
import { afterAll, beforeAll } from 'vitest';
import { makeAccount, openOwner } from '../database/accounts.ts';
import { cloneDatabase } from '../database/clone-database.ts';
import { chooseOneCell, findAccountUrl, spreadOverCells } from '../database/test-cells.ts';
import { type ApiResponse, type CallOptions, call } from '../http/call.ts';
import { startTestApi } from './start-in-process.ts';

export interface ApiSuite {
  readonly databaseUrl: string;
  /** Of the cell that `account` lives in. The same unless TEST_CELLS spreads accounts. */
  readonly accountUrl: string;
  readonly owner: Installation;
  readonly api: RunningApi;
  /** On the unlimited plan. */
  readonly account: NewAccount;
  /** Uses the account's live key unless the options specify another. */
  call(path: string, body?: unknown, options?: CallOptions): Promise<ApiResponse>;
}

export interface ApiSuiteOptions {
  /** For suites that look at the database itself: all accounts live in `accountUrl`. */
  readonly inOneCell?: true;
}

/** Starts the API before the file's tests and stops it after them. */
export function useApi({ inOneCell }: ApiSuiteOptions = {}): ApiSuite {
  const suite = {} as { -readonly [Part in keyof ApiSuite]: ApiSuite[Part] };
  beforeAll(async () => {
    suite.databaseUrl = await cloneDatabase();
    await spreadOverCells(suite.databaseUrl);
    if (inOneCell) await chooseOneCell(suite.databaseUrl);
    suite.owner = openOwner(suite.databaseUrl);
    suite.account = await makeAccount(suite.owner);
    suite.accountUrl = await findAccountUrl(suite.databaseUrl, suite.account);
    suite.api = await startTestApi(suite.databaseUrl);
    suite.call = (path, body, options) =>
      call(suite.api.url, path, body, { key: suite.account.liveKey, ...options });
  });
  afterAll(async () => {
    await suite.api.stop();
    await suite.owner.destroy();
  });
  return suite;
}

export type Caller = ApiSuite['call'];

export const callAs =
  ({ api }: ApiSuite, { liveKey }: NewAccount): Caller =>
  (path, body, options) =>
    call(api.url, path, body, { key: liveKey, ...options });
