// Managing endpoints: limits, allowed URLs and errors.

import { call as callUrl } from '@leadline/testkit/http/call';
import { expectError } from '@leadline/testkit/http/expect-error';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { startTestApi, TEST_SECRET_KEY } from '@leadline/testkit/service/start-in-process';
import { waitUntilIdle } from '@leadline/testkit/webhooks/deliveries';
import { addEndpoint } from '@leadline/testkit/webhooks/endpoints';
import { newCustomer, useWebhooks } from '@leadline/testkit/webhooks/use-webhooks';
import { describe, expect, test } from 'vitest';
import type { RunningApi } from '../../../src/processes/api.ts';

const suite = useWebhooks();

const url = 'http://127.0.0.1:9/hook';

async function withApi(
  config: { readonly secretKey: string | null; readonly allowPrivateTargets: boolean },
  work: (api: RunningApi) => Promise<void>,
): Promise<void> {
  const api = await startTestApi(suite.databaseUrl, config);
  try {
    await work(api);
  } finally {
    await api.stop();
  }
}

test('an endpoint is returned with its settings and the defaults', async () => {
  const { call } = await newCustomer(suite);
  const { body } = await call('/api/webhooks', { url });
  const { secret, ...shown } = body.data;
  expect(secret).toMatch(/^whsec_/);
  expect(shown).toStrictEqual({
    webhook_id: expect.stringMatching(/^hook_[0-9a-f]{32}$/),
    url,
    description: '',
    format: 'standard',
    events: ['lead.scored'],
    min_grade: 'Spam',
    max_per_minute: null,
    headers: [],
    enabled: true,
    disabled_reason: null,
    disabled_at: null,
    failing_since: null,
    created_at: expect.any(String),
  });
  expect((await call('/api/webhooks')).body).toStrictEqual({ success: true, data: [shown] });
  expect((await call(`/api/webhooks/${shown.webhook_id}`)).body).toStrictEqual({
    success: true,
    data: shown,
  });
});

test('every field of an endpoint can be changed without affecting the others', async () => {
  const { call } = await newCustomer(suite);
  const { secret, ...created } = (await call('/api/webhooks', { url })).body.data;
  const path = `/api/webhooks/${created.webhook_id}`;
  const changes = {
    url: 'http://127.0.0.1:10/other',
    description: 'To the team',
    format: 'slack',
    events: ['lead.outcome', 'usage.threshold'],
    min_grade: 'Hot',
  };
  let expected = created;
  for (const change of Object.entries(changes).map((entry) => Object.fromEntries([entry]))) {
    const { body } = await call(path, change, { method: 'PATCH' });
    expected = { ...expected, ...change };
    expect(body.data).toStrictEqual(expected);
  }
  expect((await call('/api/audit')).body.data[0]).toMatchObject({
    action: 'webhook.changed',
    subject: created.webhook_id,
    details: { changed: ['min_grade'] },
  });
});

test('an empty change leaves the endpoint as it is', async () => {
  const { call } = await newCustomer(suite);
  const { secret, ...created } = (await call('/api/webhooks', { url })).body.data;
  const response = await call(`/api/webhooks/${created.webhook_id}`, {}, { method: 'PATCH' });
  expect(response).toMatchObject({ status: 200, body: { success: true, data: created } });
});

test('a change applies to the next event', async () => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call, { events: ['lead.outcome'] });
  await call('/api/score.php', makeLead());
  await waitUntilIdle(suite);
  expect(hook.receiver.receipts).toEqual([]);
  await call(hook.path, { events: ['lead.scored'] }, { method: 'PATCH' });
  await call('/api/score.php', makeLead());
  await hook.receiver.untilAccepted(1);
});

test('an account can have at most twenty endpoints', async () => {
  const { call } = await newCustomer(suite);
  for (let count = 0; count < 20; count++)
    expect(await call('/api/webhooks', { url })).toMatchObject({ status: 200 });
  expectError(await call('/api/webhooks', { url }), 'limit_reached', '20');
  const [first] = (await call('/api/webhooks')).body.data;
  await call(`/api/webhooks/${first.webhook_id}`, undefined, { method: 'DELETE' });
  expect(await call('/api/webhooks', { url })).toMatchObject({ status: 200 });
});

test('an account gets at most twenty endpoints from forty concurrent requests', async () => {
  const { call } = await newCustomer(suite);
  const responses = await Promise.all(Array.from({ length: 40 }, () => call('/api/webhooks', { url })));
  expect((await call('/api/webhooks')).body.data).toHaveLength(20);
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(20);
  for (const rejected of responses.filter(({ status }) => status !== 200))
    expectError(rejected, 'limit_reached');
});

