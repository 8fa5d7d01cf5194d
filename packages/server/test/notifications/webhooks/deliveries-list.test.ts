// The list of deliveries and their results.

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { ApiResponse } from '@leadline/testkit/http/call';
import { expectError } from '@leadline/testkit/http/expect-error';
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
import { describe, expect, test } from 'vitest';

const suite = useWebhooks();

const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

test('a successful delivery is listed with all its fields', async () => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call);
  hook.receiver.answer(202, 'thank you');
  const { lead_id } = (await call('/api/webhook.php', makeLead())).body;
  const [delivery] = await waitForDeliveries(call, hook, ([first]) => first?.status === 'delivered');
  expect(delivery).toStrictEqual({
    event_id: eventIdOf(lead_id),
    event: 'lead.scored',
    lead_id,
    status: 'delivered',
    attempts: 1,
    created_at: MOMENT,
    last_attempt_at: MOMENT,
    next_attempt_at: null,
    response_status: 202,
    response_excerpt: 'thank you',
    error: null,
  });
});

test('paging lists every delivery once, newest first', async () => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call);
  const leads = Array.from({ length: 25 }, (_, index) => makeLead({ email: `lead-${index}@acme.com` }));
  const { data } = (await call('/api/batch', { leads })).body;
  await hook.receiver.untilAccepted(25);
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: ApiResponse = await call(`${hook.path}/deliveries?limit=10${cursor}`);
    expect(page.body.data.length).toBeGreaterThan(0);
    seen.push(...page.body.data.map(({ event_id }: { event_id: string }) => event_id));
    cursor = page.body.next_cursor === null ? null : `&cursor=${page.body.next_cursor}`;
  }
  const ids: string[] = data.map(({ lead_id }: { lead_id: string }) => eventIdOf(lead_id));
  expect(seen).toEqual(ids.toSorted().toReversed());
});

test('deliveries can be filtered by each status', async () => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call);
  const post = async () => eventIdOf((await call('/api/score.php', makeLead())).body.lead_id);
  const delivered = await post();
  await hook.receiver.untilAccepted(1);
  hook.receiver.answer(500);
  const pending = await post();
  await waitForDeliveries(call, hook, ([first]) => first?.attempts === 1);
  await waitUntilIdle(suite);
  hook.receiver.answer(410);
  const failed = await post();
  await waitForDeliveries(call, hook, ([first]) => first?.status === 'failed');
  for (const [status, event] of Object.entries({ delivered, pending, failed })) {
    const listed = await listDeliveries(call, hook, `?status=${status}`);
    expect(listed.map(({ event_id }) => event_id)).toEqual([event]);
  }
});

test.each([
  ['?limit=0', 'invalid_input', 'limit'],
  ['?limit=101', 'invalid_input', 'limit'],
  ['?status=lost', 'invalid_input', 'pending, delivered, failed'],
  ['?cursor=yesterday', 'invalid_cursor', 'cursor'],
  ['?page=2', 'invalid_input', 'unknown field'],
] as const)('listing deliveries with %s fails with %s', async (query, code, words) => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call);
  expectError(await call(`${hook.path}/deliveries${query}`), code, words);
});

test('the first 500 characters of a response are stored, whatever it contains', async () => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call);
  let sent = 0;
  const excerptOf = async (text: string): Promise<string> => {
    hook.receiver.answer(200, text);
    await call('/api/score.php', makeLead());
    sent++;
    const [latest] = await waitForDeliveries(
      call,
      hook,
      (all) => all.length === sent && all.every(({ status }) => status === 'delivered'),
    );
    return latest.response_excerpt;
  };
  expect(await excerptOf('')).toBe('');
  expect(await excerptOf('a\0b')).toBe('ab');
  expect(await excerptOf('x'.repeat(5_000))).toBe('x'.repeat(500));
  const emoji = await excerptOf(`x${'😀'.repeat(1_000)}`);
  expect(emoji.length).toBeLessThanOrEqual(500);
  expect(emoji.isWellFormed()).toBe(true);
});

describe('the error of a failed delivery', () => {
  const failureAt = async (url: string): Promise<Record<string, unknown>> => {
    const { call } = await newCustomer(suite);
    const { body } = await call('/api/webhooks', { url });
    const path = `/api/webhooks/${body.data.webhook_id}`;
    await call(`${path}/test`, {});
    const hook = { path } as Awaited<ReturnType<typeof addEndpoint>>;
    const [delivery] = await waitForDeliveries(call, hook, ([first]) => first?.attempts === 1, 25_000);
    expect(delivery).toMatchObject({ status: 'pending', last_attempt_at: MOMENT, next_attempt_at: MOMENT });
    return delivery;
  };

  test.each([400, 401, 404, 429, 500, 503])('names the status if the receiver returns %i', async (status) => {
    const receiver = await suite.startReceiver();
    receiver.answer(status, 'no');
    expect(await failureAt(receiver.url)).toMatchObject({
      response_status: status,
      response_excerpt: 'no',
      error: `returned ${status}`,
    });
  });

  test('says that the connection was refused if the receiver is down', async () => {
    const receiver = await suite.startReceiver();
    await receiver.goDown();
    expect(await failureAt(receiver.url)).toMatchObject({
      response_status: null,
      response_excerpt: null,
      error: 'connection refused',
    });
  });

  test('says that the request timed out if the receiver never responds', async () => {
    const receiver = await suite.startReceiver();
    receiver.hang();
    expect(await failureAt(receiver.url)).toMatchObject({ error: 'no response within 15 seconds' });
  }, 40_000);

  test('says that the connection was closed if the receiver hangs up', async () => {
    const server = createServer((socket) => socket.on('data', () => socket.destroy())).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await failureAt(`http://127.0.0.1:${port}`)).toMatchObject({
      error: 'connection closed without a response',
    });
    server.close();
  });

  test('blames TLS if an https URL leads to a plain HTTP server', async () => {
    const receiver = await suite.startReceiver();
    const { error } = await failureAt(receiver.url.replace('http:', 'https:'));
    // There is no certificate, so the error must not blame one.
    expect(error).not.toMatch(/certificate/);
    expect(error).toMatch(/TLS/);
  });

  test('blames the connection if the receiver does not speak HTTP', async () => {
    const server = createServer((socket) => socket.end('220 smtp.example.org ESMTP\r\n')).listen(
      0,
      '127.0.0.1',
    );
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { error } = await failureAt(`http://127.0.0.1:${port}`);
    expect(error).toMatch(/^connection [a-z ]+$/);
    server.close();
  });
});

test('the error is cleared once a retry succeeds', async () => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call);
  hook.receiver.answer(500, 'oh no');
  await call('/api/webhook.php', makeLead());
  await waitForDeliveries(call, hook, ([first]) => first?.attempts === 1);
  hook.receiver.answer(200, 'fine');
  await advanceClock(suite, 1);
  const [delivery] = await waitForDeliveries(call, hook, ([first]) => first?.status === 'delivered');
  expect(delivery).toMatchObject({
    attempts: 2,
    response_status: 200,
    response_excerpt: 'fine',
    error: null,
    next_attempt_at: null,
  });
});
