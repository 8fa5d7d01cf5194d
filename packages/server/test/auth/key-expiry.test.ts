// Keys that expire on a day their owner chose.

import { setTimeout as pause } from 'node:timers/promises';
import type { Person } from '@leadline/testkit/auth/person';
import { useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import { call } from '@leadline/testkit/http/call';
import { expectError } from '@leadline/testkit/http/expect-error';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { startTestApi } from '@leadline/testkit/service/start-in-process';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { readId } from '../../src/platform/base/ids.ts';

const suite = useAuthSuite();
const DAY_MS = 24 * 60 * 60 * 1000;

let ana: Person;
beforeEach(async () => {
  await suite.owner.deleteFrom('sign_in_attempts').execute();
  ana = suite.person();
  await ana.createAccount();
});

const make = (expires_at: unknown, scope = 'api') =>
  ana.call('/api/keys', { name: 'Website', scope, expires_at });
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
const list = async (): Promise<{ key_id: string; expires_at: string | null; is_replaced: boolean }[]> =>
  (await ana.call('/api/keys')).body.data;
const usage = (key: string, url = suite.api.url) => call(url, '/api/usage', undefined, { key });

/** As if time had passed. */
const moveExpiry = (keyId: string, interval: string) =>
  sql`update leadline.api_keys set expires_at = expires_at - ${interval}::interval,
    created_at = created_at - ${interval}::interval where id = ${readId('key', keyId)}`.execute(suite.owner);

test('a key is created with a date on which it expires, which the list and the audit log show', async () => {
  const expires_at = inDays(90);
  const created = await make(expires_at);
  expect(created.status, created.text).toBe(200);
  const { key, key_id } = created.body.data;
  expect((await usage(key)).status).toBe(200);
  expect(await list()).toMatchObject([{ key_id, expires_at, is_replaced: false }]);
  const { data } = (await ana.call('/api/audit')).body;
  expect(data[0]).toMatchObject({ action: 'key.created', details: { expires_at } });
  // Without one, it never does.
  const { body } = await ana.call('/api/keys', { name: 'Website' });
  expect((await list()).find(({ key_id }) => key_id === body.data.key_id)?.expires_at).toBeNull();
});

test('a date in the past, or further away than ten years, is rejected', async () => {
  for (const expires_at of [
    inDays(-1),
    inDays(11 * 366),
    '2026-13-01T00:00:00Z',
    '2026-12-01',
    'tomorrow',
    '',
    null,
    90,
  ]) {
    const answer = await make(expires_at);
    expectError(answer, 'invalid_input');
    expect(answer.body.field, String(expires_at)).toBe('expires_at');
  }
  expect(await list()).toEqual([]);
});

test('an expired key gets a code and a sentence of its own, in every process, although it was just in use', async () => {
  const other = await startTestApi(suite.databaseUrl);
  const soon = new Date(Date.now() + 4_000);
  const { key } = (await make(soon.toISOString())).body.data;
  const intake = (await make(soon.toISOString(), 'intake')).body.data.key;
  for (const url of [suite.api.url, other.url]) expect((await usage(key, url)).status).toBe(200);
  while (Date.now() < soon.getTime()) {
    for (const url of [suite.api.url, other.url]) await usage(key, url);
    await pause(200);
  }
  await pause(500);
  const day = soon.toISOString().slice(0, 10);
  for (const url of [suite.api.url, other.url]) {
    expectError(await usage(key, url), 'expired_api_key', `this API key expired on ${day} at `);
    const explained = await call(url, '/api/explain.php', { lead: makeLead(), api_key: key });
    expectError(explained, 'expired_api_key', 'expired on');
    const sent = await call(url, `/api/intake/${intake}`, makeLead());
    expectError(sent, 'expired_api_key', 'expired on');
  }
  await other.stop();
});

test('a revoked or replaced key has not “expired”', async () => {
  const revoked = (await make(inDays(30))).body.data;
  const replaced = (await make(inDays(30))).body.data;
  await ana.call(`/api/keys/${revoked.key_id}`, undefined, { method: 'DELETE' });
  await ana.call(`/api/keys/${replaced.key_id}/rotate`, { grace_hours: 0 });
  for (const { key } of [revoked, replaced]) expectError(await usage(key), 'revoked_api_key');
});

test('an expired key stays in the list for a month, so that its owner sees why requests fail', async () => {
  const { key_id } = (await make(inDays(1))).body.data;
  await moveExpiry(key_id, '30 days');
  expect((await list()).map(({ key_id }) => key_id)).toEqual([key_id]);
  await moveExpiry(key_id, '2 days');
  expect(await list()).toEqual([]);
  expectError(await ana.call(`/api/keys/${key_id}`, undefined, { method: 'DELETE' }), 'not_found');
  expectError(await ana.call(`/api/keys/${key_id}/rotate`, { grace_hours: 0 }), 'not_found');
});

test('a key with a date can be rotated, and its successor lives as long as it was meant to', async () => {
  const { key_id } = (await make(inDays(90))).body.data;
  await moveExpiry(key_id, '85 days');
  const rotated = await ana.call(`/api/keys/${key_id}/rotate`, { grace_hours: 24 });
  expect(rotated.status, rotated.text).toBe(200);
  const successor = (await list()).find((key) => key.key_id === rotated.body.data.key_id);
  expect(Math.round((Date.parse(successor?.expires_at ?? '') - Date.now()) / DAY_MS)).toBe(90);
  expect((await list()).find((key) => key.key_id === key_id)).toMatchObject({ is_replaced: true });
  expectError(await ana.call(`/api/keys/${key_id}/rotate`, { grace_hours: 0 }), 'conflict', 'already being');
  // The grace period doesn't outlive the old key.
  const short = (await make(inDays(1))).body.data;
  await moveExpiry(short.key_id, '23 hours');
  await ana.call(`/api/keys/${short.key_id}/rotate`, { grace_hours: 168 });
  const old = (await list()).find((key) => key.key_id === short.key_id);
  expect(Date.parse(old?.expires_at ?? '') - Date.now()).toBeLessThan(60 * 60 * 1000);
});
