// API keys: where they are read from, and the errors for missing, wrong and revoked keys.

import { makeAccount } from '@leadline/testkit/database/accounts';
import { call } from '@leadline/testkit/http/call';
import { expectError } from '@leadline/testkit/http/expect-error';
import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import { useApi } from '@leadline/testkit/service/use-api';
import { describe, expect, test } from 'vitest';
import { createKey } from '../../src/accounts/keys/create-key.ts';
import { makeKey } from '../../src/accounts/keys/key-format.ts';
import { revokeKey, rotateKey } from '../../src/accounts/keys/revoke-key.ts';
import { asOperator } from '../../src/platform/db/account-scope.ts';
import { SCORING_CALLS } from './scoring-calls.ts';

const suite = useApi();

const bodyFor = (path: string): Record<string, unknown> =>
  path === '/api/explain.php' ? { lead: makeLead() } : makeLead({ email: newEmail() });

const LEAD = `lead_${'0'.repeat(32)}`;
const EVERY_CALL: readonly (readonly [method: string, path: string])[] = [
  ...SCORING_CALLS.map((path) => ['POST', path] as const),
  ['GET', '/api/leads'],
  ['GET', `/api/leads/${LEAD}`],
  ['DELETE', `/api/leads/${LEAD}`],
  ['POST', `/api/leads/${LEAD}/outcome`],
  ['POST', `/api/leads/${LEAD}/replay`],
  ['GET', '/api/usage'],
];

const send = (method: string, path: string, headers: Record<string, string>) =>
  call(suite.api.url, path, method === 'POST' ? bodyFor(path) : undefined, { method, headers });

describe.each(EVERY_CALL)('%s %s', (method, path) => {
  test.each([
    ['no header', {}],
    ['an empty header', { 'X-API-KEY': '' }],
    ['a blank header', { 'X-API-KEY': '  ' }],
    ['a key in another header', { Authorization: 'Bearer ll_live_x' }],
  ])('reports a missing key with %s', async (_, headers) => {
    expectError(await send(method, path, headers), 'missing_api_key');
  });

  test('rejects a key of another format', async () => {
    for (const key of [
      'x',
      'sk_live_123',
      `${suite.account.liveKey}0`,
      suite.account.liveKey.toLowerCase(),
    ]) {
      expectError(await send(method, path, { 'X-API-KEY': key }), 'invalid_api_key');
    }
  });

  test('rejects a well-formed key that does not exist', async () => {
    expectError(await send(method, path, { 'X-API-KEY': makeKey('live') }), 'revoked_api_key');
  });
});

test('a mistyped key and a revoked key get different errors', async () => {
  const { liveKey } = suite.account;
  const typo = liveKey.slice(0, -1) + (liveKey.endsWith('0') ? '1' : '0');
  const mistyped = await call(suite.api.url, '/api/usage', undefined, { key: typo });
  const unknown = await call(suite.api.url, '/api/usage', undefined, { key: makeKey('live') });
  expectError(mistyped, 'invalid_api_key', 'check that you copied all of it');
  expectError(unknown, 'revoked_api_key', 'revoked');
});

