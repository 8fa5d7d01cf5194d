// Repeated requests get the same response and store nothing.

import { makeAccount } from '@leadline/testkit/database/accounts';
import { call } from '@leadline/testkit/http/call';
import { expectError, retryAfter } from '@leadline/testkit/http/expect-error';
import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import { useApi } from '@leadline/testkit/service/use-api';
import { describe, expect, test } from 'vitest';
import type { NewAccount } from '../../src/operations/commands/create-account.ts';
import { holdWrites } from '../support/hold-writes.ts';

const suite = useApi();

const send = (
  { liveKey }: NewAccount,
  lead: unknown,
  headers: Record<string, string> = {},
  path = '/api/webhook.php',
) => call(suite.api.url, path, lead, { key: liveKey, headers });

async function storedBy({ liveKey }: NewAccount): Promise<number> {
  const usage = await call(suite.api.url, '/api/usage', undefined, { key: liveKey });
  const page = await call(suite.api.url, '/api/leads', undefined, { key: liveKey });
  expect(page.body.data).toHaveLength(usage.body.data.used);
  return usage.body.data.used;
}

describe('an Idempotency-Key', () => {
  test.each(['/api/webhook.php', '/api/score.php'])(
    'makes repeated requests to %s count as one',
    async (path) => {
      const account = await makeAccount(suite.owner);
      const lead = makeLead();
      const headers = { 'Idempotency-Key': 'order 1' };
      const first = await send(account, lead, headers, path);
      const again = await send(account, lead, headers, path);
      expect(first.status).toBe(200);
      expect(again).toMatchObject({ status: 200, text: first.text });
      expect(await storedBy(account)).toBe(1);
    },
  );

  test.each(['/api/webhook.php', '/api/score.php'])(
    'with a different body is rejected by %s',
    async (path) => {
      const account = await makeAccount(suite.owner);
      const headers = { 'Idempotency-Key': 'order-2' };
      await send(account, { email: newEmail() }, headers, path);
      const other = await send(account, { email: newEmail() }, headers, path);
      expectError(other, 'idempotency_key_reused');
      expect(await storedBy(account)).toBe(1);
    },
  );

  test('separates requests with the same body', async () => {
    const account = await makeAccount(suite.owner);
    const lead = makeLead();
    const first = await send(account, lead, { 'Idempotency-Key': 'a' });
    const second = await send(account, lead, { 'Idempotency-Key': 'b' });
    const third = await send(account, lead);
    expect(new Set([first, second, third].map(({ body }) => body.lead_id)).size).toBe(3);
  });

  test('takes precedence over the delivery ID', async () => {
    const account = await makeAccount(suite.owner);
    const lead = makeLead();
    const first = await send(account, lead, { 'Idempotency-Key': 'a', 'Webhook-Id': '1' });
    const again = await send(account, lead, { 'Idempotency-Key': 'a', 'Webhook-Id': '2' });
    const other = await send(account, lead, { 'Idempotency-Key': 'b', 'Webhook-Id': '2' });
    expect(again.body.lead_id).toBe(first.body.lead_id);
    expect(other.body.lead_id).not.toBe(first.body.lead_id);
  });

  test('only applies to its account', async () => {
    const headers = { 'Idempotency-Key': 'shared' };
    const first = await send(await makeAccount(suite.owner), { email: newEmail() }, headers);
    const second = await send(await makeAccount(suite.owner), { email: newEmail() }, headers);
    expect([first.status, second.status]).toEqual([200, 200]);
  });

  test('can be used again if the request was rejected', async () => {
    const account = await makeAccount(suite.owner);
    const headers = { 'Idempotency-Key': 'second try' };
    expectError(await send(account, {}, headers), 'missing_contact');
    expect(await send(account, { email: newEmail() }, headers)).toMatchObject({ status: 200 });
  });

  test.each(['', 'x'.repeat(256), 'schlüssel'])('is rejected if it is %j', async (key) => {
    const account = await makeAccount(suite.owner);
    expectError(
      await send(account, makeLead(), { 'Idempotency-Key': key }),
      'invalid_input',
      'Idempotency-Key',
    );
    expect(await storedBy(account)).toBe(0);
  });

  test('may have 255 characters', async () => {
    const account = await makeAccount(suite.owner);
    const headers = { 'Idempotency-Key': 'x'.repeat(255) };
    expect(await send(account, makeLead(), headers)).toMatchObject({ status: 200 });
  });
});

