// What is new reaches whoever listens, whichever process wrote it: once, soon, and only their own.

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
import { idAt, makeId, showId } from '../../src/base/ids.ts';
import type { NewAccount } from '../../src/operator/create-account.ts';
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

/** Straight into the table, as a process with another clock or a late commit would. */
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

describe('a stream', () => {
  test('is a stream of events that nothing on the way keeps or holds back', async () => {
    const { status, headers, text } = await start();
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store, no-transform');
    expect(headers.get('x-accel-buffering')).toBe('no');
    expect(headers.get('x-request-id')).toMatch(/./);
    expect(headers.get('ratelimit')).toMatch(/./);
    await vi.waitFor(() => expect(text()).toBe('retry: 2000\n\n'));
  });

  test('tells of a lead and of its outcome that another process took, within two seconds', async () => {
    const other = await spawnApi(suite.databaseUrl, 0, 'error');
    try {
      const listener = await start();
      const { body } = await call(
        other.url,
        '/api/webhook.php',
        { email: newEmail() },
        { key: account.liveKey },
      );
      await listener.untilTold('leads', [body.lead_id]);
      expect(listener.timesTold('outcomes', body.lead_id)).toBe(0);
      await call(
        other.url,
        `/api/leads/${body.lead_id}/outcome`,
        { outcome: 'won' },
        { key: account.liveKey },
      );
      await listener.untilTold('outcomes', [body.lead_id]);
      expect(listener.timesTold('leads', body.lead_id)).toBe(1);
    } finally {
      await other.kill('SIGTERM');
    }
  });

  test('tells of what happens once it is open, once, to everybody who listens', async () => {
    const before = await storeOne();
    const [first, second] = [await start(), await start()];
    const id = await storeOne();
    await caller('/api/leads/outcomes', { lead_ids: [before, id], outcome: 'lost' });
    await first.untilTold('outcomes', [before, id]);
    await second.untilTold('outcomes', [before, id]);
    await caller(`/api/leads/${id}/outcome`, { outcome: 'won' });
    await vi.waitFor(() => expect(first.timesTold('outcomes', id)).toBe(2), { timeout: 2_000 });
    await sleep(2_500); // two more looks
    for (const listener of [first, second]) {
      expect(listener.timesTold('leads', before)).toBe(0);
      expect(listener.timesTold('leads', id)).toBe(1);
      expect(listener.timesTold('outcomes', before)).toBe(1);
      expect(listener.timesTold('outcomes', id)).toBe(2);
    }
  });

  test('tells that something was erased, once, and not what', async () => {
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

  test('tells whoever was away of what was erased meanwhile, at once', async () => {
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

  test('tells of a lead whose moment is seconds behind or ahead, once', async () => {
    const listener = await start();
    const ids = await insertLeads([-12_000, -5_000, 5_000].map((ms) => idAt(new Date(Date.now() + ms))));
    await listener.untilTold('leads', ids);
    await sleep(2_500);
    for (const id of ids) expect(listener.timesTold('leads', id)).toBe(1);
  });

  test('tells of many leads at once by 200 at most', async () => {
    const listener = await start();
    const ids = await insertLeads(Array.from({ length: 450 }, () => makeId()));
    await listener.untilTold('leads', ids);
    for (const { leadIds } of listener.events) expect(leadIds.length).toBeLessThanOrEqual(200);
  });

  test('tells of the newest of a flood, and of what comes after it', async () => {
    const listener = await start();
    const ids = (await insertLeads(Array.from({ length: 2_500 }, () => makeId()))).toSorted();
    await listener.untilTold('leads', ids.slice(-1_900));
    const id = await storeOne();
    await listener.untilTold('leads', [id]);
    expect(listener.timesTold('leads', ids[0] ?? '')).toBe(0);
    for (const told of ids.slice(-1_900)) expect(listener.timesTold('leads', told)).toBe(1);
  });

  test('tells nobody of another account’s leads, nor of its own test leads', async () => {
    const stranger = await makeAccount(suite.owner);
    const [mine, theirs] = [await start(), await start(stranger)];
    const id = await storeOne();
    const body = { email: newEmail() };
    const test = await call(suite.api.url, '/api/webhook.php', body, { key: account.testKey });
    await mine.untilTold('leads', [id]);
    await sleep(1_200);
    expect(theirs.events).toEqual([]);
    expect(mine.timesTold('leads', test.body.lead_id)).toBe(0);
  });
});

describe('who may listen', () => {
  test('needs a key', async () => {
    expectError(await call(suite.api.url, '/api/live'), 'missing_api_key');
    expectError(await call(suite.api.url, '/api/live', undefined, { key: 'nonsense' }), 'invalid_api_key');
  });

  test('asks by GET, at this address', async () => {
    expectError(await caller('/api/live', {}), 'method_not_allowed');
    expectError(await caller('/api/live/more'), 'not_found');
    const head = await request(suite.api.url, 'HEAD', '/api/live', { 'X-API-KEY': account.liveKey });
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(head.headers.get('content-type')).toMatch(/^text\/event-stream/);
  });

  test('has twenty streams at most, and may open another when one is closed', async () => {
    const busy = await makeAccount(suite.owner);
    const streams: LiveListener[] = [];
    for (let n = 0; n < 20; n++) streams.push(await start(busy));
    const refused = await call(suite.api.url, '/api/live', undefined, { key: busy.liveKey });
    expectError(refused, 'rate_limited', '20 streams at a time');
    expect(refused.headers.get('retry-after')).toBe('10');
    expect((await start()).status).toBe(200); // others are not concerned
    streams[7]?.leave();
    await vi.waitFor(async () => expect((await start(busy)).status).toBe(200), { timeout: 2_000 });
  });
});

test('a process that stops ends its streams and does not wait for who listens', async () => {
  const api = await startTestApi(suite.databaseUrl);
  const listeners = [await start(account, api.url), await start(account, api.url)];
  const started = performance.now();
  await api.stop();
  expect(performance.now() - started).toBeLessThan(2_000);
  await Promise.all(listeners.map(({ ended }) => ended));
});
