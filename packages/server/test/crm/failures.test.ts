// A CRM that fails, hangs or sends too much costs its own account time, and nobody else anything.

import type { Fault } from '@leadline/testkit/crm/fake-server';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { useCrm } from './use-crm.ts';

const suite = useCrm({ timeoutMs: 1_000 });

const FAULTS: readonly [string, Fault, string][] = [
  ['rejects the login', { status: 401 }, 'the CRM rejected the login or API key'],
  ['is down', { status: 503 }, 'the CRM returned 503'],
  [
    'limits requests',
    { status: 429, headers: { 'Retry-After': '1200' } },
    'the CRM asked to send fewer requests (429)',
  ],
  [
    'limits requests without saying for how long',
    { status: 429 },
    'the CRM asked to send fewer requests (429)',
  ],
  [
    'redirects',
    { status: 302, headers: { Location: 'http://169.254.169.254/' } },
    'the address redirects (302); enter the one it leads to',
  ],
  ['never answers', 'hang', 'no full answer within 1 seconds'],
  ['sends a byte now and then', 'drip', 'no full answer within 1 seconds'],
  ['sends without end', 'endless', 'the CRM sent more than 2 MB'],
  ['sends 100 MB', '100 MB', 'the CRM sent more than 2 MB'],
  ['closes the connection', 'lost answer', 'the CRM could not be reached'],
];

test.each(FAULTS)(
  'a CRM that %s in mid-run: the sync waits, says why, and goes on',
  async (_, fault, message) => {
    const account = await suite.newAccount();
    await account.send(makeLead({ email: 'ana@acme.com' }));
    await account.connect();
    account.crm.fail('crm.lead.load', fault);
    await account.sync();
    const { body } = await account.call('/api/crm');
    expect(body.data).toMatchObject({ error: message, failing_since: expect.any(String) });
    const wait = Date.parse(body.data.next_run_at) - Date.now();
    const asked =
      typeof fault === 'object' && 'headers' in fault ? Number(fault.headers?.['Retry-After'] ?? 0) : 0;
    expect(wait).toBeGreaterThan(Math.max(20, asked - 10) * 1_000);
    // Nothing that the CRM sent is kept.
    expect(JSON.stringify((await account.call('/api/crm/runs')).body)).not.toContain('acme');
    expect(account.crm.bytesSent).toBeLessThan(16 * 1024 * 1024);
    await account.call('/api/crm/runs', { kind: 'sync' });
    await account.sync();
    expect(account.crm.find('ana@acme.com')).toHaveLength(1);
    expect((await account.call('/api/crm')).body.data).toMatchObject({ error: null, failing_since: null });
  },
);

test('a wrong key is reported by the connect run', async () => {
  const account = await suite.newAccount();
  await account.connect({ api_key: 'wrong' });
  await account.sync();
  expect(await account.lastRun()).toMatchObject({
    kind: 'connect',
    status: 'failed',
    error: 'Odoo rejected the login or API key',
  });
  await account.connect();
  await account.sync();
  expect((await account.call('/api/crm')).body.data.fields.length).toBeGreaterThan(5);
});

test('each failure in a row waits longer, and after five days the sync is paused', async () => {
  const account = await suite.newAccount();
  await account.connect();
  const waits: number[] = [];
  for (let failure = 0; failure < 3; failure++) {
    account.crm.fail('authenticate', { status: 500 });
    await sql`update leadline.crm_connections set next_run_at = now() where account_id = ${account.accountId}`.execute(
      suite.owner,
    );
    await account.sync();
    const { next_run_at } = (await account.call('/api/crm')).body.data;
    waits.push(Math.round((Date.parse(next_run_at) - Date.now()) / 10_000) * 10);
  }
  expect(waits).toEqual([30, 60, 120]);
  await sql`
    update leadline.crm_connections set next_run_at = now(), failing_since = now() - interval '6 days'
    where account_id = ${account.accountId}`.execute(suite.owner);
  account.crm.fail('authenticate', { status: 500 });
  await account.sync();
  expect((await account.call('/api/crm')).body.data.paused_at).not.toBeNull();
  const { body } = await account.call('/api/audit');
  expect(body.data[0]).toMatchObject({ action: 'crm.paused', actor: 'worker' });
  expect((await account.call('/api/crm/runs', { kind: 'sync' })).status).toBe(409);
  await account.call('/api/crm', { paused: false }, { method: 'PATCH' });
  await account.sync();
  expect((await account.call('/api/crm')).body.data).toMatchObject({ paused_at: null, error: null });
});

describe('an installation that doesn’t allow private addresses', () => {
  const strict = useCrm({ allowPrivate: false });

  test('never connects to one', async () => {
    const account = await strict.newAccount();
    await account.connect(); // the API of this test allows it
    await account.sync();
    expect((await account.lastRun()).error).toBe('this address is not allowed');
    expect(account.crm.calls).toEqual([]);
  });
});
