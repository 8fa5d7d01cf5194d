// A throttled endpoint gets its deliveries evenly spread, all of them, in their order, whichever worker sends them.

import { expectError } from '@leadline/testkit/http/expect-error';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { startTestWorker } from '@leadline/testkit/service/start-in-process';
import { waitFor } from '@leadline/testkit/wait-for';
import { addEndpoint } from '@leadline/testkit/webhooks/endpoints';
import { newCustomer, useWebhooks } from '@leadline/testkit/webhooks/use-webhooks';
import { expect, test } from 'vitest';

const suite = useWebhooks();

const leads = (count: number) =>
  Array.from({ length: count }, (_, index) => makeLead({ email: `lead-${index}@acme.com`, phone: '' }));

test('deliveries beyond the limit wait their turn, across two workers, without failing', async () => {
  const second = await startTestWorker(suite.databaseUrl);
  try {
    const { call } = await newCustomer(suite);
    // One every 100 ms.
    const { receiver, path } = await addEndpoint(suite, call, { max_per_minute: 600 });
    await call('/api/batch', { leads: leads(40) });
    const receipts = await receiver.untilAccepted(40, 30_000);
    expect(receiver.receipts).toHaveLength(40);
    const times = receipts.map(({ at }) => at).toSorted((a, b) => a - b);
    // 39 pauses of 100 ms. A timer or request may be late, but later ones are never sent early.
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(3_500);
    for (const [index, time] of times.entries()) {
      const inSecond = times.slice(index).filter((other) => other < time + 1_000).length;
      expect(inSecond).toBeLessThanOrEqual(10 + 6); // the machine may be busy
    }
    const attempts = async () =>
      (await call(`${path}/deliveries?limit=100`)).body.data.map((one: { attempts: number }) => one.attempts);
    await waitFor(
      attempts,
      Array.from({ length: 40 }, () => 1),
    );
  } finally {
    await second.stop();
  }
});

test('events that wait are delivered in their order, and new ones do not overtake them', async () => {
  const { call } = await newCustomer(suite);
  const { receiver } = await addEndpoint(suite, call, { max_per_minute: 60 });
  for (const lead of leads(6)) {
    await call('/api/webhook.php', lead);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const ids = (await receiver.untilAccepted(6)).map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted());
});

test('a limit also applies to what is already waiting, and lifting it lets everything through', async () => {
  const { call } = await newCustomer(suite);
  const { receiver, path } = await addEndpoint(suite, call, { max_per_minute: 6 });
  const patch = (body: unknown) => call(path, body, { method: 'PATCH' });
  await call('/api/batch', { leads: leads(30) });
  await receiver.untilAccepted(1);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  expect(receiver.accepted.length).toBe(1);
  expect((await patch({ max_per_minute: null })).body.data.max_per_minute).toBeNull();
  // The two that are waiting for their moment keep it.
  await receiver.untilAccepted(30, 40_000);
});

test('throttling an endpoint does not delay another one of the same account', async () => {
  const { call } = await newCustomer(suite);
  const slow = await addEndpoint(suite, call, { max_per_minute: 6 });
  const fast = await addEndpoint(suite, call);
  await call('/api/batch', { leads: leads(50) });
  await fast.receiver.untilAccepted(50);
  expect(slow.receiver.accepted.length).toBeLessThan(5);
});

test.each([0, 5, 6_001, 1.5, '60'])('a limit of %j is rejected', async (max_per_minute) => {
  const body = { url: 'http://127.0.0.1:9/hook', max_per_minute };
  expectError(await suite.call('/api/webhooks', body), 'invalid_input');
});
