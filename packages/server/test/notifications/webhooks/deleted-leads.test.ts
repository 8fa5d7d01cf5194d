// A lead deleted before its delivery is never sent, because payloads are built from stored data.

import { dumpTables } from '@leadline/testkit/database/dump-tables';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import type { Caller } from '@leadline/testkit/service/use-api';
import {
  advanceClock,
  eventIdOf,
  listDeliveries,
  waitForDeliveries,
  waitUntilIdle,
} from '@leadline/testkit/webhooks/deliveries';
import { addEndpoint } from '@leadline/testkit/webhooks/endpoints';
import { newCustomer, useWebhooks } from '@leadline/testkit/webhooks/use-webhooks';
import { afterEach, expect, test } from 'vitest';

const suite = useWebhooks();
const events = ['lead.scored', 'lead.outcome'];

// A test may have stopped the worker.
afterEach(() => suite.startWorker());

const post = async (call: Caller): Promise<string> => (await call('/api/score.php', makeLead())).body.lead_id;
const remove = (call: Caller, leadId: string) =>
  call(`/api/leads/${leadId}`, undefined, { method: 'DELETE' });
const erase = (call: Caller) => call('/api/people/erase', { email: 'ana@acme.com' });

test.each(['deleted', 'erased'])(
  'a lead is not delivered if it is %s before the worker sees its event',
  async (how) => {
    const { call } = await newCustomer(suite);
    const hook = await addEndpoint(suite, call, { events });
    await suite.stopWorker();
    const gone = await post(call);
    await call(`/api/leads/${gone}/outcome`, { outcome: 'won' });
    expect(await (how === 'deleted' ? remove(call, gone) : erase(call))).toMatchObject({ status: 200 });
    const stays = await post(call);
    await suite.startWorker();
    await hook.receiver.untilAccepted(1);
    await waitUntilIdle(suite);
    expect(hook.receiver.receipts.map(({ id }) => id)).toEqual([eventIdOf(stays)]);
  },
);

test.each(['deleted', 'erased'])('a lead is not delivered if it is %s between two attempts', async (how) => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call, { events });
  hook.receiver.answer(500);
  const gone = await post(call);
  await call(`/api/leads/${gone}/outcome`, { outcome: 'won' });
  await waitForDeliveries(
    call,
    hook,
    (all) => all.length === 2 && all.every(({ attempts }) => attempts === 1),
  );
  await (how === 'deleted' ? remove(call, gone) : erase(call));
  hook.receiver.answer();
  await advanceClock(suite, 1);
  await waitUntilIdle(suite);
  expect(hook.receiver.accepted).toEqual([]);
  expect(await listDeliveries(call, hook)).toEqual([]);
  // No job is left behind.
  const jobs = (await dumpTables(suite, ['leadline_jobs'])).get('leadline_jobs.job') ?? '';
  expect(jobs).not.toContain(gone.replace('lead_', ''));
});

test('a delivery is not retried if its lead is deleted during an attempt', async () => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call, { events });
  hook.receiver.answer(500, 'no', 1_000);
  const gone = await post(call);
  await hook.receiver.until(() => hook.receiver.receipts.length === 1, 'the attempt begins');
  await remove(call, gone);
  await waitUntilIdle(suite);
  hook.receiver.answer();
  await advanceClock(suite, 1);
  await waitUntilIdle(suite);
  expect(hook.receiver.receipts).toHaveLength(1);
});

test('a delivered lead cannot be redelivered once it is deleted', async () => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call, { events });
  const gone = await post(call);
  await waitForDeliveries(call, hook, ([first]) => first?.status === 'delivered');
  await suite.stopWorker();
  await call(`${hook.path}/deliveries/${eventIdOf(gone)}/redeliver`, {});
  await remove(call, gone);
  await suite.startWorker();
  await waitUntilIdle(suite);
  expect(hook.receiver.receipts).toHaveLength(1);
  expect((await call(`${hook.path}/deliveries/${eventIdOf(gone)}/redeliver`, {})).body.data).toEqual({
    queued: 0,
  });
});
