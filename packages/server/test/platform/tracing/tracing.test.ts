// Spans reach a collector, form a trace for each request, and contain nothing about a person.

import type { NewAccount, RunningApi } from '@leadline/server';
import { Canaries } from '@leadline/testkit/canary/canaries';
import { makeAccount, openOwner } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { call } from '@leadline/testkit/http/call';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { startTestApi, startTestWorker } from '@leadline/testkit/service/start-in-process';
import { type CollectedSpan, type Collector, startCollector } from '@leadline/testkit/tracing/collector';
import { afterEach, beforeEach, expect, test } from 'vitest';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';

let collector: Collector;
let databaseUrl: string;
let account: NewAccount;

beforeEach(async () => {
  collector = await startCollector();
  databaseUrl = await cloneDatabase();
  const owner = openOwner(databaseUrl);
  account = await makeAccount(owner);
  await owner.destroy();
});
afterEach(() => collector.close());

const start = (share = 1): Promise<RunningApi> =>
  startTestApi(databaseUrl, {
    tracing: { endpoint: `${collector.url}/`, headers: 'authorization=Bearer%20token', share },
  });

const post = (api: RunningApi, lead: object, headers: Record<string, string> = {}) =>
  call(api.url, '/api/webhook.php', lead, { key: account.liveKey, headers });

const namesOf = (spans: readonly CollectedSpan[]): string[] => spans.map(({ name }) => name).sort();

test('a lead is a trace of its steps, part of the trace of its caller', async () => {
  const api = await start();
  const { status } = await post(api, makeLead(), { traceparent: `00-${TRACE}-${CALLER}-01` });
  await api.stop();
  expect(status).toBe(200);
  expect(collector.calls[0]).toMatchObject({ authorization: 'Bearer token' });
  expect(namesOf(collector.spans)).toEqual(['POST /api/webhook.php', 'score', 'store']);
  const request = collector.spans.find(({ kind }) => kind === 2);
  expect(request).toMatchObject({ service: 'leadline-api', traceId: TRACE, parentSpanId: CALLER });
  for (const { name, traceId, parentSpanId } of collector.spans)
    if (name !== request?.name)
      expect({ traceId, parentSpanId }).toEqual({ traceId: TRACE, parentSpanId: request?.spanId });
});

test('spans contain nothing that a caller sent, not even if it is refused', async () => {
  const api = await start();
  const canaries = new Canaries();
  const lead = {
    name: canaries.make('name'),
    email: `${canaries.make('email')}@${canaries.make('domain')}.example`,
    phone: canaries.makePhone(),
    message: `Call ${canaries.make('message')} today`,
    source: canaries.make('source'),
  };
  canaries.watch('key', account.liveKey);
  const odd = { 'user-agent': canaries.make('agent'), 'x-request-id': canaries.make('request') };
  await post(api, lead, odd);
  await post(api, { ...lead, email: 7 }, odd);
  await call(api.url, `/api/leads?q=${canaries.make('query')}`, undefined, { key: account.liveKey });
  await call(api.url, `/api/intake/${canaries.make('token')}`, lead);
  await call(api.url, `/${canaries.make('path')}`);
  await api.stop();
  expect(collector.spans.filter(({ kind }) => kind === 2)).toHaveLength(5);
  expect(canaries.findLeaks(JSON.stringify(collector.spans))).toEqual([]);
});

test('a caller cannot have more traced than the operator wants', async () => {
  const api = await start(0);
  await post(api, makeLead(), { traceparent: `00-${TRACE}-${CALLER}-01` });
  await api.stop();
  expect(collector.spans).toEqual([]);
});

test('leads are stored while the collector is down, and the process stops in time', async () => {
  const api = await start();
  collector.close();
  expect((await post(api, makeLead())).status).toBe(200);
  const before = performance.now();
  await api.stop();
  expect(performance.now() - before).toBeLessThan(5_000);
});

test('the worker traces its jobs', async () => {
  const worker = await startTestWorker(databaseUrl, {
    tracing: { endpoint: collector.url, headers: '', share: 1 },
  });
  await expect.poll(() => namesOf(collector.spans), { timeout: 20_000 }).toContain('maintenance');
  await worker.stop();
  expect(collector.spans.every(({ service }) => service === 'leadline-worker')).toBe(true);
});
