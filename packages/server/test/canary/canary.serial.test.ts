// Lead data and API keys never appear in logs or metrics. `npm run drill:canary` checks the same with ten thousand leads
// and a thousand keys.

import { Canaries } from '@leadline/testkit/canary/canaries';
import { sendCanaries } from '@leadline/testkit/canary/send-canaries';
import { makeAccount, openOwner } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { spawnApi } from '@leadline/testkit/service/spawn-leadline';
import { expect, test } from 'vitest';
import { describeError } from '../../src/base/log.ts';

const LEADS = Number(process.env.CANARY_LEADS ?? 1_000);
const ACCOUNTS = 20;

test('logs and metrics contain no leads, searches, reasons or keys, even when requests and the database fail', async () => {
  const url = await cloneDatabase();
  const owner = openOwner(url);
  const keys: string[] = [];
  for (let count = 0; count < ACCOUNTS; count++) {
    const { liveKey, testKey } = await makeAccount(owner);
    keys.push(liveKey, testKey);
  }
  const api = await spawnApi(url, 0, 'trace', 'local');
  try {
    const report = await sendCanaries({ api, owner, keys, leads: LEADS, concurrency: 16 });
    expect(report.leaks.slice(0, 5)).toEqual([]);
    // The test only proves something if the process logged a lot, successes and failures.
    expect(report.lines).toBeGreaterThan(LEADS);
    expect(report.brokenConnections).toBeGreaterThan(10);
    expect(api.output()).toMatch(/"msg":"[^"]*\bbatch\b/); // retried after a lost connection
    expect(api.output()).toContain('no_refused"');
    expect(api.output()).toMatch(/no_refused_body.*"msg":/); // failed to write to the request log
    const kept = await owner
      .selectFrom('received')
      .select('body')
      .where('body', 'like', '%We need 40%')
      .execute();
    expect(kept.length).toBeGreaterThan(0);
    for (const status of ['200', '400', '401', '404', '413', '415', '500']) {
      expect(report.statuses.get(status) ?? 0, `responses with ${status}`).toBeGreaterThan(0);
    }
  } finally {
    await api.kill('SIGKILL');
    await owner.destroy();
  }
});

test('findLeaks finds a canary that is whole, cut, in capitals or a phone number', () => {
  const canaries = new Canaries();
  const name = canaries.make('name');
  const phone = canaries.makePhone();
  const lines = [
    `{"name":"${name}"}`,
    `x${name.slice(3, 13)}x`,
    name.toUpperCase(),
    phone,
    `${phone.slice(1)}0`,
  ];
  expect(canaries.findLeaks(lines.join('\n')).map(({ what }) => what)).toEqual([
    'name',
    'name',
    'name',
    'phone',
    'phone',
  ]);
  expect(canaries.findLeaks(`{"level":30,"time":1794716146517,"request":"ad51ba92-9709-4bd9-be6e"}`)).toEqual(
    [],
  );
});

test('describeError leaves out the message even if it looks like a stack trace', () => {
  const canaries = new Canaries();
  const error = new Error(`invalid input: "a\n    at ${canaries.make('message')}"`);
  expect(canaries.findLeaks(JSON.stringify(describeError(error)))).toEqual([]);
});
