// Accounts that wait for their allowance of CPU time don't keep other accounts waiting.

import { setTimeout as sleep } from 'node:timers/promises';
import { makeAccount, openOwner } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { NewAccount } from '../../src/operations/commands/create-account.ts';
import type { CpuAllowanceOptions } from '../../src/platform/compute/cpu-allowance.ts';
import type { Installation } from '../../src/platform/db/installation.ts';
import { openPool } from '../../src/platform/db/pool.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';

/** As many as there are turns at the database; see support/app.ts. */
const WAITING_ACCOUNTS = 5;

let databaseUrl: string;
let owner: Installation;
beforeAll(async () => {
  databaseUrl = await cloneDatabase();
  owner = openOwner(databaseUrl);
});
afterAll(() => owner.destroy());

async function start(allowance: CpuAllowanceOptions): Promise<TestApp> {
  const open = () => openPool(databaseUrl, { size: 6, role: 'leadline_api' });
  const server = await buildTestApp(open(), open(), { allowance });
  onTestFinished(() => server.close());
  return server;
}

const makeAccounts = (): Promise<NewAccount[]> =>
  Promise.all(Array.from({ length: WAITING_ACCOUNTS }, () => makeAccount(owner)));

const send = async ({ app }: TestApp, { liveKey }: NewAccount, url: string, payload?: object) =>
  app.inject({
    method: payload === undefined ? 'GET' : 'POST',
    url,
    headers: { 'X-API-KEY': liveKey },
    ...(payload === undefined ? {} : { payload }),
  });

/** Returns 'waiting' if none of the requests is answered for a while. */
const watch = (requests: readonly Promise<unknown>[]): Promise<unknown> =>
  Promise.race([...requests, sleep(2_000, 'waiting')]);

const inTime = <Answer>(answer: Promise<Answer>): Promise<Answer | string> =>
  Promise.race([answer, sleep(15_000, 'no answer in time')]);

test('five accounts whose erasures wait do not stop the reads of a sixth', async () => {
  const server = await start({ burstMs: 0, msPerSecond: 0.01 });
  const accounts = await makeAccounts();
  // An erasure searches the rejected requests on a compute thread.
  for (const account of accounts)
    expect(await send(server, account, '/api/webhook.php', { name: 'Ana' })).toMatchObject({
      statusCode: 400,
    });
  await server.received.flush();
  const erasures = accounts.map((account) =>
    send(server, account, '/api/people/erase', { email: newEmail() }),
  );
  expect(await watch(erasures)).toBe('waiting');
  const other = await makeAccount(owner);
  expect(await inTime(send(server, other, '/api/leads'))).toMatchObject({ statusCode: 200 });
});

test('five accounts whose batches wait do not stop the batch of a sixth', async () => {
  const server = await start({ burstMs: 50, msPerSecond: 0.01 });
  const accounts = await makeAccounts();
  const batch = { leads: [makeLead({ email: newEmail() })] };
  // Loads the engine on the compute thread, which takes CPU time.
  await send(server, await makeAccount(owner), '/api/batch', { leads: [{}] });
  await send(server, await makeAccount(owner), '/api/batch', batch);
  const message = 'We need 40 laptops by Friday, with docking stations and a dozen screens. '.repeat(10);
  const leads = Array.from({ length: 1_000 }, () => makeLead({ email: newEmail(), message }));
  const batches = accounts.map((account) => send(server, account, '/api/batch', { leads }));
  expect(await watch(batches)).toBe('waiting');
  const other = await makeAccount(owner);
  const answer = await inTime(send(server, other, '/api/batch', batch));
  expect(answer).toMatchObject({ statusCode: 200 });
  expect(await watch(batches)).toBe('waiting');
});
