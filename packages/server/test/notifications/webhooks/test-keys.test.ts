// Test and live endpoints only receive the events of their own kind of key.

import { call } from '@leadline/testkit/http/call';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { eventIdOf, waitUntilIdle } from '@leadline/testkit/webhooks/deliveries';
import { addEndpoint } from '@leadline/testkit/webhooks/endpoints';
import { newCustomer, useWebhooks } from '@leadline/testkit/webhooks/use-webhooks';
import { expect, test } from 'vitest';

const suite = useWebhooks();

test('events of test keys and live keys are kept apart', async () => {
  const { call: live, testKey } = await newCustomer(suite);
  const trial: typeof live = (path, body, options) =>
    call(suite.api.url, path, body, { key: testKey, ...options });
  const events = ['lead.scored', 'lead.outcome', 'import.finished'];
  const sides = [
    { caller: live, hook: await addEndpoint(suite, live, { events }) },
    { caller: trial, hook: await addEndpoint(suite, trial, { events }) },
  ];
  for (const { caller, hook } of sides) {
    const { lead_id } = (await caller('/api/webhook.php', makeLead())).body;
    await caller(`/api/leads/${lead_id}/outcome`, { outcome: 'won' });
    await caller('/api/imports?start=true', 'email\nzoe@acme.com\n', {
      headers: { 'Content-Type': 'text/csv' },
    });
    const { receiver } = hook;
    await receiver.until(() => receiver.of('import.finished').length === 1, 'the import ends');
    await waitUntilIdle(suite);
    expect(receiver.of('lead.scored').map(({ id }) => id)).toEqual([eventIdOf(lead_id)]);
    expect(receiver.of('lead.outcome').map(({ body }) => body.data.lead_id)).toEqual([lead_id]);
  }
  for (const { hook } of sides) {
    expect(hook.receiver.receipts).toHaveLength(3);
    expect(hook.receiver.unverified).toEqual([]);
  }
});

test('an endpoint created with a live key looks nonexistent to a test key, and vice versa', async () => {
  const { call: live, testKey } = await newCustomer(suite);
  const hook = await addEndpoint(suite, live);
  const asTest = (path: string, body?: unknown, method?: string) =>
    call(suite.api.url, path, body, { key: testKey, ...(method === undefined ? {} : { method }) });
  expect((await asTest('/api/webhooks')).body.data).toEqual([]);
  expect(await asTest(hook.path)).toMatchObject({ status: 404 });
  expect(await asTest(`${hook.path}/test`, {})).toMatchObject({ status: 404 });
  expect(await asTest(`${hook.path}/redeliver`, {})).toMatchObject({ status: 404 });
  expect(await asTest(hook.path, { enabled: false }, 'PATCH')).toMatchObject({ status: 404 });
  expect(await asTest(hook.path, undefined, 'DELETE')).toMatchObject({ status: 404 });
  await waitUntilIdle(suite);
  expect(hook.receiver.receipts).toEqual([]);
});
