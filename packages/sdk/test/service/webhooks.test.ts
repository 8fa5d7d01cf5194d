// What a real service delivers, verified by the SDK.

import { useWebhooks } from '@leadline/testkit/webhooks/use-webhooks';
import { expect, test } from 'vitest';
import { Leadline, verifyWebhook, WebhookError } from '../../src/index.ts';

const suite = useWebhooks();

test('a delivered event verifies with the secret of its endpoint, and with no other', async () => {
  const receiver = await suite.startReceiver();
  const leadline = new Leadline({ url: suite.api.url, key: suite.account.liveKey });
  const { secret } = await leadline.webhooks.create({ url: receiver.url, events: ['lead.scored'] });
  receiver.trust(secret);
  const { lead_id } = await leadline.leads.score({ email: 'ana@acme.com', message: 'Zoë needs 40 laptops' });
  const [receipt] = await receiver.untilAccepted(1);
  const { text = '', headers = {} } = receipt ?? {};
  const event = await verifyWebhook(text, headers, secret);
  expect(event).toMatchObject({
    id: lead_id.replace('lead_', 'evt_'),
    type: 'lead.scored',
    data: { lead_id, lead: { message: 'Zoë needs 40 laptops' } },
  });
  const other = `whsec_${btoa('another secret of 24 byte')}`;
  await expect(verifyWebhook(text, headers, other)).rejects.toBeInstanceOf(WebhookError);
});

test('deliveries are listed page by page', async () => {
  const leadline = new Leadline({ url: suite.api.url, key: suite.account.liveKey });
  const receiver = await suite.startReceiver();
  const { webhook_id, secret } = await leadline.webhooks.create({ url: receiver.url });
  receiver.trust(secret);
  await leadline.webhooks.test(webhook_id);
  await leadline.webhooks.test(webhook_id);
  await receiver.untilAccepted(2);
  const types: string[] = [];
  for await (const { event } of leadline.webhooks.deliveries(webhook_id, { limit: 1 })) types.push(event);
  expect(types).toEqual(['webhook.test', 'webhook.test']);
});
