// Live events reach every listener of the account exactly once and quickly, whichever process wrote them.

import { setTimeout as sleep } from 'node:timers/promises';
import { makeAccount } from '@leadline/testkit/database/accounts';
import { call } from '@leadline/testkit/http/call';
import { expectError } from '@leadline/testkit/http/expect-error';
import { request } from '@leadline/testkit/http/request';
import { newEmail } from '@leadline/testkit/leads/make-lead';
import { storeLead } from '@leadline/testkit/service/lead-calls';
import { spawnApi } from '@leadline/testkit/service/spawn-leadline';
import { startTestApi } from '@leadline/testkit/service/start-in-process';
import { type Caller, callAs, useApi } from '@leadline/testkit/service/use-api';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createKey } from '../../../src/accounts/keys/create-key.ts';
import { revokeKey } from '../../../src/accounts/keys/revoke-key.ts';
import type { NewAccount } from '../../../src/operations/commands/create-account.ts';
import { idAt, makeId, showId } from '../../../src/platform/base/ids.ts';
import { asOperator } from '../../../src/platform/db/account-scope.ts';
import { addMember } from '../../support/add-member.ts';
import { type LiveListener, listen } from './listener.ts';

const suite = useApi();

let account: NewAccount;
let caller: Caller;
beforeAll(async () => {
  account = await makeAccount(suite.owner);
  caller = callAs(suite, account);
});

const open: LiveListener[] = [];
afterEach(() => {
  for (const listener of open.splice(0)) listener.leave();
});
async function start({ liveKey } = account, url = suite.api.url, query = ''): Promise<LiveListener> {
  const listener = await listen(url, liveKey, query);
  open.push(listener);
  return listener;
}

const storeOne = (): Promise<string> => storeLead(caller, { email: newEmail() });

/** Inserts rows directly, like a process with a different clock or a late commit. */
async function insertLeads(ids: readonly string[]): Promise<string[]> {
  await suite.owner
    .insertInto('leads')
    .values(
      ids.map((id) => ({
        account_id: account.accountId,
        id,
        person_id: id,
        score: 50,
        grade: 'Warm' as const,
        source: '',
        outcome: 'open' as const,
        phone: '',
        lead: '{}',
        scored: '{}',
      })),
    )
    .execute();
  return ids.map((id) => showId('lead', id));
}

