// Sends three thousand generated requests on every run; `npm run drill:fuzz` sends fifty thousand.

import { makeAccount, openOwner } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import type { FuzzKeys } from '@leadline/testkit/fuzz/generate-requests';
import { describeFailures, runFuzz } from '@leadline/testkit/fuzz/run-fuzz';
import { call } from '@leadline/testkit/http/call';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { type LeadlineProcess, spawnApi } from '@leadline/testkit/service/spawn-leadline';
import { afterAll, beforeAll, expect, test } from 'vitest';

const SEED = Number(process.env.FUZZ_SEED ?? 20_260_801);
const REQUESTS = 4_000;

let api: LeadlineProcess;
let keys: FuzzKeys;
beforeAll(async () => {
  const url = await cloneDatabase();
  const owner = openOwner(url);
  const { liveKey, testKey } = await makeAccount(owner);
  keys = { live: liveKey, test: testKey };
  await owner.destroy();
  api = await spawnApi(url, 0, 'error');
});
afterAll(() => api.kill('SIGKILL'));

test('every response to a generated request is documented and none is a server error', {
  timeout: 300_000,
}, async () => {
  const report = await runFuzz({ url: api.url, keys, seed: SEED, count: REQUESTS, concurrency: 16 });
  const failed = `seed ${SEED} (set FUZZ_SEED to try another)\n${describeFailures(report)}\n${api.output().slice(0, 5_000)}`;
  expect(report.failures.length, failed).toBe(0);
  expect(report.sent).toBe(REQUESTS);
  // If the generator only produced nonsense, the test would prove nothing.
  for (const status of ['200', '400', '401', '404', '405', '413', '415', '422']) {
    expect(report.statuses.get(status) ?? 0, `responses with ${status}`).toBeGreaterThan(10);
  }
});

test('a valid lead is still accepted after the generated requests', async () => {
  expect((await call(api.url, '/api/webhook.php', makeLead(), { key: keys.live })).status).toBe(200);
});
