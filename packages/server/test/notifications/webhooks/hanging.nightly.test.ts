// Receivers that accept a request and never respond delay nobody else.

import { makeLead } from '@leadline/testkit/leads/make-lead';
import { advanceClock } from '@leadline/testkit/webhooks/deliveries';
import { addEndpoint, type Endpoint } from '@leadline/testkit/webhooks/endpoints';
import type { Receiver } from '@leadline/testkit/webhooks/receiver';
import { newCustomer, useWebhooks } from '@leadline/testkit/webhooks/use-webhooks';
import { afterEach, expect, test } from 'vitest';
import { timeOfId } from '../../../src/platform/base/ids.ts';

const suite = useWebhooks();

const EVENTS = 200;
const MAX_DELAY_MS = 2_000;
/** How long it takes to post the events: as long as the timeout of a hanging request. */
const POSTING_MS = 15_000;

let hanging: Receiver[] = [];
afterEach(async () => {
  for (const receiver of hanging) await receiver.close();
  hanging = [];
});

/** Creates accounts with this many hanging endpoints in total, and posts events to each of them. */
async function addHangingEndpoints(endpoints: number, eventsPerEndpoint: number): Promise<Endpoint[]> {
  const receiver = await suite.startReceiver();
  receiver.hang();
  hanging.push(receiver);
  const hooks: Endpoint[] = [];
  const perAccount = 15;
  for (let first = 0; first < endpoints; first += perAccount) {
    const { call } = await newCustomer(suite);
    for (let index = first; index < Math.min(endpoints, first + perAccount); index++) {
      hooks.push(await addEndpoint(suite, call, { url: `${receiver.url}/${index}` }, receiver));
    }
    await call('/api/batch', { leads: leadsOf(eventsPerEndpoint) });
  }
  const paths = () => new Set(receiver.receipts.map(({ path }) => path));
  await receiver.until(() => paths().size >= Math.min(endpoints, 10), 'they hang');
  return hooks;
}

const leadsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => makeLead({ email: `lead-${index}@acme.com`, phone: '' }));

/** Posts events to a healthy endpoint at an even rate. Returns how long each took to arrive, in ascending order. */
async function deliveryTimes(withinMs: number): Promise<number[]> {
  const { call } = await newCustomer(suite);
  const { receiver } = await addEndpoint(suite, call);
  const began = performance.now();
  for (const [index, lead] of leadsOf(EVENTS).entries()) {
    const due = began + (index * withinMs) / EVENTS;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    await call('/api/webhook.php', lead);
  }
  const receipts = await receiver.untilAccepted(EVENTS, 30_000);
  expect(receiver.repeats).toBe(0);
  return receipts
    .map(({ id, at }) => at - timeOfId(id.slice('evt_'.length)).getTime())
    .toSorted((a, b) => a - b);
}

const p95 = (times: readonly number[]): number => times[Math.ceil(times.length * 0.95) - 1] ?? Infinity;

test('one hanging receiver with many events does not delay other receivers', async () => {
  await addHangingEndpoints(1, 300);
  expect(p95(await deliveryTimes(5_000))).toBeLessThan(MAX_DELAY_MS);
});

test('thirty hanging receivers with 20 events each do not delay other receivers', async () => {
  await addHangingEndpoints(30, 20);
  expect(p95(await deliveryTimes(POSTING_MS))).toBeLessThan(MAX_DELAY_MS);
});

test('retries to thirty receivers that hung before do not delay other receivers', async () => {
  const [hook] = await addHangingEndpoints(30, 20);
  // Their attempts fail, which marks the endpoints as failing.
  await hook?.receiver.goDown();
  await advanceClock(suite, 1);
  await hook?.receiver.comeUp();
  await advanceClock(suite, 1);
  expect(p95(await deliveryTimes(POSTING_MS))).toBeLessThan(MAX_DELAY_MS);
});
