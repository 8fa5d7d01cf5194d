// Headers that customers add to deliveries: sent, encrypted, never shown again, and unable to change the request itself.

import { dumpTables } from '@leadline/testkit/database/dump-tables';
import { expectError } from '@leadline/testkit/http/expect-error';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { addEndpoint } from '@leadline/testkit/webhooks/endpoints';
import { newCustomer, useWebhooks } from '@leadline/testkit/webhooks/use-webhooks';
import { expect, test } from 'vitest';

const suite = useWebhooks();
const TOKEN = 'Bearer 0123456789-secret-token-wxyz';

test('custom headers are sent with each delivery, beside ours', async () => {
  const { call } = await newCustomer(suite);
  const headers = [
    { name: 'Authorization', value: TOKEN },
    { name: 'X-Tenant', value: 'acme, "north"' },
  ];
  const { receiver, path } = await addEndpoint(suite, call, { headers });
  await call('/api/webhook.php', makeLead());
  const [first] = await receiver.untilAccepted(1);
  expect(first?.headers).toMatchObject({
    authorization: TOKEN,
    'x-tenant': 'acme, "north"',
    'content-type': 'application/json',
    'user-agent': 'Leadline-Webhooks/1',
  });
  // A new secret and a test event keep them.
  const { body } = await call(`${path}/rotate-secret`, {});
  receiver.trust(body.data.secret);
  await call(`${path}/test`, {});
  const [, second] = await receiver.untilAccepted(2);
  expect(second?.headers.authorization).toBe(TOKEN);
});

test('values are never shown again and are only stored encrypted', async () => {
  const { call } = await newCustomer(suite);
  const headers = [
    { name: 'Authorization', value: TOKEN },
    { name: 'X-Short', value: 'tiny-secret' },
  ];
  const created = await call('/api/webhooks', { url: 'http://127.0.0.1:9/hook', headers });
  const path = `/api/webhooks/${created.body.data.webhook_id}`;
  const shown = [
    { name: 'Authorization', hint: 'wxyz' },
    { name: 'X-Short', hint: '' },
  ];
  for (const answer of [
    created,
    await call(path),
    await call('/api/webhooks'),
    await call(path, { description: 'x' }, { method: 'PATCH' }),
    await call('/api/audit'),
  ]) {
    expect(answer.text).not.toContain('secret-token');
    expect(answer.text).not.toContain('tiny-secret');
  }
  expect((await call(path)).body.data.headers).toEqual(shown);
  const stored = [...(await dumpTables(suite, ['leadline', 'leadline_jobs'])).values()].join('\n');
  for (const secret of ['secret-token', 'tiny-secret'])
    for (const text of [secret, Buffer.from(secret).toString('hex')]) expect(stored).not.toContain(text);
});

test('a header without a value keeps the one it has, and others are replaced', async () => {
  const { call } = await newCustomer(suite);
  const headers = [
    { name: 'Authorization', value: TOKEN },
    { name: 'X-Old', value: 'old' },
  ];
  const { receiver, path } = await addEndpoint(suite, call, { headers });
  const patch = (body: unknown) => call(path, body, { method: 'PATCH' });
  const changed = await patch({ headers: [{ name: 'authorization' }, { name: 'X-New', value: 'new' }] });
  expect(changed.body.data.headers).toEqual([
    { name: 'authorization', hint: 'wxyz' },
    { name: 'X-New', hint: '' },
  ]);
  await call('/api/webhook.php', makeLead());
  const [receipt] = await receiver.untilAccepted(1);
  expect(receipt?.headers).toMatchObject({ authorization: TOKEN, 'x-new': 'new' });
  expect(receipt?.headers).not.toHaveProperty('x-old');
  expectError(await patch({ headers: [{ name: 'X-Unknown' }] }), 'invalid_input', 'X-Unknown needs a value');
  expect((await patch({ headers: [] })).body.data.headers).toEqual([]);
});

test('values have to be entered again when the URL moves to another host', async () => {
  const { call } = await newCustomer(suite);
  const headers = [{ name: 'Authorization', value: TOKEN }];
  const { path, receiver } = await addEndpoint(suite, call, { headers });
  const thief = await suite.startReceiver();
  const patch = (body: unknown) => call(path, body, { method: 'PATCH' });
  for (const body of [
    { url: `${thief.url}/hook` },
    { url: `${thief.url}/hook`, headers: [{ name: 'Authorization' }] },
  ])
    expectError(await patch(body), 'invalid_input', 'enter the values of the headers again');
  expect((await patch({ url: `${receiver.url}/elsewhere` })).status).toBe(200);
  expect((await patch({ url: `${thief.url}/hook`, headers })).status).toBe(200);
});

test.each([
  ['Host', 'example.org'],
  ['Content-Length', '1'],
  ['content-type', 'text/html'],
  ['Transfer-Encoding', 'chunked'],
  ['Connection', 'close'],
  ['Keep-Alive', 'timeout=600'],
  ['Upgrade', 'h2c'],
  ['Expect', '100-continue'],
  ['TE', 'trailers'],
  ['Trailer', 'X'],
  ['Proxy-Authorization', 'x'],
  ['User-Agent', 'x'],
  ['Webhook-Id', 'evt_1'],
  ['webhook-signature', 'v1,x'],
  ['X Y', 'x'],
  ['X:Y', 'x'],
  ['X\r\nHost', 'x'],
  ['Ünicode', 'x'],
  ['X-Value', 'a\r\nX-Injected: 1'],
  ['X-Value', 'a\nb'],
  ['X-Value', 'a\0b'],
  ['X-Value', ' padded '],
  ['X-Value', 'snow ☃'],
])('a header %j with the value %j is rejected', async (name, value) => {
  const body = { url: 'http://127.0.0.1:9/hook', headers: [{ name, value }] };
  expectError(await suite.call('/api/webhooks', body), 'invalid_input');
});

test('the number and size of headers is limited', async () => {
  const create = (headers: readonly unknown[]) =>
    suite.call('/api/webhooks', { url: 'http://127.0.0.1:9/hook', headers });
  const many = (count: number, length: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `X-${index}`, value: 'x'.repeat(length) }));
  expect((await create(many(10, 10))).status).toBe(200);
  expectError(await create(many(11, 10)), 'invalid_input');
  expectError(await create(many(1, 1_001)), 'invalid_input');
  expectError(await create(many(5, 1_000)), 'invalid_input', 'in total');
  expectError(
    await create([
      { name: 'X-A', value: '1' },
      { name: 'x-a', value: '2' },
    ]),
    'invalid_input',
    'twice',
  );
});
