// Endpoints that are gone or keep failing are disabled, with a reason. A disabled endpoint receives nothing.

import { expectError } from '@leadline/testkit/http/expect-error';
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
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';

const suite = useWebhooks();

const getHook = async (call: Caller, { path }: Endpoint) => (await call(path)).body.data;
const post = async (call: Caller): Promise<string> =>
  eventIdOf((await call('/api/score.php', makeLead())).body.lead_id);
const switchTo = (call: Caller, { path }: Endpoint, enabled: boolean) =>
  call(path, { enabled }, { method: 'PATCH' });
const untilOff = (call: Caller, hook: Endpoint) =>
  vi.waitFor(
    async () => {
      const shown = await getHook(call, hook);
      expect(shown.enabled).toBe(false);
      return shown;
    },
    { timeout: 20_000, interval: 50 },
  );
const auditOf = async (call: Caller, { id }: Endpoint) =>
  (await call('/api/audit')).body.data.filter(
    (entry: { subject: string; actor: string }) => entry.subject === id && entry.actor === 'worker',
  );

test('a 410 response disables an endpoint immediately, and the API and the audit log say why', async () => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call);
  hook.receiver.answer(410, 'moved away');
  const event = await post(call);
  expect(await untilOff(call, hook)).toMatchObject({
    disabled_reason: 'gone',
    disabled_at: expect.any(String),
    failing_since: expect.any(String),
  });
  expect(await listDeliveries(call, hook)).toMatchObject([
    {
      event_id: event,
      status: 'failed',
      attempts: 1,
      next_attempt_at: null,
      response_status: 410,
      response_excerpt: 'moved away',
      error: 'returned 410',
    },
  ]);
  expect(await auditOf(call, hook)).toMatchObject([
    { action: 'webhook.disabled', actor: 'worker', details: { reason: 'gone' } },
  ]);
  await post(call);
  await waitUntilIdle(suite);
  expect(hook.receiver.receipts).toHaveLength(1);
});

test('five days of failures disable an endpoint, but fewer do not', async () => {
  const { call, accountId } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call);
  hook.receiver.answer(500);
  const failFor = (hours: number) =>
    sql`update leadline.webhook_endpoints set failing_since = now() - make_interval(hours => ${hours})
      where account_id = ${accountId}`.execute(suite.owner);
  await post(call);
  await waitForDeliveries(call, hook, ([first]) => first?.attempts === 1);
  expect(await getHook(call, hook)).toMatchObject({ enabled: true, failing_since: expect.any(String) });

  await failFor(5 * 24 - 1);
  await post(call);
  await waitForDeliveries(call, hook, (all) => all.length === 2 && all.every(({ attempts }) => attempts > 0));
  expect(await getHook(call, hook)).toMatchObject({ enabled: true, disabled_reason: null });

  await failFor(5 * 24 + 1);
  await post(call);
  expect(await untilOff(call, hook)).toMatchObject({
    disabled_reason: 'failing',
  });
  expect(await auditOf(call, hook)).toMatchObject([
    { action: 'webhook.disabled', details: { reason: 'failing' } },
  ]);
});

test('one successful delivery resets the count of failing days', async () => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call);
  hook.receiver.answer(500);
  await post(call);
  await waitForDeliveries(call, hook, ([first]) => first?.attempts === 1);
  hook.receiver.answer();
  await post(call);
  await vi.waitFor(async () => expect(await getHook(call, hook)).toMatchObject({ failing_since: null }), {
    timeout: 10_000,
  });
  expect(await getHook(call, hook)).toMatchObject({ enabled: true });
});

test('a redirect is not followed', async () => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call);
  const elsewhere = await suite.startReceiver();
  hook.receiver.redirect(`${elsewhere.url}/hook`);
  await post(call);
  const [delivery] = await waitForDeliveries(call, hook, ([first]) => first?.attempts === 1);
  expect(delivery).toMatchObject({
    status: 'pending',
    response_status: 307,
    error: 'returned a redirect (307); redirects are not followed',
  });
  expect([...elsewhere.receipts, ...elsewhere.unverified]).toEqual([]);
});

test('a disabled endpoint receives nothing, and only new events once it is enabled again', async () => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call);
  const other = await addEndpoint(suite, call);
  await post(call);
  await hook.receiver.untilAccepted(1);
  const off = await switchTo(call, hook, false);
  expect(off.body.data).toMatchObject({ enabled: false, disabled_reason: 'by_hand' });
  await post(call);
  await other.receiver.untilAccepted(2);
  await waitUntilIdle(suite);
  expect(hook.receiver.receipts).toHaveLength(1);

  const on = await switchTo(call, hook, true);
  expect(on.body.data).toMatchObject({ enabled: true, disabled_reason: null, disabled_at: null });
  const event = await post(call);
  await hook.receiver.untilAccepted(2);
  await waitUntilIdle(suite);
  expect(hook.receiver.receipts.map(({ id }) => id).slice(1)).toEqual([event]);
  expect((await call('/api/audit')).body.data.slice(0, 2)).toMatchObject([
    { action: 'webhook.changed', subject: hook.id, details: { enabled: true } },
    { action: 'webhook.changed', subject: hook.id, details: { enabled: false } },
  ]);
});

test('a pending delivery waits while its endpoint is disabled, and is sent afterwards', async () => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call);
  hook.receiver.answer(500);
  const event = await post(call);
  await waitForDeliveries(call, hook, ([first]) => first?.attempts === 1);
  await switchTo(call, hook, false);
  hook.receiver.answer();
  await advanceClock(suite, 1);
  const [delivery] = await waitForDeliveries(call, hook, ([first]) => first?.attempts === 2);
  expect(delivery).toMatchObject({ status: 'pending', error: 'the endpoint is switched off' });
  expect(hook.receiver.accepted).toEqual([]);
  await switchTo(call, hook, true);
  await advanceClock(suite, 1);
  await hook.receiver.untilAccepted(1);
  expect(hook.receiver.acceptedIds).toEqual(new Set([event]));
});

test('tests and redeliveries to a disabled endpoint are rejected', async () => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call);
  const event = await post(call);
  await waitForDeliveries(call, hook, ([first]) => first?.status === 'delivered');
  await switchTo(call, hook, false);
  for (const verb of ['test', 'redeliver', `deliveries/${event}/redeliver`]) {
    expectError(await call(`${hook.path}/${verb}`, {}), 'webhook_disabled');
  }
  await waitUntilIdle(suite);
  expect(hook.receiver.receipts).toHaveLength(1);
});
