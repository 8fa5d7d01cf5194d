// Shared by the tests of the request log: an app that only writes its log when the test calls `flush`.

import type { ListedRequest } from '@leadline/contract';
import { makeAccount, openOwner } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { call } from '@leadline/testkit/http/call';
import type { Caller } from '@leadline/testkit/service/use-api';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import type { RequestLog } from '../../../src/leads/request-log/request-log.ts';
import type { NewAccount } from '../../../src/operations/commands/create-account.ts';
import type { Installation } from '../../../src/platform/db/installation.ts';
import { openPool } from '../../../src/platform/db/pool.ts';
import { buildTestApp, type TestApp } from '../../support/app.ts';

export interface RequestLogSuite {
  readonly databaseUrl: string;
  readonly owner: Installation;
  readonly url: string;
  readonly log: RequestLog;
}

export function useApp(): RequestLogSuite {
  const suite = {} as { -readonly [Part in keyof RequestLogSuite]: RequestLogSuite[Part] };
  let app: TestApp;
  beforeAll(async () => {
    suite.databaseUrl = await cloneDatabase();
    suite.owner = openOwner(suite.databaseUrl);
    const openApi = () => openPool(suite.databaseUrl, { size: 3, role: 'leadline_api' });
    app = await buildTestApp(openApi(), openApi());
    suite.log = app.received;
    suite.url = await app.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await app.close();
    await suite.owner.destroy();
  });
  return suite;
}

export interface Tenant {
  readonly account: NewAccount;
  /** Uses the live key. */
  readonly caller: Caller;
}

/** Creates an account with an empty request log. */
export async function makeTenant(
  { owner, url }: RequestLogSuite,
  limits: Parameters<typeof makeAccount>[1] = {},
): Promise<Tenant> {
  const account = await makeAccount(owner, limits);
  return {
    account,
    caller: (path, body, options) => call(url, path, body, { key: account.liveKey, ...options }),
  };
}

export async function listRequests(caller: Caller, query = ''): Promise<ListedRequest[]> {
  const answer = await caller(`/api/received${query}`);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body.data;
}

/** A sender may get its response a moment before the request is queued. */
export const waitForRequests = (
  { log }: RequestLogSuite,
  caller: Caller,
  requests: number,
): Promise<ListedRequest[]> =>
  vi.waitFor(
    async () => {
      await log.flush();
      const listed = await listRequests(caller);
      expect(listed).toHaveLength(requests);
      return listed;
    },
    { timeout: 10_000, interval: 10 },
  );