describe('invalid webhook requests:', () => {
  test.each([
    ['no URL', 'invalid_input', undefined, {}],
    ['a URL with spaces', 'blocked_url', 'url', { url: 'not a url' }],
    ['a URL without a scheme', 'blocked_url', 'url', { url: 'hooks.example.com/leads' }],
    ['an FTP URL', 'blocked_url', 'url', { url: 'ftp://example.org/leads' }],
    ['a URL with a password', 'blocked_url', 'url', { url: 'https://ana:secret@example.org' }],
    ['a URL with a fragment', 'blocked_url', 'url', { url: 'https://example.org/#leads' }],
    [
      'a URL of 2,020 characters',
      'invalid_input',
      'url',
      { url: `https://example.org/${'x'.repeat(2_000)}` },
    ],
    ['a number as the URL', 'invalid_input', 'url', { url: 42 }],
    ['an unknown event', 'invalid_input', 'events.0', { url, events: ['lead.deleted'] }],
    ['no events', 'invalid_input', 'events', { url, events: [] }],
    ['the same event twice', 'invalid_input', 'events', { url, events: ['lead.scored', 'lead.scored'] }],
    ['events as a string', 'invalid_input', 'events', { url, events: 'lead.scored' }],
    ['an unknown grade', 'invalid_input', 'min_grade', { url, min_grade: 'Best' }],
    ['an unknown format', 'invalid_input', 'format', { url, format: 'teams' }],
    [
      'a description of 201 characters',
      'invalid_input',
      'description',
      { url, description: 'x'.repeat(201) },
    ],
    ['a description with NUL', 'invalid_characters', 'description', { url, description: 'a\0b' }],
    ['an unknown field', 'invalid_input', undefined, { url, secret: 'whsec_mine' }],
    ['a list as the body', 'invalid_input', undefined, '[]'],
  ] as const)('creating a webhook with %s fails with %s', async (_, code, field, body) => {
    const { call } = await newCustomer(suite);
    const response = await call('/api/webhooks', body);
    expectError(response, code);
    expect(response.body.field).toBe(field);
    expect((await call('/api/webhooks')).body.data).toEqual([]);
  });

  test.each([
    [{ url: 'https://ana:secret@example.org' }, 'blocked_url'],
    [{ events: ['all'] }, 'invalid_input'],
    [{ enabled: 'yes' }, 'invalid_input'],
    [{ id: 1 }, 'invalid_input'],
  ] as const)('changing a webhook to %j fails with %s', async (change, code) => {
    const { call } = await newCustomer(suite);
    const { webhook_id } = (await call('/api/webhooks', { url })).body.data;
    expectError(await call(`/api/webhooks/${webhook_id}`, change, { method: 'PATCH' }), code);
  });

  test.each(['/api/webhooks/hook_0', `/api/webhooks/hook_${'0'.repeat(32)}`, '/api/webhooks/lead_1'])(
    'an unknown ID is not found: %s',
    async (path) => {
      const { call } = await newCustomer(suite);
      expectError(await call(path), 'not_found');
      expectError(await call(`${path}/deliveries`), 'not_found');
      expectError(await call(`${path}/test`, {}), 'not_found');
    },
  );
});

test('endpoints must be on the public internet unless the operator allows private ones', async () => {
  const { liveKey: key } = await newCustomer(suite);
  const blockedUrls = {
    'http://example.org/leads': 'The URL must start with https://.',
    'https://example.org:8080/leads': 'The port must be 443 or 8443.',
    'https://127.0.0.1/leads': 'Webhooks cannot be sent to 127.0.0.1: it is a private address.',
    'https://2130706433/leads': 'Webhooks cannot be sent to 127.0.0.1: it is a private address.',
    'https://10.1.2.3/leads': 'Webhooks cannot be sent to 10.1.2.3: it is a private address.',
    'https://[::1]/leads': 'Webhooks cannot be sent to ::1: it is a private address.',
    'https://169.254.169.254/latest': 'Webhooks cannot be sent to 169.254.169.254: it is a reserved address.',
    'https://localhost/leads': 'it is not a public host name.',
    'https://crm/leads': 'it is not a public host name.',
    'https://crm.internal/leads': 'it is not a public host name.',
  };
  await withApi({ secretKey: TEST_SECRET_KEY, allowPrivateTargets: false }, async (api) => {
    for (const [blocked, words] of Object.entries(blockedUrls)) {
      const response = await callUrl(api.url, '/api/webhooks', { url: blocked }, { key });
      expectError(response, 'blocked_url', words);
      expect(response.body.field).toBe('url');
    }
    const created = await callUrl(
      api.url,
      '/api/webhooks',
      { url: 'https://example.org:8443/leads' },
      { key },
    );
    expect(created).toMatchObject({ status: 200 });
    // The check also applies to changes.
    const path = `/api/webhooks/${created.body.data.webhook_id}`;
    const change = { url: 'https://127.0.0.1/leads' };
    expectError(
      await callUrl(api.url, path, change, { key, method: 'PATCH' }),
      'blocked_url',
      'a private address',
    );
  });
});

test('webhooks are not available without SECRET_KEY, and the error names it', async () => {
  const { liveKey: key, call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call);
  await withApi({ secretKey: null, allowPrivateTargets: true }, async (api) => {
    const ask = (path: string, body?: unknown, method?: string) =>
      callUrl(api.url, path, body, { key, ...(method === undefined ? {} : { method }) });
    const responses = [
      await ask('/api/webhooks', { url }),
      await ask('/api/webhooks'),
      await ask(hook.path),
      await ask(hook.path, { description: 'x' }, 'PATCH'),
      await ask(`${hook.path}/rotate-secret`, {}),
    ];
    for (const response of responses) {
      expectError(response, 'not_available', 'SECRET_KEY');
    }
    // Leads are still accepted.
    expect(await ask('/api/webhook.php', makeLead())).toMatchObject({ status: 200 });
  });
});
