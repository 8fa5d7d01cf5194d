// Changes by an operator reach every process within five seconds, even for a key in constant use.

import { setTimeout as sleep } from 'node:timers/promises';
import { makeAccount, openOwner } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { call } from '@leadline/testkit/http/call';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { type ApiPair, startApiPair } from '@leadline/testkit/service/api-pair';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listKeys } from '../../src/accounts/keys/list-keys.ts';
import { revokeKey, rotateKey } from '../../src/accounts/keys/revoke-key.ts';
import { setPlan } from '../../src/operations/commands/set-plan.ts';
import type { Installation } from '../../src/platform/db/installation.ts';

const MAX_DELAY_MS = 5_000;

let owner: Installation;
let pair: ApiPair;
beforeAll(async () => {
  const databaseUrl = await cloneDatabase();
  owner = openOwner(databaseUrl);
  pair = await startApiPair(databaseUrl);
});
afterAll(async () => {
  await pair.stop();
  await owner.destroy();
});

const liveKeyId = async (accountId: string): Promise<string> =>
  (await listKeys(owner, accountId)).find(({ mode }) => mode === 'live')?.keyId ?? '';

/** The status that each process currently returns for this key. */
const statuses = (key: string): Promise<number[]> =>
  Promise.all(pair.urls.map(async (url) => (await call(url, '/api/score.php', makeLead(), { key })).status));

/** Uses the key on both processes continuously until a second after the deadline. Returns, for each process, the last status
 * and how long after the change it last differed from `status`. */
async function watch(key: string, status: number): Promise<{ settledMs: number; last: number }[]> {
  const changedAt = performance.now();
  return Promise.all(
    pair.urls.map(async (url) => {
      let [settledMs, last] = [0, 0];
      for (;;) {
        const startedMs = performance.now() - changedAt;
        if (startedMs > MAX_DELAY_MS + 1_000) return { settledMs, last };
        last = (await call(url, '/api/score.php', makeLead(), { key })).status;
        if (last !== status) settledMs = startedMs;
        await sleep(5);
      }
    }),
  );
}

const expectSettled = (results: readonly { settledMs: number; last: number }[], status: number): void => {
  for (const { settledMs, last } of results) {
    expect(settledMs).toBeLessThan(MAX_DELAY_MS);
    expect(last).toBe(status);
  }
};

test.concurrent('both processes reject a revoked key in constant use within five seconds', async () => {
  const { accountId, liveKey } = await makeAccount(owner);
  expect(await statuses(liveKey)).toEqual([200, 200]);
  await revokeKey(owner, await liveKeyId(accountId));
  expectSettled(await watch(liveKey, 401), 401);
});

test.concurrent('a rotated key works until its grace period ends, and its successor works immediately', async () => {
  const { accountId, liveKey } = await makeAccount(owner);
  expect(await statuses(liveKey)).toEqual([200, 200]);
  const oldId = await liveKeyId(accountId);
  const { key: successor } = await rotateKey(owner, oldId, 1);
  expect(await statuses(successor)).toEqual([200, 200]);
  for (const { settledMs } of await watch(liveKey, 200)) expect(settledMs).toBe(0);
  // As if an hour had passed.
  await owner.updateTable('api_keys').set({ expires_at: new Date() }).where('id', '=', oldId).execute();
  expectSettled(await watch(liveKey, 401), 401);
  expect(await statuses(successor)).toEqual([200, 200]);
}, 90_000);

test.concurrent('a change to a larger or smaller plan takes effect within five seconds', async () => {
  const { accountId, liveKey } = await makeAccount(owner, { monthlyLeads: 2 });
  const { plan: smaller } = await owner
    .selectFrom('accounts')
    .select('plan')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  expect(await statuses(liveKey)).toEqual([200, 200]);
  expect(await statuses(liveKey)).toEqual([402, 402]);
  await setPlan(owner, accountId, 'unlimited');
  expectSettled(await watch(liveKey, 200), 200);
  await setPlan(owner, accountId, smaller);
  expectSettled(await watch(liveKey, 402), 402);
}, 90_000);
