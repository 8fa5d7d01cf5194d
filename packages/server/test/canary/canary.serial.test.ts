// Lead data and API keys never appear in logs or metrics. `npm run drill -- canary` checks the same with ten thousand leads
// and a thousand keys.

import { Canaries } from '@leadline/testkit/canary/canaries';
import { type CanaryReport, sendCanaries } from '@leadline/testkit/canary/send-canaries';
import { makeAccount, makeIntakeKey, openOwner } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { failedChecks } from '@leadline/testkit/drills/drill';
import { judgeCanary } from '@leadline/testkit/drills/verdicts/judge-canary';
import { spawnApi } from '@leadline/testkit/service/spawn-leadline';
import { sizeOf } from '@leadline/testkit/size';
import { expect, test } from 'vitest';
import { describeError } from '../../src/platform/base/log.ts';

const LEADS = Number(process.env.CANARY_LEADS ?? sizeOf(300, { inFull: 1_000 }));
/** Enough for every kind of request. */
const FEW_LEADS = 70;
const ACCOUNTS = 20;

async function drill(
  leads: number,
  logLevel: string,
  ai: 'local' | 'off',
  env: Readonly<Record<string, string>> = {},
): Promise<CanaryReport & { kept: number }> {
  const url = await cloneDatabase();
  const owner = openOwner(url);
  const keys: string[] = [];
  let intakeKey = '';
  for (let count = 0; count < ACCOUNTS; count++) {
    const { accountId, liveKey, testKey } = await makeAccount(owner);
    keys.push(liveKey, testKey);
    intakeKey ||= await makeIntakeKey(owner, accountId);
  }
  const api = await spawnApi(url, 0, logLevel, ai, env);
  try {
    const report = await sendCanaries({ api, owner, keys, intakeKey, leads, concurrency: 16 });
    const received = owner.selectFrom('received').select('body').where('body', 'like', '%We need 40%');
    return { ...report, kept: (await received.execute()).length };
  } finally {
    await api.kill('SIGKILL');
    await owner.destroy();
  }
}

const complaintsOf = (report: CanaryReport): string[] =>
  failedChecks({ checks: judgeCanary(report), figures: {} }).map(({ name }) => name);

test('logs and metrics contain no leads, searches, reasons or keys, even when requests and the database fail', async () => {
  const report = await drill(LEADS, 'trace', 'local');
  expect(report.leaks.slice(0, 5)).toEqual([]);
  expect(failedChecks({ checks: judgeCanary(report), figures: {} })).toEqual([]);
  expect(report.kept).toBeGreaterThan(0);
});

test('a service that logs a header, or nothing at all, is found out', async () => {
  const leak = `
    import { Server } from 'node:http';
    const { emit } = Server.prototype;
    Server.prototype.emit = function (name, ...args) {
      if (name === 'request') console.log(args[0].headers['user-agent']);
      return emit.call(this, name, ...args);
    };`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(leak)}`;
  const report = await drill(FEW_LEADS, 'silent', 'off', { NODE_OPTIONS });
  expect(new Set(report.leaks.map(({ what }) => what))).toEqual(new Set(['User-Agent']));
  expect(complaintsOf(report)).toEqual(
    expect.arrayContaining(['leaks', 'requests in the log', 'answers that are not in the log']),
  );
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
