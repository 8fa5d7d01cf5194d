// For operators: health checks, metrics, request IDs and graceful shutdown.

import { call } from '@leadline/testkit/http/call';
import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import { type LeadlineProcess, spawnApi } from '@leadline/testkit/service/spawn-leadline';
import { useApi } from '@leadline/testkit/service/use-api';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { holdWrites } from '../support/hold-writes.ts';

const suite = useApi();

test.each(['/healthz', '/readyz'])('%s returns 200 without a key', async (path) => {
  const answer = await call(suite.api.url, path);
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
});

describe('metrics', () => {
  test('are served on a separate port', async () => {
    await suite.call('/api/webhook.php', makeLead());
    const response = await fetch(suite.api.metricsUrl ?? '');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
    const text = await response.text();
    expect(text).toMatch(
      /^leadline_http_request_seconds_count\{method="POST",route="\/api\/webhook\.php",status="200"\} \d+$/m,
    );
    for (const name of [
      'leadline_write_batch_leads_count',
      'leadline_write_batch_seconds_count',
      'leadline_write_waiting',
      'leadline_write_retries_total',
      'process_cpu_seconds_total',
    ]) {
      expect(text).toMatch(new RegExp(`^${name}(?:{cell="[^"]+"})? `, 'm'));
    }
  });

  test('are not served on the port of the API', async () => {
    expect(await call(suite.api.url, '/metrics')).toMatchObject({ status: 404 });
    const { origin } = new URL(suite.api.metricsUrl ?? '');
    expect((await fetch(`${origin}/api/usage`)).status).toBe(404);
  });

  test('contain no personal data, and unknown paths add no labels', async () => {
    const address = newEmail();
    const { lead_id } = (await suite.call('/api/webhook.php', makeLead({ email: address }))).body;
    await suite.call(`/api/leads/${lead_id}?q=secret`);
    await call(suite.api.url, `/nowhere/${address}`);
    const text = await (await fetch(suite.api.metricsUrl ?? '')).text();
    for (const secret of [address, lead_id, 'secret', suite.account.liveKey, suite.account.accountId]) {
      expect(text).not.toContain(secret);
    }
    expect(text).toContain('route="unknown",status="404"');
  });
});

describe('X-Request-Id', () => {
  const idOf = async (sent: string | null, path = '/healthz') => {
    const headers: Record<string, string> = sent === null ? {} : { 'X-Request-Id': sent };
    return (await call(suite.api.url, path, undefined, { headers })).headers.get('x-request-id');
  };

  test('is returned unchanged', async () => {
    expect(await idOf('order-1.2:3_4')).toBe('order-1.2:3_4');
    expect(await idOf('a'.repeat(128))).toBe('a'.repeat(128));
  });

  test('is generated if it is missing or unsafe to log', async () => {
    const generated = [await idOf(null), await idOf(null), await idOf('a b'), await idOf('a'.repeat(129))];
    for (const id of generated) expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(generated).size).toBe(4);
  });

  test('is in error responses too', async () => {
    for (const path of ['/nowhere', '/api/usage', '/api/webhook.php', '/api/leads/%ff']) {
      expect(await idOf('mine', path), path).toBe('mine');
    }
  });
});

describe('shutdown', () => {
  let api: LeadlineProcess;
  beforeEach(async () => {
    api = await spawnApi(suite.databaseUrl, 0, 'warn');
  });
  afterEach(() => api.kill('SIGKILL'));

  /** Well before an orchestrator would kill the process or callers would close their connections. */
  const expectEnd = () =>
    expect.poll(() => [api.child.exitCode, api.child.signalCode], { timeout: 3_000 }).toEqual([0, null]);

  test('on SIGTERM answers all accepted requests before the process exits', async () => {
    const key = suite.account.liveKey;
    await suite.call('/api/webhook.php', { email: newEmail() });
    const held = await holdWrites(suite.databaseUrl, suite.account.accountId);
    const sent = Array.from({ length: 20 }, () =>
      call(api.url, '/api/webhook.php', { email: newEmail() }, { key }),
    );
    try {
      await held.whenWaiting();
      // Give the process time to read the other requests, which wait behind the held batch.
      await new Promise((resolve) => setTimeout(resolve, 300));
      api.child.kill('SIGTERM');
      await expect.poll(() => call(api.url, '/healthz').catch(() => 'refused')).toBe('refused');
      expect(api.child.exitCode).toBeNull();
    } finally {
      await held.release();
    }
    const answers = await Promise.all(sent);
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    for (const { body } of answers) {
      expect(await suite.call(`/api/leads/${body.lead_id}`)).toMatchObject({ status: 200 });
    }
    await expectEnd();
  });

  test('on SIGINT is immediate for an idle process, even with open connections', async () => {
    expect(await call(api.url, '/healthz')).toMatchObject({ status: 200 });
    api.child.kill('SIGINT');
    await expectEnd();
  });
});
