// Sends 1,500 generated requests on every push; `npm run drill -- fuzz` sends fifty thousand.

import { makeAccount, openOwner } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { judgeFuzz } from '@leadline/testkit/drills/verdicts/judge-fuzz';
import type { FuzzKeys } from '@leadline/testkit/fuzz/generate-requests';
import { describeFailures, runFuzz } from '@leadline/testkit/fuzz/run-fuzz';
import { call } from '@leadline/testkit/http/call';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { type LeadlineProcess, spawnApi } from '@leadline/testkit/service/spawn-leadline';
import { sizeOf } from '@leadline/testkit/size';
import { afterAll, beforeAll, expect, test } from 'vitest';

const SEED = Number(process.env.FUZZ_SEED ?? 20_260_801);
const REQUESTS = sizeOf(1_500, { inFull: 4_000 });

let api: LeadlineProcess;
let databaseUrl: string;
let keys: FuzzKeys;
beforeAll(async () => {
  databaseUrl = await cloneDatabase();
  const owner = openOwner(databaseUrl);
  const { liveKey, testKey } = await makeAccount(owner);
  keys = { live: liveKey, test: testKey };
  await owner.destroy();
  api = await spawnApi(databaseUrl, 0, 'error');
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
    expect(report.statuses.get(status) ?? 0, `responses with ${status}`).toBeGreaterThan(0);
  }
});

test('a valid lead is still accepted after the generated requests', async () => {
  expect((await call(api.url, '/api/webhook.php', makeLead(), { key: keys.live })).status).toBe(200);
});

test('a route that fails, and one with an undocumented response, are found', {
  timeout: 120_000,
}, async () => {
  const fault = `
    import { ServerResponse } from 'node:http';
    const { writeHead } = ServerResponse.prototype;
    const faults = { '/api/usage': 500, '/api/retention': 418 };
    ServerResponse.prototype.writeHead = function (status, ...rest) {
      return writeHead.call(this, status === 200 ? faults[this.req.url] ?? status : status, ...rest);
    };`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(fault)}`;
  const faulty = await spawnApi(databaseUrl, 0, 'silent', 'off', { NODE_OPTIONS });
  try {
    const report = await runFuzz({ url: faulty.url, keys, seed: SEED, count: 800, concurrency: 16 });
    const complaints = judgeFuzz({ planned: 800, report, laterStatus: 200 }).filter(
      ({ actual, expected }) => actual !== expected,
    );
    expect(complaints).toContainEqual(expect.objectContaining({ name: 'kinds of failure' }));
    const faults = report.failures.map(({ fault: text }) => text);
    expect(faults).toContainEqual(expect.stringMatching(/^GET \/api\/usage: .*500/));
    expect(faults).toContainEqual(expect.stringMatching(/^\w+ \/api\/retention: .*418/));
  } finally {
    await faulty.kill('SIGKILL');
  }
});
