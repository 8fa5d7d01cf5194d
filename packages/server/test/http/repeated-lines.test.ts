// Nobody can fill the log with requests that fail: a few of each kind are logged, and the others are counted.

import { makeAccount, openOwner } from '@leadline/testkit/database/accounts';
import { cloneAlone } from '@leadline/testkit/database/test-cells';
import { call } from '@leadline/testkit/http/call';
import { type LeadlineProcess, spawnApi } from '@leadline/testkit/service/spawn-leadline';
import { expect, onTestFinished, test } from 'vitest';

const PER_KIND = 10;

interface Line {
  readonly status?: number;
  readonly route?: string;
  readonly account?: string;
  readonly leftOut?: Readonly<Record<string, number>>;
}

async function start(logLevel: string): Promise<{ readonly api: LeadlineProcess; readonly url: string }> {
  const url = await cloneAlone();
  const api = await spawnApi(url, 0, logLevel);
  onTestFinished(() => api.kill('SIGKILL'));
  return { api, url };
}

/** Including what is only written at the end. */
async function stopAndRead(api: LeadlineProcess): Promise<Line[]> {
  await api.kill('SIGTERM');
  return api
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);
}

async function repeat(times: number, request: (index: number) => Promise<unknown>): Promise<void> {
  for (let index = 0; index < times; index += 10)
    await Promise.all(Array.from({ length: 10 }, (_, offset) => request(index + offset)));
}

test('a stranger whose requests fail gets a few lines of each kind, and a count of the others', async () => {
  const { api } = await start('info');
  await repeat(300, () => call(api.url, '/api/webhook.php', { email: 'a@acme.com' }));
  await repeat(200, (index) => call(api.url, `/nothing/${index}`));
  await repeat(100, () => call(api.url, '/api/score.php', undefined, { method: 'DELETE' }));
  await repeat(100, () => call(api.url, '/api/leads', undefined, { key: 'll_live_wrong' }));
  const lines = await stopAndRead(api);
  const failed = lines.filter(({ status }) => status !== undefined);
  const counts = Map.groupBy(failed, ({ status, route }) => `${status} ${route}`);
  const leftOut = lines.flatMap((line) => (line.leftOut === undefined ? [] : [line.leftOut]));
  expect([...counts.keys()].toSorted()).toEqual([
    '401 /api/leads',
    '401 /api/webhook.php',
    '404 unknown',
    '405 unknown',
  ]);
  // Some more are allowed for each second that the requests took.
  for (const ofKind of counts.values()) expect(ofKind.length).toBeLessThan(3 * PER_KIND);
  const total = leftOut.flatMap((kinds) => Object.values(kinds)).reduce((sum, count) => sum + count, 0);
  expect(failed.length + total).toBe(700);
});

test('what one account does wrong leaves the lines about others alone', async () => {
  const { api, url } = await start('info');
  const owner = openOwner(url);
  const [noisy, quiet] = [await makeAccount(owner), await makeAccount(owner)];
  await owner.destroy();
  await repeat(400, () => call(api.url, '/api/leads/none', undefined, { key: noisy.liveKey }));
  await call(api.url, '/api/leads/none', undefined, { key: quiet.liveKey });
  const lines = await stopAndRead(api);
  const of = (accountId: string) => lines.filter(({ account }) => account === accountId);
  expect(of(noisy.accountId).length).toBeGreaterThanOrEqual(100);
  expect(of(noisy.accountId).length).toBeLessThan(200);
  expect(of(quiet.accountId)).toHaveLength(1);
});

test('every failed request is logged at the level debug', async () => {
  const { api } = await start('debug');
  await repeat(100, (index) => call(api.url, `/nothing/${index}`));
  const lines = await stopAndRead(api);
  expect(lines.filter(({ status }) => status === 404)).toHaveLength(100);
});
