// An event keeps its ID whatever happens, because receivers use it to detect duplicates.

import { makeLead } from '@leadline/testkit/leads/make-lead';
import {
  advanceClock,
  eventIdOf,
  listDeliveries,
  waitForDeliveries,
  waitUntilIdle,
} from '@leadline/testkit/webhooks/deliveries';
import { addEndpoint } from '@leadline/testkit/webhooks/endpoints';
import { newCustomer, useWebhooks } from '@leadline/testkit/webhooks/use-webhooks';
import { expect, test } from 'vitest';

const suite = useWebhooks();

test('every attempt has the same ID and body and a new signature', async () => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call);
  hook.receiver.answer(503);
  const { lead_id } = (await call('/api/webhook.php', makeLead())).body;
  for (let attempts = 1; attempts < 4; attempts++) {
    await waitForDeliveries(call, hook, ([delivery]) => delivery?.attempts === attempts);
    await advanceClock(suite, 1);
  }
  hook.receiver.answer();
  await hook.receiver.untilAccepted(1);
  const attempts = hook.receiver.attemptsOf(eventIdOf(lead_id));
  expect(attempts).toHaveLength(hook.receiver.receipts.length);
  expect(attempts.length).toBeGreaterThanOrEqual(4);
  expect(new Set(attempts.map(({ text }) => text)).size).toBe(1);
  expect(hook.receiver.unverified).toEqual([]);
});

test('a redelivery has the same ID as the first delivery', async () => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call);
  await call('/api/webhook.php', makeLead());
  const [first] = await hook.receiver.untilAccepted(1);
  await waitUntilIdle(suite);
  const again = await call(`${hook.path}/deliveries/${first?.id}/redeliver`, {});
  expect(again.body).toEqual({ success: true, data: { queued: 1 } });
  await hook.receiver.until(() => hook.receiver.repeats === 1, 'it comes again');
  await waitUntilIdle(suite);
  const [one, two, ...more] = hook.receiver.receipts;
  expect(more).toEqual([]);
  expect([two?.id, two?.text]).toEqual([one?.id, one?.text]);
  expect(await listDeliveries(call, hook)).toMatchObject([
    { event_id: first?.id, status: 'delivered', attempts: 1 },
  ]);
});

test('all endpoints of an account get an event under the same ID', async () => {
  const { call } = await newCustomer(suite);
  const hooks = [await addEndpoint(suite, call), await addEndpoint(suite, call)];
  const { lead_id } = (await call('/api/webhook.php', makeLead())).body;
  for (const { receiver } of hooks) {
    await receiver.untilAccepted(1);
    expect(receiver.acceptedIds).toEqual(new Set([eventIdOf(lead_id)]));
  }
});

test('a repeated request does not create a second event', async () => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call);
  const named = { headers: { 'Idempotency-Key': 'one and the same' } };
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => call('/api/webhook.php', makeLead(), named)),
  );
  const { lead_id } = answers.find(({ status }) => status === 200)?.body ?? {};
  await call('/api/webhook.php', makeLead(), named);
  const batch = { leads: [makeLead({ email: 'b@acme.com' }), makeLead({ email: 'c@acme.com' })] };
  const stored = (await call('/api/batch', batch)).body.data;
  expect((await call('/api/batch', batch)).body).toMatchObject({ stored: 0, repeated: 2 });
  await call(`/api/leads/${lead_id}/replay`, {});
  await waitUntilIdle(suite);
  expect(hook.receiver.receipts.map(({ id }) => id).toSorted()).toEqual(
    [lead_id, ...stored.map((lead: { lead_id: string }) => lead.lead_id)].map(eventIdOf).toSorted(),
  );
});