describe('a key', () => {
  test('shows its mode in its prefix', () => {
    expect(suite.account.liveKey).toMatch(/^ll_live_\w+$/);
    expect(suite.account.testKey).toMatch(/^ll_test_\w+$/);
  });

  test('is not stored in the database', async () => {
    const keys = await suite.owner.selectFrom('api_keys').selectAll().execute();
    const stored = JSON.stringify(keys.map(({ key_hash, ...rest }) => [key_hash.toString('latin1'), rest]));
    for (const { liveKey, testKey } of [suite.account]) {
      expect(stored).not.toContain(liveKey.slice(8));
      expect(stored).not.toContain(testKey.slice(8));
    }
  });

  test('is accepted with spaces around it and in a header of any case', async () => {
    for (const headers of [
      { 'X-API-KEY': ` ${suite.account.liveKey} ` },
      { 'x-api-key': suite.account.liveKey },
      { 'X-Api-Key': suite.account.liveKey },
    ]) {
      expect(await send('GET', '/api/usage', headers)).toMatchObject({ status: 200 });
    }
  });

  test('can be one of several keys of an account', async () => {
    const { key } = await createKey(suite.owner, asOperator(suite.account.accountId), 'live', 'Second');
    expect(await send('GET', '/api/usage', { 'X-API-KEY': key })).toMatchObject({ status: 200 });
    expect(await suite.call('/api/usage')).toMatchObject({ status: 200 });
  });

  test('is rejected within five seconds of being revoked, whether in use or not', async () => {
    const { accountId } = await makeAccount(suite.owner);
    const used = await createKey(suite.owner, asOperator(accountId), 'live', 'Used');
    const unused = await createKey(suite.owner, asOperator(accountId), 'live', 'Unused');
    expect(await send('GET', '/api/usage', { 'X-API-KEY': used.key })).toMatchObject({ status: 200 });
    await revokeKey(suite.owner, used.keyId);
    await revokeKey(suite.owner, unused.keyId);
    expectError(await send('GET', '/api/usage', { 'X-API-KEY': unused.key }), 'revoked_api_key');
    await expect
      .poll(async () => (await send('GET', '/api/usage', { 'X-API-KEY': used.key })).status, {
        timeout: 5_000,
        interval: 200,
      })
      .toBe(401);
  });

  test('keeps working during the grace period of its rotation', async () => {
    const { accountId } = await makeAccount(suite.owner);
    const old = await createKey(suite.owner, asOperator(accountId), 'live', 'Old');
    const fresh = await rotateKey(suite.owner, old.keyId, 1);
    for (const { key } of [old, fresh]) {
      expect(await send('GET', '/api/usage', { 'X-API-KEY': key })).toMatchObject({ status: 200 });
    }
  });
});

describe('api_key in the body', () => {
  test('is accepted by explain', async () => {
    const api_key = suite.account.liveKey;
    const answer = await call(suite.api.url, '/api/explain.php', { lead: makeLead(), api_key });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
  });

  test('gets the same errors as a key in the header', async () => {
    for (const [api_key, code] of [
      ['nonsense', 'invalid_api_key'],
      [makeKey('live'), 'revoked_api_key'],
      ['', 'missing_api_key'],
      [null, 'missing_api_key'],
    ] as const) {
      const answer = await call(suite.api.url, '/api/explain.php', { lead: makeLead(), api_key });
      expectError(answer, code);
    }
  });

  test('is ignored when there is a key in the header', async () => {
    const good = suite.account.liveKey;
    const bad = makeKey('live');
    const explain = (api_key: string, key: string) =>
      call(suite.api.url, '/api/explain.php', { lead: makeLead(), api_key }, { key });
    expect(await explain(bad, good)).toMatchObject({ status: 200 });
    expectError(await explain(good, bad), 'revoked_api_key');
    expectError(await explain(good, 'nonsense'), 'invalid_api_key');
    expect(await explain(good, ' ')).toMatchObject({ status: 200 });
  });

  test.each(['/api/webhook.php', '/api/score.php'])('is ignored by %s', async (path) => {
    const api_key = suite.account.liveKey;
    expectError(await call(suite.api.url, path, makeLead({ api_key })), 'missing_api_key');
    expect(await suite.call(path, makeLead({ api_key: makeKey('live') }))).toMatchObject({ status: 200 });
  });

  test('is ignored by calls on stored leads', async () => {
    const api_key = suite.account.liveKey;
    const body = { outcome: 'won', api_key };
    expectError(await call(suite.api.url, `/api/leads/${LEAD}/outcome`, body), 'missing_api_key');
  });
});

test('a key in the query string is not accepted', async () => {
  const { liveKey } = suite.account;
  for (const name of ['api_key', 'X-API-KEY', 'key']) {
    const answer = await call(suite.api.url, `/api/webhook.php?${name}=${liveKey}`, makeLead());
    expectError(answer, 'missing_api_key');
  }
});
