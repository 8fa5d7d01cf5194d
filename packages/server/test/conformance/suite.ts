// What the files of this suite share: an API on a database of its own, and what an error looks like.

import { once } from 'node:events';
import { request as startRequest } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, expect } from 'vitest';
import type { RunningApi } from '../../src/api.ts';
import type { Installation } from '../../src/db/installation.ts';
import { openPool } from '../../src/db/pool.ts';
import type { NewAccount } from '../../src/operator/create-account.ts';
import { type Answer, type CallOptions, call, startTestApi } from '../support/api.ts';
import { cloneDatabase, makeAccount, openOwner } from '../support/database.ts';

export interface Suite {
  readonly databaseUrl: string;
  readonly owner: Installation;
  readonly api: RunningApi;
  /** On a plan without limits. */
  readonly account: NewAccount;
  /** With the account's live key. */
  call(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
}

/** Starts before the tests of a file and stops after them. */
export function useApi(): Suite {
  const suite = {} as { -readonly [Part in keyof Suite]: Suite[Part] };
  beforeAll(async () => {
    suite.databaseUrl = await cloneDatabase();
    suite.owner = openOwner(suite.databaseUrl);
    suite.account = await makeAccount(suite.owner);
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

export type Caller = Suite['call'];

export const callAs =
  ({ api }: Suite, { liveKey }: NewAccount): Caller =>
  (path, body, options) =>
    call(api.url, path, body, { key: liveKey, ...options });

/** Gives back the id of the lead. */
export const storeLead = async (caller: Caller, lead: unknown, path = '/api/webhook.php'): Promise<string> =>
  (await caller(path, lead)).body.lead_id;

/** The ids of a page of the list. */
export const listIds = async (caller: Caller, query: string): Promise<string[]> =>
  (await caller(`/api/leads${query}`)).body.data.map(({ lead_id }: { lead_id: string }) => lead_id);

export const THE_THREE_CALLS = ['/api/webhook.php', '/api/score.php', '/api/explain.php'] as const;

/** Exactly {success, error}, as JSON, with words that say what is wrong. */
export function expectError(answer: Pick<Answer, 'status' | 'body'>, status: number, words: string): void {
  expect(answer).toMatchObject({ status });
  expect(answer.body).toStrictEqual({ success: false, error: expect.stringContaining(words) });
}

/** Seconds a caller is asked to wait. */
export function retryAfter(answer: Answer): number {
  const seconds = answer.headers.get('retry-after') ?? '';
  expect(seconds).toMatch(/^\d+$/);
  return Number(seconds);
}

let made = 0;
/** Nobody sent it before. */
export const newAddress = (): string => `lead-${++made}@acme.com`;

/** As `fetch`, but with the methods and headers it forbids. */
export async function request(
  url: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const sent = startRequest({ hostname, port, method, path, headers, agent: false }).end(body);
  const [response] = await once(sent, 'response');
  const text = await readText(response);
  return {
    status: response.statusCode,
    headers: new Headers(response.headers),
    text,
    body: text === '' ? null : JSON.parse(text),
  };
}

export interface HeldWrites {
  /** Resolves when a write waits for us. */
  whenWaiting(): Promise<void>;
  release(): Promise<void>;
}

/** Stops the writes of an account: its lock is held until released. */
export async function holdWrites(databaseUrl: string, accountId: string): Promise<HeldWrites> {
  const pool = openPool(databaseUrl, { size: 2 });
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('select pg_advisory_xact_lock(leadline.lock_key($1))', [accountId]);
  return {
    whenWaiting: () =>
      expect
        .poll(async () => {
          const { rows } = await pool.query<{ writes: number }>(
            `select count(*)::int as writes from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock'`,
          );
          return rows[0]?.writes;
        })
        .toBeGreaterThanOrEqual(1),
    release: async () => {
      await holder.query('rollback');
      holder.release();
      await pool.end();
    },
  };
}
