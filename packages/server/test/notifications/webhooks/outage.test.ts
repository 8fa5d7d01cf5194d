// A receiver that is down for an hour eventually gets every event, once.

import { makeLead } from '@leadline/testkit/leads/make-lead';
import { advanceClock, eventIdOf, waitUntilIdle } from '@leadline/testkit/webhooks/deliveries';
import { addEndpoint } from '@leadline/testkit/webhooks/endpoints';
import { newCustomer, useWebhooks } from '@leadline/testkit/webhooks/use-webhooks';
import { expect, test } from 'vitest';

const suite = useWebhooks();

const EVENTS = 200;
const MINUTES = 1 / 60;

test(`${EVENTS} events from an hour-long outage arrive after it`, async () => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call);
  const healthy = await addEndpoint(suite, call);
  await hook.receiver.goDown();
  const posted: string[] = [];
  const post = async (count: number): Promise<void> => {
    const leads = Array.from({ length: count }, (_, index) =>
      makeLead({ email: `lead-${posted.length + index}@acme.com`, phone: '' }),
    );
    const { data } = (await call('/api/batch', { leads })).body;
    posted.push(...data.map(({ lead_id }: { lead_id: string }) => eventIdOf(lead_id)));
  };
  // Leads keep arriving, and every scheduled attempt fails.
  for (let passed = 0; passed < 60; passed += 6) {
    await post(EVENTS / 10);
    await waitUntilIdle(suite);
    await advanceClock(suite, 6 * MINUTES);
    await waitUntilIdle(suite);
  }
  expect((await call(hook.path)).body.data).toMatchObject({
    enabled: true,
    failing_since: expect.any(String),
  });
  const waiting = (await call(`${hook.path}/deliveries?limit=100`)).body.data;
  expect(waiting).toHaveLength(100);
  for (const delivery of waiting) {
    expect(delivery).toMatchObject({ status: 'pending', error: 'connection refused' });
    expect(delivery.attempts).toBeGreaterThanOrEqual(2);
  }

  await hook.receiver.comeUp();
  for (let hours = 0; hours < 5 && hook.receiver.acceptedIds.size < EVENTS; hours++) {
    await advanceClock(suite, 1);
    await waitUntilIdle(suite);
  }
  expect(hook.receiver.acceptedIds).toEqual(new Set(posted));
  expect(posted).toHaveLength(EVENTS);
  expect(hook.receiver.repeats).toBe(0);
  expect(healthy.receiver.acceptedIds).toEqual(new Set(posted));
  expect(healthy.receiver.repeats).toBe(0);
  expect((await call(hook.path)).body.data).toMatchObject({ enabled: true, failing_since: null });
  expect((await call(`${hook.path}/deliveries?status=pending`)).body.data).toEqual([]);
}, 60_000);
