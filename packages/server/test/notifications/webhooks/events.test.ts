// Every type of event reaches its subscribers, signed, with the documented payload.

import { makeLead } from '@leadline/testkit/leads/make-lead';
import { eventIdOf, listDeliveries, waitUntilIdle } from '@leadline/testkit/webhooks/deliveries';
import { addEndpoint } from '@leadline/testkit/webhooks/endpoints';
import { newCustomer, useWebhooks } from '@leadline/testkit/webhooks/use-webhooks';
import { expect, test } from 'vitest';

const suite = useWebhooks();

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const hot = makeLead({
  budget: '$50,000',
  message: 'We need 40 laptops by Friday, please call me to order. I am the head of purchasing.',
  custom_fields: { 'When do you want to start?': 'Now', 'Are you the decision maker?': 'Yes' },
});
const spam = makeLead({ email: 'x@mailinator.com', phone: '', message: 'We sell SEO backlinks, buy now!!!' });

test('lead.scored contains the lead and the result that the sender got', async () => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call);
  const scored = (await call('/api/webhook.php', hot)).body;
  const [receipt] = await hook.receiver.untilAccepted(1);
  const { lead } = (await call(`/api/leads/${scored.lead_id}`)).body.data;
  expect(receipt?.id).toBe(eventIdOf(scored.lead_id));
  expect(receipt?.body).toStrictEqual({
    type: 'lead.scored',
    timestamp: expect.stringMatching(MOMENT),
    data: {
      lead_id: scored.lead_id,
      person_id: expect.stringMatching(/^person_[0-9a-f]{32}$/),
      received_at: receipt?.body.timestamp,
      lead,
      version: scored.version,
      model_version: null,
      closing: { probability: 0.5, low: 0.4, high: 0.6, basis: 'stated prior' },
      ...scored.data,
    },
  });
  expect(receipt?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': expect.stringMatching(/^Leadline-Webhooks\//),
    'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
    'webhook-signature': expect.stringMatching(/^v1,\S+$/),
  });
});

test('lead.scored is also sent for leads from the other intake calls', async () => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call);
  const legacy = (await call('/api/score.php', makeLead())).body.lead_id;
  const batch = (await call('/api/batch', { leads: [makeLead({ email: 'b@acme.com' }), hot] })).body.data;
  await hook.receiver.untilAccepted(3);
  expect(hook.receiver.acceptedIds).toEqual(
    new Set([legacy, ...batch.map(({ lead_id }: { lead_id: string }) => lead_id)].map(eventIdOf)),
  );
});

test('lead.scored is only sent for leads of the minimum grade or better', async () => {
  const { call } = await newCustomer(suite);
  const grades = ['Hot', 'Warm', 'Cool', 'Cold', 'Spam'];
  const hooks = await Promise.all(grades.map((min_grade) => addEndpoint(suite, call, { min_grade })));
  const leads = [hot, spam, makeLead(), makeLead({ email: 'c@gmail.com', phone: '', message: 'hi' })];
  const scored = await Promise.all(leads.map(async (lead) => (await call('/api/webhook.php', lead)).body));
  const rank = ({ data }: (typeof scored)[number]): number => grades.indexOf(data.grade);
  // Only meaningful if the grades differ.
  expect(new Set(scored.map(rank)).size).toBeGreaterThan(2);
  await waitUntilIdle(suite);
  for (const [least, { receiver }] of hooks.entries()) {
    const wanted = scored.filter((lead) => rank(lead) <= least).map(({ lead_id }) => eventIdOf(lead_id));
    expect(receiver.acceptedIds, grades[least]).toEqual(new Set(wanted));
  }
});

