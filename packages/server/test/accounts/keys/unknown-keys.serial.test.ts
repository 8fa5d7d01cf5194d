// A flood of unknown keys delays neither the keys in use nor new ones.

import { Agent, request } from 'node:http';
import { makeAccount } from '@leadline/testkit/database/accounts';
import { call } from '@leadline/testkit/http/call';
import { expectError, retryAfter } from '@leadline/testkit/http/expect-error';
import { callAs, useApi } from '@leadline/testkit/service/use-api';
import { expect, test } from 'vitest';
import { createKey } from '../../../src/accounts/keys/create-key.ts';
import { makeKey } from '../../../src/accounts/keys/key-format.ts';
import { asOperator } from '../../../src/platform/db/account-scope.ts';

const suite = useApi();

test('unknown keys are rejected with 429 once there are too many, while other keys work at once', async () => {
  const { accountId, ...account } = await makeAccount(suite.owner);
  const known = callAs(suite, { accountId, ...account });
  await known('/api/usage');
  const agent = new Agent({ keepAlive: true, maxSockets: 40 });
  let isOver = false;
  let sent = 0;
  const flooding = Array.from({ length: 40 }, async () => {
    while (!isOver) {
      sent++;
      await sendUnknown(agent);
    }
  });
  const durations: number[] = [];
  for (let n = 0; n < 20; n++) {
    const started = performance.now();
    expect(await known('/api/usage')).toMatchObject({ status: 200 });
    durations.push(performance.now() - started);
  }
  const { key } = await createKey(suite.owner, asOperator(accountId), 'live', 'New');
  expect(await call(suite.api.url, '/api/usage', undefined, { key })).toMatchObject({ status: 200 });
  const refused = await call(suite.api.url, '/api/usage', undefined, { key: makeKey('live') });
  isOver = true;
  await Promise.all(flooding);
  agent.destroy();
  expect(sent).toBeGreaterThan(120);
  expectError(refused, 'rate_limited', 'unknown API keys');
  expect(retryAfter(refused)).toBeGreaterThan(0);
  expect(Math.max(...durations)).toBeLessThan(2_000);
});

const sendUnknown = (agent: Agent): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { 'X-API-KEY': makeKey('live') };
    request(`${suite.api.url}/api/usage`, { agent, headers }, (response) => {
      response.resume().once('end', resolve);
    })
      .once('error', reject)
      .end();
  });
