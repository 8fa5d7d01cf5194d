// Rotating a secret: both secrets sign during the grace period, so no delivery is rejected.

import { expectError } from '@leadline/testkit/http/expect-error';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { TEST_SECRET_KEY } from '@leadline/testkit/service/start-in-process';
import { waitUntilIdle } from '@leadline/testkit/webhooks/deliveries';
import { addEndpoint, type Endpoint } from '@leadline/testkit/webhooks/endpoints';
import { type Receipt, Receiver } from '@leadline/testkit/webhooks/receiver';
import { newCustomer, useWebhooks } from '@leadline/testkit/webhooks/use-webhooks';
import { expect, test } from 'vitest';
import { makeWebhookSeal, type Sealed } from '../../../src/notifications/webhooks/seal.ts';
import { makeSecretKeys } from '../../../src/platform/base/secret-keys.ts';

const suite = useWebhooks();

type Customer = Awaited<ReturnType<typeof newCustomer>>;

/** Posts a lead and returns its delivery, verified or not. */
async function deliverOne({ call }: Customer, { receiver }: Endpoint): Promise<Receipt> {
  const count = (): number => receiver.receipts.length + receiver.unverified.length;
  const before = count();
  await call('/api/score.php', makeLead());
  await receiver.until(() => count() > before, 'the next one arrives');
  return [...receiver.receipts, ...receiver.unverified].toSorted((a, b) => b.at - a.at)[0] as Receipt;
}

const signaturesOf = ({ headers }: Receipt): string[] => (headers['webhook-signature'] ?? '').split(' ');

/** Makes the grace period end now. */
async function endGrace({ accountId }: Customer, { id }: Endpoint): Promise<void> {
  const seal = makeWebhookSeal(makeSecretKeys(TEST_SECRET_KEY));
  const endpointId = id.replace('hook_', '');
  const change = (content: Sealed): Sealed =>
    content.former === undefined
      ? content
      : { ...content, former: { ...content.former, until: new Date(Date.now() - 1).toISOString() } };
  const { sealed } = await suite.owner
    .selectFrom('webhook_endpoints')
    .select('sealed')
    .where('id', '=', endpointId)
    .executeTakeFirstOrThrow();
  await suite.owner
    .updateTable('webhook_endpoints')
    .set({ sealed: seal.close(endpointId, change(seal.open(endpointId, sealed))) })
    .where('account_id', '=', accountId)
    .where('id', '=', endpointId)
    .execute();
}

test('both secrets verify until the grace period ends, then only the new one', async () => {
  const customer = await newCustomer(suite);
  const hook = await addEndpoint(suite, customer.call);
  const { receiver } = hook;
  expect(signaturesOf(await deliverOne(customer, hook))).toHaveLength(1);

  const rotated = await customer.call(`${hook.path}/rotate-secret`, { grace_hours: 2 });
  const { secret, webhook_id } = rotated.body.data;
  expect(webhook_id).toBe(hook.id);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32,}=*$/);
  expect(secret).not.toBe(hook.secret);
  // The receiver still knows the old secret, then only the new one.
  expect(signaturesOf(await deliverOne(customer, hook))).toHaveLength(2);
  receiver.trustOnly(secret);
  expect(signaturesOf(await deliverOne(customer, hook))).toHaveLength(2);
  expect(receiver.unverified).toEqual([]);

  await endGrace(customer, hook);
  expect(signaturesOf(await deliverOne(customer, hook))).toHaveLength(1);
  expect(receiver.unverified).toEqual([]);
  receiver.trustOnly(hook.secret);
  await deliverOne(customer, hook);
  expect(receiver.unverified).toHaveLength(1);
});

test('without a grace period the old secret stops working immediately', async () => {
  const customer = await newCustomer(suite);
  const hook = await addEndpoint(suite, customer.call);
  const { secret } = (await customer.call(`${hook.path}/rotate-secret`, { grace_hours: 0 })).body.data;
  await deliverOne(customer, hook);
  expect(hook.receiver.unverified).toHaveLength(1);
  hook.receiver.trust(secret);
  expect(signaturesOf(await deliverOne(customer, hook))).toHaveLength(1);
  expect(hook.receiver.unverified).toHaveLength(1);
});

test('changing the URL does not end the grace period', async () => {
  const customer = await newCustomer(suite);
  const hook = await addEndpoint(suite, customer.call);
  // Without a body, the grace period is 24 hours.
  await customer.call(`${hook.path}/rotate-secret`, undefined, { method: 'POST' });
  const moved = await Receiver.start();
  try {
    await customer.call(hook.path, { url: `${moved.url}/new` }, { method: 'PATCH' });
    moved.trust(hook.secret);
    expect(signaturesOf(await deliverOne(customer, { ...hook, receiver: moved }))).toHaveLength(2);
    expect(moved.unverified).toEqual([]);
  } finally {
    await waitUntilIdle(suite);
    await moved.close();
  }
  expect(hook.receiver.receipts).toEqual([]);
});

test('a secret is shown once, when it is created', async () => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call);
  const responses = [
    await call('/api/webhooks'),
    await call(hook.path),
    await call(hook.path, { description: 'ours' }, { method: 'PATCH' }),
  ];
  for (const { status, text } of responses) {
    expect(status).toBe(200);
    expect(text).not.toContain('whsec_');
  }
});

test('a grace period must be a whole number of hours, up to a week', async () => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call);
  for (const grace_hours of [-1, 169, 1.5, 'soon']) {
    const response = await call(`${hook.path}/rotate-secret`, { grace_hours });
    expectError(response, 'invalid_input');
    expect(response.body.field).toBe('grace_hours');
  }
});