test('lead.outcome is sent for every outcome, with its lead', async () => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call, { events: ['lead.outcome'], min_grade: 'Hot' });
  const { lead_id, data } = (await call('/api/webhook.php', makeLead())).body;
  const at = '2026-01-02T03:04:05.000Z';
  await call(`/api/leads/${lead_id}/outcome`, { outcome: 'won', at, amount: 1234.5, reason: 'Fast answer' });
  await hook.receiver.untilAccepted(1);
  await call(`/api/leads/${lead_id}/outcome`, { outcome: 'lost' });
  const [won, lost] = await hook.receiver.untilAccepted(2);
  expect(won?.body).toStrictEqual({
    type: 'lead.outcome',
    timestamp: expect.stringMatching(MOMENT),
    data: {
      lead_id,
      person_id: expect.stringMatching(/^person_/),
      outcome: 'won',
      at,
      amount: 1234.5,
      reason: 'Fast answer',
      score: data.score,
      grade: data.grade,
      source: 'google',
    },
  });
  expect(lost?.body.data).toMatchObject({ lead_id, outcome: 'lost', amount: null, reason: null });
  expect(won?.id).not.toBe(lost?.id);
});

test('import.finished is sent once for an import, and nothing for its leads', async () => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call, { events: ['import.finished', 'lead.scored', 'lead.outcome'] });
  const file = 'email,name,outcome\nana@acme.com,Ana Lopez,won\n,Bob,\ncarl@acme.com,Carl,\n';
  const uploaded = await call('/api/imports?file_name=old.csv&start=true', file, {
    headers: { 'Content-Type': 'text/csv' },
  });
  const [receipt] = await hook.receiver.untilAccepted(1);
  expect(receipt?.body).toStrictEqual({
    type: 'import.finished',
    timestamp: expect.stringMatching(MOMENT),
    data: {
      import_id: uploaded.body.data.import_id,
      status: 'finished',
      file_name: 'old.csv',
      rows_read: 3,
      stored: 2,
      refused: 1,
      repeated: 0,
      warnings: 0,
      error: null,
    },
  });
  await waitUntilIdle(suite);
  expect(hook.receiver.receipts).toHaveLength(1);
});

test('webhook.test goes only to its endpoint, whatever that subscribes to', async () => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call, { events: ['usage.threshold'] });
  const other = await addEndpoint(suite, call);
  const sent = await call(`${hook.path}/test`, {});
  const [receipt] = await hook.receiver.untilAccepted(1);
  expect(receipt?.id).toBe(sent.body.data.event_id);
  expect(receipt?.body).toStrictEqual({
    type: 'webhook.test',
    timestamp: expect.stringMatching(MOMENT),
    data: { webhook_id: hook.id, message: 'A test from Leadline.' },
  });
  await waitUntilIdle(suite);
  expect(other.receiver.receipts).toEqual([]);
  expect(await listDeliveries(call, hook)).toMatchObject([
    { event_id: receipt?.id, event: 'webhook.test', status: 'delivered', lead_id: null },
  ]);
});

test('an endpoint only receives the events it subscribes to', async () => {
  const { call } = await newCustomer(suite, { monthlyLeads: 1 });
  const events = ['lead.scored', 'lead.outcome', 'usage.threshold', 'import.finished'];
  const hooks = await Promise.all(events.map((event) => addEndpoint(suite, call, { events: [event] })));
  const all = await addEndpoint(suite, call, { events });
  const { lead_id } = (await call('/api/webhook.php', makeLead())).body;
  await call(`/api/leads/${lead_id}/outcome`, { outcome: 'won' });
  await call('/api/imports?start=true', 'email\nzoe@acme.com\n', { headers: { 'Content-Type': 'text/csv' } });
  await all.receiver.until(() => all.receiver.of('import.finished').length === 1, 'the import ends');
  await waitUntilIdle(suite);
  for (const [index, { receiver }] of hooks.entries()) {
    expect(new Set(receiver.receipts.map(({ type }) => type))).toEqual(new Set([events[index]]));
  }
  expect(new Set(all.receiver.receipts.map(({ type }) => type))).toEqual(new Set(events));
  expect(all.receiver.unverified).toEqual([]);
});
