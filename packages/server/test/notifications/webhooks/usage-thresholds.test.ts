// usage.threshold is sent once at 80% and once at 100% of the monthly plan, however the leads arrive.

import { call } from '@leadline/testkit/http/call';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { startTestApi } from '@leadline/testkit/service/start-in-process';
import { waitUntilIdle } from '@leadline/testkit/webhooks/deliveries';
import { addEndpoint } from '@leadline/testkit/webhooks/endpoints';
import type { Receiver } from '@leadline/testkit/webhooks/receiver';
import { newCustomer, useWebhooks } from '@leadline/testkit/webhooks/use-webhooks';
import { expect, test } from 'vitest';

const suite = useWebhooks();

const events = ['usage.threshold'];
const month = new Date().toISOString().slice(0, 7);
const leadsOf = (count: number, prefix = 'lead'): Record<string, unknown>[] =>
  Array.from({ length: count }, (_, index) => makeLead({ email: `${prefix}-${index}@acme.com`, phone: '' }));

async function customerWith(monthlyLeads: number) {
  const customer = await newCustomer(suite, { monthlyLeads });
  const { receiver } = await addEndpoint(suite, customer.call, { events });
  return { ...customer, receiver };
}

/** Sorted by percentage, once all deliveries are done. */
async function thresholdsAt(receiver: Receiver) {
  await waitUntilIdle(suite);
  expect(receiver.repeats).toBe(0);
  return receiver.accepted.map(({ body }) => body.data).toSorted((a, b) => a.percent - b.percent);
}

test('sequential posts cross each threshold with the lead that reaches it', async () => {
  const { call, receiver } = await customerWith(10);
  for (const [index, lead] of leadsOf(10).entries()) {
    await call('/api/webhook.php', lead);
    if (index === 6) expect(await thresholdsAt(receiver)).toEqual([]);
    if (index === 8)
      expect(await thresholdsAt(receiver)).toEqual([{ month, percent: 80, used: 8, limit: 10, spam: 0 }]);
  }
  expect(await call('/api/webhook.php', makeLead())).toMatchObject({ status: 402 });
  expect(await thresholdsAt(receiver)).toEqual([
    { month, percent: 80, used: 8, limit: 10, spam: 0 },
    { month, percent: 100, used: 10, limit: 10, spam: 0 },
  ]);
  expect(receiver.accepted[0]?.body).toMatchObject({ type: 'usage.threshold' });
});

test('one batch can cross both thresholds, and leads over the limit cross no more', async () => {
  const { call, receiver } = await customerWith(10);
  const batch = await call('/api/batch', { leads: leadsOf(20) });
  expect(batch.body).toMatchObject({ stored: 10, refused: 10 });
  await call('/api/batch', { leads: leadsOf(20) });
  expect(await thresholdsAt(receiver)).toEqual([
    { month, percent: 80, used: 10, limit: 10, spam: 0 },
    { month, percent: 100, used: 10, limit: 10, spam: 0 },
  ]);
});

test('spam crosses no threshold, but a lead that is rescued from it can', async () => {
  const { call, receiver } = await customerWith(2);
  const spam = await call('/api/webhook.php', { ...makeLead({ phone: '' }), _website: 'http://bot.example' });
  for (const lead of leadsOf(1)) await call('/api/webhook.php', lead);
  expect(await thresholdsAt(receiver)).toEqual([]);
  const feedback = `/api/leads/${spam.body.lead_id}/feedback`;
  expect(await call(feedback, { verdict: 'not_spam' })).toMatchObject({ status: 200 });
  expect(await thresholdsAt(receiver)).toEqual([
    { month, percent: 80, used: 2, limit: 2, spam: 0 },
    { month, percent: 100, used: 2, limit: 2, spam: 0 },
  ]);
});

test('a batch that is rejected as a whole crosses no threshold', async () => {
  const { call, receiver } = await customerWith(10);
  expect(await call('/api/batch', { leads: leadsOf(11), when_full: 'stop' })).toMatchObject({ status: 402 });
  expect(await thresholdsAt(receiver)).toEqual([]);
});

test('the only lead of a one-lead plan crosses both thresholds', async () => {
  const { call, receiver } = await customerWith(1);
  await call('/api/webhook.php', makeLead());
  expect(await thresholdsAt(receiver)).toMatchObject([{ percent: 80 }, { percent: 100 }]);
});

test('concurrent posts to two processes cross each threshold once', async () => {
  const { liveKey: key, receiver } = await customerWith(50);
  const second = await startTestApi(suite.databaseUrl);
  try {
    const posts = leadsOf(120).map((lead, index) =>
      call((index % 2 === 0 ? suite.api : second).url, '/api/webhook.php', lead, { key }),
    );
    const answers = await Promise.all(posts);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
  } finally {
    await second.stop();
  }
  const [first, last, ...more] = await thresholdsAt(receiver);
  expect(first).toMatchObject({ percent: 80, limit: 50, spam: 0 });
  expect(first.used).toBeGreaterThanOrEqual(40);
  expect(last).toMatchObject({ percent: 100, used: 50, limit: 50, spam: 0 });
  expect(more).toEqual([]);
});

test('imported leads count toward the thresholds', async () => {
  const { call, receiver } = await customerWith(10);
  const rows = leadsOf(12).map(({ email }) => email);
  await call('/api/imports?start=true', ['email', ...rows].join('\n'), {
    headers: { 'Content-Type': 'text/csv' },
  });
  await receiver.untilAccepted(2);
  expect(await thresholdsAt(receiver)).toMatchObject([
    { percent: 80, used: 10 },
    { percent: 100, used: 10 },
  ]);
});

test('deleting a lead does not lower the usage, so no threshold is crossed again', async () => {
  const { call, receiver } = await customerWith(5);
  const ids: string[] = [];
  for (const lead of leadsOf(4)) ids.push((await call('/api/webhook.php', lead)).body.lead_id);
  await call(`/api/leads/${ids[0]}`, undefined, { method: 'DELETE' });
  await call('/api/webhook.php', makeLead());
  expect(await thresholdsAt(receiver)).toMatchObject([{ percent: 80 }, { percent: 100 }]);
});

test('a repeated request crosses no threshold', async () => {
  const { call, receiver } = await customerWith(5);
  for (const lead of leadsOf(3)) await call('/api/webhook.php', lead);
  const again = { headers: { 'Idempotency-Key': 'the fourth' } };
  for (let time = 0; time < 3; time++) await call('/api/webhook.php', makeLead(), again);
  expect(await thresholdsAt(receiver)).toMatchObject([{ percent: 80, used: 4 }]);
});
