// An endpoint can be deleted at any moment and receives nothing afterwards.

import { makeLead } from '@leadline/testkit/leads/make-lead';
import { advanceClock, waitUntilIdle } from '@leadline/testkit/webhooks/deliveries';
import { addEndpoint, type Endpoint } from '@leadline/testkit/webhooks/endpoints';
import { newCustomer, useWebhooks } from '@leadline/testkit/webhooks/use-webhooks';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../../../src/platform/db/pool.ts';
import { waitForBlocked } from '../../support/hold-account.ts';

const suite = useWebhooks({ inOneCell: true });
let pool: pg.Pool;

beforeAll(() => {
  pool = openPool(suite.accountUrl, { size: 2 });
});
afterAll(() => pool.end());

test('endpoints can be deleted while deliveries to them are in progress', async () => {
  const { call } = await newCustomer(suite);
  const receiver = await suite.startReceiver();
  receiver.answer(500, 'no', 5);
  const hooks: Endpoint[] = [];
  while (hooks.length < 20) hooks.push(await addEndpoint(suite, call, {}, receiver));
  const leads = Array.from({ length: 50 }, (_, index) => makeLead({ email: `lead-${index}@acme.com` }));
  await call('/api/batch', { leads });
  await receiver.until(() => receiver.receipts.length > 200, 'deliveries are under way');
  const deleted = await Promise.all(hooks.map(({ path }) => call(path, undefined, { method: 'DELETE' })));
  expect(deleted.map(({ status, body }) => `${status} ${body.error ?? ''}`)).toEqual(hooks.map(() => '200 '));
  expect(await call(hooks[0]?.path ?? '')).toMatchObject({ status: 404 });
  expect(await call(`${hooks[0]?.path}/deliveries`)).toMatchObject({ status: 404 });
  await waitUntilIdle(suite);
  const before = receiver.receipts.length;
  await advanceClock(suite, 1);
  await waitUntilIdle(suite);
  expect(receiver.receipts).toHaveLength(before);
});

test('an endpoint can be deleted while its first failure is being recorded', async () => {
  const { call, accountId } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call);
  hook.receiver.answer(500, 'no', 1_000);
  await call('/api/webhook.php', makeLead());
  await hook.receiver.until(() => hook.receiver.receipts.length === 1, 'the attempt begins');
  // The worker waits for the delivery's lock, and the deletion waits behind it. If the two took their locks in different
  // orders, they would deadlock here.
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('select from leadline.deliveries where account_id = $1 for update', [accountId]);
  await waitForBlocked(pool, 1);
  const deleting = call(hook.path, undefined, { method: 'DELETE' });
  await waitForBlocked(pool, 2);
  await holder.query('commit');
  holder.release();
  expect(await deleting).toMatchObject({ status: 200, body: { success: true, data: { deleted: true } } });
  await waitUntilIdle(suite);
});
