// The mover of an account is killed and nobody runs it again: the account's events are still sent, from the cell it is in.

import { setTimeout as sleep } from 'node:timers/promises';
import type { NewAccount } from '@leadline/server';
import { makeAccountIn } from '@leadline/testkit/database/account-in-cell';
import { openOwner } from '@leadline/testkit/database/accounts';
import { call } from '@leadline/testkit/http/call';
import { startTestApi, startTestWorker } from '@leadline/testkit/service/start-in-process';
import { waitFor } from '@leadline/testkit/wait-for';
import { Receiver } from '@leadline/testkit/webhooks/receiver';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cancelMove } from '../../../src/cells/commands/cancel-move.ts';
import type { MoveEvent } from '../../../src/cells/moves/move-events.ts';
import { findPresence } from '../../../src/cells/moves/presence.ts';
import { type CellName, type Cells, makeCells } from '../../support/cells.ts';
import { killMover } from '../../support/kill-mover.ts';

let cells: Cells;
let receiver: Receiver;
let account: NewAccount;
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  cells = await makeCells();
  receiver = await Receiver.start();
});
beforeEach(async () => {
  const db = openOwner(cells.directoryUrl);
  account = await makeAccountIn(db, db, 'main');
  await db.destroy();
  return async () => {
    for (const close of closers.splice(0)) await close();
  };
});
afterAll(async () => {
  await receiver.close();
  await cells.close();
});

async function startApi(): Promise<string> {
  const api = await startTestApi(cells.directoryUrl);
  closers.push(() => api.stop());
  return api.url;
}

async function startWorker(): Promise<void> {
  const worker = await startTestWorker(cells.directoryUrl);
  closers.push(() => worker.stop());
}

let sent = 0;
/** Returns the ID of its event. */
async function sendLead(apiUrl: string): Promise<string> {
  const lead = { name: 'Ada', email: `ada${++sent}@example.org`, message: 'Please call me.' };
  const { status, body } = await call(apiUrl, '/api/webhook.php', lead, { key: account.liveKey });
  expect(status).toBe(200);
  return body.lead_id.replace('lead_', 'evt_');
}

async function addEndpoint(apiUrl: string): Promise<void> {
  const { body } = await call(
    apiUrl,
    '/api/webhooks',
    { url: `${receiver.url}/hook` },
    { key: account.liveKey },
  );
  receiver.trust(body.data.secret);
}

/** An event whose first attempt has failed, with neither API nor worker running. Returns its ID. */
async function leavePending(): Promise<string> {
  const url = await startApi();
  await addEndpoint(url);
  receiver.answer(503);
  await startWorker();
  const event = await sendLead(url);
  await receiver.until(() => receiver.attemptsOf(event).length > 0, 'the first attempt');
  await waitFor(() => countRetries('main'), 1);
  for (const close of closers.splice(0)) await close();
  receiver.answer(200);
  return event;
}

async function countRetries(cell: CellName): Promise<number> {
  const { rows } = await cells.pools[cell].query<{ jobs: number }>(
    `select count(*)::int as jobs from leadline_jobs.job
     where name = 'deliver' and data ->> 'account' = $1 and state < 'active'`,
    [account.accountId],
  );
  return rows[0]?.jobs ?? 0;
}

const kill = (kind: MoveEvent['kind']): Promise<void> =>
  killMover(cells.directoryUrl, account.accountId, 'a', kind);

const isAccepted = (event: string): Promise<void> =>
  receiver.until(() => receiver.acceptedIds.has(event), 'the event');

test('events are sent from the target if the mover died right after the switch', async () => {
  const event = await leavePending();
  await kill('switched');
  await startWorker();
  await startApi();
  await isAccepted(event);
  expect(receiver.attemptsOf(event)).toHaveLength(2);
});

test('an account that was about to leave gets its worker back', async () => {
  const url = await startApi();
  await addEndpoint(url);
  await kill('freezing');
  const event = await sendLead(url);
  await startWorker();
  await isAccepted(event);
  await cancelMove(cells.directoryUrl, account.accountId);
});

test('an account is not given back while its mover is alive', async () => {
  const { main } = cells.pools;
  const { accountId } = account;
  const mover = await main.connect();
  await mover.query(`select pg_advisory_lock(leadline.lock_key($1, 'move'))`, [accountId]);
  await main.query(
    `insert into leadline.account_moves (account_id, source, target) values ($1, 'main', 'a')`,
    [accountId],
  );
  await main.query(`update leadline.accounts set presence = 'leaving' where id = $1`, [accountId]);
  await startApi();
  await sleep(1_500); // a few rounds of the courier
  expect(await findPresence(main, accountId)).toBe('leaving');
  mover.release(true);
  await waitFor(() => findPresence(main, accountId), 'here');
});

test('events are sent from the source if its worker saw them while the account was frozen', async () => {
  const event = await leavePending();
  await kill('frozen');
  await cells.pools.main.query(
    `update leadline_jobs.job set start_after = now() where name = 'deliver' and state < 'active'`,
  );
  await startWorker();
  await waitFor(() => countRetries('main'), 0);
  await startApi();
  await isAccepted(event);
  expect(receiver.attemptsOf(event)).toHaveLength(2);
});