describe('a delivery ID', () => {
  test.each(['Webhook-Id', 'Svix-Id', 'X-Webhook-Id', 'X-Webhook-Delivery', 'X-Delivery-Id', 'X-Event-Id'])(
    'in %s makes repeated deliveries count as one',
    async (header) => {
      const account = await makeAccount(suite.owner);
      const lead = makeLead();
      const first = await send(account, lead, { [header]: 'delivery-1' });
      const again = await send(account, lead, { [header]: 'delivery-1' });
      const other = await send(account, lead, { [header]: 'delivery-2' });
      expect(again).toMatchObject({ status: 200, text: first.text });
      expect(other.body.lead_id).not.toBe(first.body.lead_id);
      expect(await storedBy(account)).toBe(2);
    },
  );

  test('that a sender reuses for another lead loses neither lead', async () => {
    const account = await makeAccount(suite.owner);
    const headers = { 'X-Event-Id': '1' };
    await send(account, { email: newEmail() }, headers);
    await send(account, { email: newEmail() }, headers);
    expect(await storedBy(account)).toBe(2);
  });
});

describe('the same body sent again', () => {
  test('gets exactly the same response', async () => {
    const account = await makeAccount(suite.owner);
    const first = await send(account, makeLead());
    const again = await send(account, makeLead());
    expect(again).toMatchObject({ status: 200, text: first.text });
    expect(await storedBy(account)).toBe(1);
  });

  test('is stored once even if many are sent at the same time', async () => {
    const account = await makeAccount(suite.owner);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(account, makeLead())));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await storedBy(account)).toBe(1);
  });

  test('is a new lead if anything differs', async () => {
    const account = await makeAccount(suite.owner);
    await send(account, makeLead());
    await send(account, makeLead({ message: 'We need 41 laptops by Friday' }));
    await send(account, makeLead({ custom_fields: { Role: 'CTO' } }));
    expect(await storedBy(account)).toBe(3);
  });

  test('is stored as a new lead by every call of score.php', async () => {
    const account = await makeAccount(suite.owner);
    const headers = { 'Webhook-Id': 'delivery-1' };
    const ids = new Set<string>();
    for (let i = 0; i < 3; i++) {
      ids.add((await send(account, makeLead(), headers, '/api/score.php')).body.lead_id);
    }
    expect(ids.size).toBe(3);
    expect(await storedBy(account)).toBe(3);
  });

  test('is stored again after its lead was deleted', async () => {
    const account = await makeAccount(suite.owner);
    const first = await send(account, makeLead());
    await call(suite.api.url, `/api/leads/${first.body.lead_id}`, undefined, {
      key: account.liveKey,
      method: 'DELETE',
    });
    expect((await send(account, makeLead())).body.lead_id).not.toBe(first.body.lead_id);
  });
});

describe('while a request is being written', () => {
  async function holdAccount() {
    const account = await makeAccount(suite.owner);
    await send(account, { email: newEmail() });
    return { account, held: await holdWrites(suite.databaseUrl, account.accountId) };
  }

  test('its Idempotency-Key returns 409 with the same body, 422 with another, and the response afterwards', async () => {
    const { account, held } = await holdAccount();
    const headers = { 'Idempotency-Key': 'in flight' };
    const first = send(account, makeLead(), headers);
    try {
      await held.whenWaiting();
      const same = await send(account, makeLead(), headers);
      expectError(same, 'request_in_flight');
      expect(retryAfter(same)).toBeGreaterThanOrEqual(1);
      expectError(await send(account, { email: newEmail() }, headers), 'idempotency_key_reused');
    } finally {
      await held.release();
    }
    const { status, text } = await first;
    expect(status).toBe(200);
    expect(await send(account, makeLead(), headers)).toMatchObject({ status: 200, text });
    expect(await storedBy(account)).toBe(2);
  });

  test('the same body without an Idempotency-Key waits for its response', async () => {
    const { account, held } = await holdAccount();
    const both = Promise.all([send(account, makeLead()), send(account, makeLead())]);
    try {
      await held.whenWaiting();
    } finally {
      await held.release();
    }
    const [first, second] = await both;
    expect(first.status).toBe(200);
    expect(second).toMatchObject({ status: 200, text: first.text });
    expect(await storedBy(account)).toBe(2);
  });
});
