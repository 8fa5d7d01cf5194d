// A batch of 1,000 leads doesn't make the leads of others wait.

import { setTimeout as sleep } from 'node:timers/promises';
import { makeAccount } from '@leadline/testkit/database/accounts';
import { type ApiResponse, call } from '@leadline/testkit/http/call';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { type LeadlineProcess, spawnApi } from '@leadline/testkit/service/spawn-leadline';
import { useApi } from '@leadline/testkit/service/use-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const suite = useApi();

const makeLeads = (count: number, prefix: string): Record<string, unknown>[] =>
  Array.from({ length: count }, (_, index) =>
    makeLead({ email: `${prefix}-${index}@acme.com`, phone: '', message: `We need ${index} laptops` }),
  );

describe('while a batch of 1,000 leads is scored', () => {
  let api: LeadlineProcess;
  beforeAll(async () => {
    api = await spawnApi(suite.databaseUrl);
  });
  afterAll(() => api.kill('SIGKILL'));

  test.each([
    ['short', 'We need 40 laptops by Friday, please call me'],
    ['long', 'We need 40 laptops by Friday, with docking stations and a dozen screens. '.repeat(80)],
  ])('single leads of other accounts are answered in time, with %s messages', async (length, message) => {
    const other = await makeAccount(suite.owner);
    const post = async (index: number): Promise<number> => {
      const sent = performance.now();
      const lead = makeLead({ email: `${length}-${index}@acme.com` });
      const { status } = await call(api.url, '/api/webhook.php', lead, { key: other.liveKey });
      expect(status).toBe(200);
      return performance.now() - sent;
    };
    // Warm up first: the JIT would distort the measurement.
    for (let index = 0; index < 20; index++) await post(index);
    const sendBatch = (round: number): Promise<ApiResponse> =>
      call(
        api.url,
        '/api/batch',
        {
          leads: makeLeads(1_000, `${length}-${round}`).map((lead, index) => ({
            ...lead,
            message: `${round}-${index}: ${message}`,
          })),
        },
        { key: suite.account.liveKey },
      );
    await sendBatch(0);
    const longest: number[] = [];
    for (let round = 1; round <= 3; round++) {
      let isDone = false;
      const batch = sendBatch(round).finally(() => {
        isDone = true;
      });
      const waits: number[] = [];
      for (let index = 0; !isDone; index++) {
        waits.push(await post(round * 1_000 + index));
        await sleep(1);
      }
      expect((await batch).body).toMatchObject({ stored: 1_000 });
      expect(waits.length).toBeGreaterThan(3);
      longest.push(Math.max(...waits));
    }
    // The best of three runs, because the machine may be busy.
    expect(Math.min(...longest)).toBeLessThan(150);
  });
});
