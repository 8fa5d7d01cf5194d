// Receivers that take a request and never answer hold up nobody but themselves.

import { makeLead } from '@leadline/testkit/leads/make-lead';
import { advanceClock } from '@leadline/testkit/webhooks/deliveries';
import { addEndpoint, type Endpoint } from '@leadline/testkit/webhooks/endpoints';
import type { Receiver } from '@leadline/testkit/webhooks/receiver';
import { newCustomer, useWebhooks } from '@leadline/testkit/webhooks/use-webhooks';
import { afterEach, expect, test } from 'vitest';
import { timeOfId } from '../../src/base/ids.ts';

const suite = useWebhooks();

const EVENTS = 200;
const SLOWEST_MS = 2_000;
/** How long the events to healthy endpoints take to be posted: as long as a hanging request is waited for. */
const POSTING_MS = 15_000;

let hanging: Receiver[] = [];
afterEach(async () => {
  for (const receiver of hanging) await receiver.close();
  hanging = [];
});

/** Accounts with so many hanging endpoints in all, and events on their way to each of them. */
async function hangUp(endpoints: number, eventsEach: number): Promise<Endpoint[]> {
  const receiver = await suite.startReceiver();
  receiver.hang();
  hanging.push(receiver);
  const hooks: Endpoint[] = [];
  const atOnce = 15;
  for (let made = 0; made < endpoints; made += atOnce) {
    const { call } = await newCustomer(suite);
    for (let index = made; index < Math.min(endpoints, made + atOnce); index++) {
      hooks.push(await addEndpoint(suite, call, { url: `${receiver.url}/${index}` }, receiver));
    }
    await call('/api/batch', { leads: leadsOf(eventsEach) });
  }
  const paths = () => new Set(receiver.receipts.map(({ path }) => path));
  await receiver.until(() => paths().size >= Math.min(endpoints, 10), 'they hang');
  return hooks;
}

const leadsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => makeLead({ email: `lead-${index}@acme.com`, phone: '' }));

/** Posts events to a healthy endpoint, evenly, and gives back how long each took to arrive, in ascending order. */
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

test('one hanging receiver with many events', async () => {
  await hangUp(1, 300);
  expect(p95(await deliveryTimes(5_000))).toBeLessThan(SLOWEST_MS);
});

test('thirty hanging receivers at once, with 20 events each', async () => {
  await hangUp(30, 20);
  expect(p95(await deliveryTimes(POSTING_MS))).toBeLessThan(SLOWEST_MS);
});

test('thirty receivers that have hung before, when all they missed comes up again', async () => {
  const [hook] = await hangUp(30, 20);
  // They break off, and are known to fail from now on.
  await hook?.receiver.goDown();
  await advanceClock(suite, 1);
  await hook?.receiver.comeUp();
  await advanceClock(suite, 1);
  expect(p95(await deliveryTimes(POSTING_MS))).toBeLessThan(SLOWEST_MS);
});