describe('the live stream', () => {
  test('has headers that keep proxies from caching or buffering it', async () => {
    const { status, headers, text } = await start();
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store, no-transform');
    expect(headers.get('x-accel-buffering')).toBe('no');
    expect(headers.get('x-request-id')).toMatch(/./);
    expect(headers.get('ratelimit')).toMatch(/./);
    await vi.waitFor(() => expect(text()).toBe('retry: 2000\n\n'));
  });

  test('reports a lead and its outcome from another process within two seconds', async () => {
    const other = await spawnApi(suite.databaseUrl, 0, 'error');
    try {
      const listener = await start();
      const { body } = await call(
        other.url,
        '/api/webhook.php',
        { email: newEmail() },
        { key: account.liveKey },
      );
      await listener.waitForEvents('leads', [body.lead_id]);
      expect(listener.countEvents('outcomes', body.lead_id)).toBe(0);
      await call(
        other.url,
        `/api/leads/${body.lead_id}/outcome`,
        { outcome: 'won' },
        { key: account.liveKey },
      );
      await listener.waitForEvents('outcomes', [body.lead_id]);
      expect(listener.countEvents('leads', body.lead_id)).toBe(1);
    } finally {
      await other.kill('SIGTERM');
    }
  });

  test('reports everything after it opens exactly once to every listener', async () => {
    const before = await storeOne();
    const [first, second] = [await start(), await start()];
    const id = await storeOne();
    await caller('/api/leads/outcomes', { lead_ids: [before, id], outcome: 'lost' });
    await first.waitForEvents('outcomes', [before, id]);
    await second.waitForEvents('outcomes', [before, id]);
    await caller(`/api/leads/${id}/outcome`, { outcome: 'won' });
    await vi.waitFor(() => expect(first.countEvents('outcomes', id)).toBe(2), { timeout: 2_000 });
    await sleep(2_500); // two more polls
    for (const listener of [first, second]) {
      expect(listener.countEvents('leads', before)).toBe(0);
      expect(listener.countEvents('leads', id)).toBe(1);
      expect(listener.countEvents('outcomes', before)).toBe(1);
      expect(listener.countEvents('outcomes', id)).toBe(2);
    }
  });

  test('reports once what people do about a lead: status, assignee, snooze, notes and feedback', async () => {
    const { userId } = await addMember(suite.owner, account.accountId, 'rep');
    const id = await storeOne();
    const listener = await start();
    const changes = [
      { status: 'contacted' },
      { assignee: `user_${userId}` },
      { snoozed_until: '2031-01-01T09:00:00Z' },
      { note: 'Called' },
    ];
    for (const [index, change] of changes.entries()) {
      await caller(`/api/leads/${id}`, change, { method: 'PATCH' });
      const count = () => expect(listener.countEvents('work', id)).toBe(index + 1);
      await vi.waitFor(count, { timeout: 2_000 });
    }
    await caller(`/api/leads/${id}/feedback`, { verdict: 'too_low' });
    await vi.waitFor(() => expect(listener.countEvents('work', id)).toBe(5), { timeout: 2_000 });
    await sleep(2_500);
    expect(listener.countEvents('work', id)).toBe(5);
    expect(listener.countEvents('outcomes', id)).toBe(0);
  });

  test('reports an erasure once, without saying what was erased', async () => {
    const id = await storeOne();
    const listener = await start();
    const erasures = () => listener.events.filter(({ event }) => event === 'erasures');
    const deleted = await call(suite.api.url, `/api/leads/${id}`, undefined, {
      key: account.liveKey,
      method: 'DELETE',
    });
    expect(deleted.status).toBe(200);
    await vi.waitFor(() => expect(erasures()).toEqual([{ event: 'erasures', leadIds: [] }]), {
      timeout: 2_000,
    });
    await sleep(2_500);
    expect(erasures()).toHaveLength(1);
  });

  test('immediately reports erasures that a reconnecting client has missed', async () => {
    const own = await makeAccount(suite.owner);
    const id = await storeLead(callAs(suite, own), { email: newEmail() });
    await call(suite.api.url, `/api/leads/${id}`, undefined, { key: own.liveKey, method: 'DELETE' });
    const [away, before, other] = [
      await start(own, suite.api.url, '?missed_seconds=3600'),
      await start(own),
      await start(await makeAccount(suite.owner), suite.api.url, '?missed_seconds=604800'),
    ];
    await vi.waitFor(() => expect(away.events).toEqual([{ event: 'erasures', leadIds: [] }]));
    await sleep(1_500);
    expect([away.events.length, before.events.length, other.events.length]).toEqual([1, 0, 0]);
    for (const seconds of ['-1', '604801', 'x']) {
      const answer = await caller(`/api/live?missed_seconds=${seconds}`);
      expectError(answer, 'invalid_input');
    }
  });

  test('reports a lead once even if its timestamp is seconds behind or ahead', async () => {
    const listener = await start();
    const ids = await insertLeads([-12_000, -5_000, 5_000].map((ms) => idAt(new Date(Date.now() + ms))));
    await listener.waitForEvents('leads', ids);
    await sleep(2_500);
    for (const id of ids) expect(listener.countEvents('leads', id)).toBe(1);
  });

  test('lists at most 200 leads per event', async () => {
    const listener = await start();
    const ids = await insertLeads(Array.from({ length: 450 }, () => makeId()));
    await listener.waitForEvents('leads', ids);
    for (const { leadIds } of listener.events) expect(leadIds.length).toBeLessThanOrEqual(200);
  });

  test('reports the newest leads of a flood and everything after it', async () => {
    const listener = await start();
    const ids = (await insertLeads(Array.from({ length: 2_500 }, () => makeId()))).toSorted();
    await listener.waitForEvents('leads', ids.slice(-1_900));
    const id = await storeOne();
    await listener.waitForEvents('leads', [id]);
    expect(listener.countEvents('leads', ids[0] ?? '')).toBe(0);
    for (const newest of ids.slice(-1_900)) expect(listener.countEvents('leads', newest)).toBe(1);
  });

  test('reports neither leads of other accounts nor test leads', async () => {
    const stranger = await makeAccount(suite.owner);
    const [mine, theirs] = [await start(), await start(stranger)];
    const id = await storeOne();
    const body = { email: newEmail() };
    const test = await call(suite.api.url, '/api/webhook.php', body, { key: account.testKey });
    await mine.waitForEvents('leads', [id]);
    await sleep(1_200);
    expect(theirs.events).toEqual([]);
    expect(mine.countEvents('leads', test.body.lead_id)).toBe(0);
  });
});

describe('GET /api/live', () => {
  test('requires a valid API key', async () => {
    expectError(await call(suite.api.url, '/api/live'), 'missing_api_key');
    expectError(await call(suite.api.url, '/api/live', undefined, { key: 'nonsense' }), 'invalid_api_key');
  });

  test('rejects other methods and paths, and answers HEAD', async () => {
    expectError(await caller('/api/live', {}), 'method_not_allowed');
    expectError(await caller('/api/live/more'), 'not_found');
    const head = await request(suite.api.url, 'HEAD', '/api/live', { 'X-API-KEY': account.liveKey });
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(head.headers.get('content-type')).toMatch(/^text\/event-stream/);
  });

  test('ends within five seconds after its key is revoked', async () => {
    const { accountId } = await makeAccount(suite.owner);
    const { key, keyId } = await createKey(suite.owner, asOperator(accountId), 'live', 'Leaked');
    const listener = await start({ ...account, liveKey: key });
    await revokeKey(suite.owner, keyId);
    const revokedAt = performance.now();
    await listener.ended;
    expect(performance.now() - revokedAt).toBeLessThan(5_000);
  });

  test('allows fifty streams per account, live and test together, and another one after one is closed', async () => {
    const busy = await makeAccount(suite.owner);
    const streams: LiveListener[] = [];
    const tester = { ...busy, liveKey: busy.testKey };
    for (let n = 0; n < 50; n++) streams.push(await start(n < 25 ? busy : tester));
    const rejected = await call(suite.api.url, '/api/live', undefined, { key: busy.liveKey });
    expectError(rejected, 'rate_limited', '50');
    expect(rejected.headers.get('retry-after')).toBe('10');
    expect((await start()).status).toBe(200); // another account
    streams[7]?.leave();
    await vi.waitFor(async () => expect((await start(busy)).status).toBe(200), { timeout: 2_000 });
  });
});

test('a process that shuts down closes its live streams without waiting for the clients', async () => {
  const api = await startTestApi(suite.databaseUrl);
  const listeners = [await start(account, api.url), await start(account, api.url)];
  const started = performance.now();
  await api.stop();
  expect(performance.now() - started).toBeLessThan(2_000);
  await Promise.all(listeners.map(({ ended }) => ended));
});
