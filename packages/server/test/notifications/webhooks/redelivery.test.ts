// Failed deliveries are retried on a schedule, and after that on request.

import { makeLead } from '@leadline/testkit/leads/make-lead';
import type { Caller } from '@leadline/testkit/service/use-api';
import {
  advanceClock,
  eventIdOf,
  listDeliveries,
  waitForDeliveries,
  waitUntilIdle,
} from '@leadline/testkit/webhooks/deliveries';
import { addEndpoint, type Endpoint } from '@leadline/testkit/webhooks/endpoints';
import { newCustomer, useWebhooks } from '@leadline/testkit/webhooks/use-webhooks';
import { expect, test } from 'vitest';

const suite = useWebhooks();

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const PAUSES = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];

async function postLeads(call: Caller, count: number): Promise<string[]> {
  const leads = Array.from({ length: count }, (_, index) => makeLead({ email: `lead-${index}@acme.com` }));
  const { data } = (
    await call('/api/batch', { leads }, { headers: { 'Idempotency-Key': String(Math.random()) } })
  ).body;
  return data.map(({ lead_id }: { lead_id: string }) => eventIdOf(lead_id));
}

/** Runs through the whole retry schedule, which is shorter than the five days that disable an endpoint. */
async function untilFailed(call: Caller, hook: Endpoint, count: number): Promise<void> {
  for (let attempts = 1; attempts <= PAUSES.length; attempts++) {
    await waitForDeliveries(call, hook, (all) => {
      const waiting = all.filter(({ status }) => status === 'pending');
      return waiting.length === count && waiting.every((delivery) => delivery.attempts === attempts);
    });
    await advanceClock(suite, 13);
  }
  await waitForDeliveries(
    call,
    hook,
    (all) => all.filter(({ status }) => status === 'failed').length === count,
  );
}

test('a delivery is retried after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, and then fails', async () => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call);
  hook.receiver.answer(500);
  await postLeads(call, 1);
  for (const [index, pause] of PAUSES.entries()) {
    const [delivery] = await waitForDeliveries(call, hook, ([first]) => first?.attempts === index + 1);
    expect(delivery.status).toBe('pending');
    const wait = (Date.parse(delivery.next_attempt_at) - Date.parse(delivery.last_attempt_at)) / 1000;
    // Allows for the jitter of up to a fifth, and for the time it takes to store the result.
    expect(wait).toBeGreaterThan(pause - 1);
    expect(wait).toBeLessThan(pause * 1.2 + 1);
    await advanceClock(suite, wait / HOUR);
  }
  const [delivery] = await waitForDeliveries(call, hook, ([first]) => first?.status === 'failed');
  expect(delivery).toMatchObject({ attempts: 8, next_attempt_at: null, error: 'returned 500' });
  await advanceClock(suite, 1_000);
  await waitUntilIdle(suite);
  expect(hook.receiver.receipts).toHaveLength(8);
});

test('a single event can be redelivered whether it failed or succeeded', async () => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call);
  hook.receiver.answer(500);
  const [event] = await postLeads(call, 1);
  await untilFailed(call, hook, 1);
  hook.receiver.answer();
  const again = () => call(`${hook.path}/deliveries/${event}/redeliver`, {});
  expect((await again()).body).toEqual({ success: true, data: { queued: 1 } });
  await hook.receiver.untilAccepted(1);
  const [delivery] = await waitForDeliveries(call, hook, ([first]) => first?.status === 'delivered');
  expect(delivery).toMatchObject({ event_id: event, attempts: 1, response_status: 200, error: null });
  expect((await again()).body.data.queued).toBe(1);
  await hook.receiver.until(() => hook.receiver.repeats === 1, 'it comes again');
});

test('all failed deliveries, and no others, can be redelivered in one request', async () => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call);
  const delivered = await postLeads(call, 2);
  await hook.receiver.untilAccepted(2);
  hook.receiver.answer(500);
  const lost = await postLeads(call, 30);
  await untilFailed(call, hook, 30);
  hook.receiver.answer();
  expect((await call(`${hook.path}/redeliver`, {})).body).toEqual({ success: true, data: { queued: 30 } });
  await hook.receiver.untilAccepted(32);
  await waitUntilIdle(suite);
  expect(hook.receiver.acceptedIds).toEqual(new Set([...delivered, ...lost]));
  expect(hook.receiver.repeats).toBe(0);
  expect((await call(`${hook.path}/redeliver`, {})).body.data).toEqual({ queued: 0 });
});

test('a pending delivery is not redelivered', async () => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call);
  hook.receiver.answer(500);
  const [event] = await postLeads(call, 1);
  await waitForDeliveries(call, hook, ([first]) => first?.attempts === 1);
  expect((await call(`${hook.path}/deliveries/${event}/redeliver`, {})).body.data).toEqual({ queued: 0 });
  expect((await call(`${hook.path}/redeliver`, {})).body.data).toEqual({ queued: 0 });
  await waitUntilIdle(suite);
  expect(hook.receiver.receipts).toHaveLength(1);
});

test('ten concurrent redelivery requests cause only one redelivery', async () => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call);
  const [event] = await postLeads(call, 1);
  await waitForDeliveries(call, hook, ([first]) => first?.status === 'delivered');
  await suite.stopWorker();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => call(`${hook.path}/deliveries/${event}/redeliver`, {})),
  );
  expect(answers.map(({ body }) => body.data.queued).toSorted()).toEqual([...Array(9).fill(0), 1]);
  await suite.startWorker();
  await hook.receiver.until(() => hook.receiver.repeats === 1, 'it comes again');
  await waitUntilIdle(suite);
  expect(hook.receiver.receipts).toHaveLength(2);
});

test('an endpoint that was disabled can get its failed deliveries once it is enabled again', async () => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call);
  hook.receiver.answer(410);
  const lost = await postLeads(call, 3);
  await waitForDeliveries(
    call,
    hook,
    (all) => all.length === 3 && all.some(({ status }) => status === 'failed'),
  );
  hook.receiver.answer();
  await call(hook.path, { enabled: true }, { method: 'PATCH' });
  await waitUntilIdle(suite);
  await call(`${hook.path}/redeliver`, {});
  await advanceClock(suite, 1);
  await hook.receiver.untilAccepted(3);
  expect(hook.receiver.acceptedIds).toEqual(new Set(lost));
  await waitUntilIdle(suite);
  expect(await listDeliveries(call, hook, '?status=failed')).toEqual([]);
});
