// A job that crashes its workers too often is set aside for the operator, who can retry it.

import { makeLead } from '@leadline/testkit/leads/make-lead';
import {
  advanceClock,
  eventIdOf,
  waitForDeliveries,
  waitUntilIdle,
} from '@leadline/testkit/webhooks/deliveries';
import { addEndpoint } from '@leadline/testkit/webhooks/endpoints';
import { newCustomer, useWebhooks } from '@leadline/testkit/webhooks/use-webhooks';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openPool } from '../../../src/platform/db/pool.ts';
import { listDeadLetters, retryDeadLetters } from '../../../src/platform/jobs/dead-letters.ts';

const suite = useWebhooks({ inOneCell: true });
let pool: pg.Pool;

beforeAll(() => {
  pool = openPool(suite.accountUrl, { size: 1 });
});
afterAll(() => pool.end());

/** Makes the waiting jobs look as if every worker that ran them had crashed. */
async function killWorkersOverJobs(): Promise<void> {
  const { numAffectedRows } = await sql`
    update leadline_jobs.job set state = 'active', retry_count = retry_limit, started_on = now() - interval '1 minute',
      heartbeat_on = now() - interval '1 minute'
    where name = 'deliver' and state < 'active'`.execute(suite.owner);
  expect(Number(numAffectedRows)).toBeGreaterThan(0);
}

const untilDead = (count: number) =>
  vi.waitFor(
    async () => {
      const letters = await listDeadLetters(pool);
      expect(letters).toHaveLength(count);
      return letters;
    },
    { timeout: 20_000, interval: 100 },
  );

test('failed jobs are listed with their queue, and delivered when retried', async () => {
  const { call, accountId } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call);
  hook.receiver.answer(500);
  const ids: string[] = [];
  for (let posted = 0; posted < 3; posted++)
    ids.push((await call('/api/score.php', makeLead())).body.lead_id);
  await waitForDeliveries(
    call,
    hook,
    (all) => all.length === 3 && all.every(({ attempts }) => attempts === 1),
  );
  hook.receiver.answer();
  await killWorkersOverJobs();

  const letters = await untilDead(3);
  for (const letter of letters) {
    expect(letter).toMatchObject({ id: expect.any(String), queue: 'deliver', diedAt: expect.any(Date) });
    expect(Date.now() - letter.diedAt.getTime()).toBeLessThan(60_000);
  }
  expect(letters.map(({ data }) => data).toSorted(byEvent)).toEqual(
    ids
      .map((id) => ({
        account: accountId,
        endpoint: hook.id.replace('hook_', ''),
        event: id.replace('lead_', ''),
      }))
      .toSorted(byEvent),
  );
  // Failed jobs are neither deleted nor retried automatically.
  await advanceClock(suite, 1);
  await waitUntilIdle(suite);
  expect(hook.receiver.accepted).toEqual([]);

  expect(await retryDeadLetters(pool)).toBe(3);
  await hook.receiver.untilAccepted(3);
  expect(hook.receiver.acceptedIds).toEqual(new Set(ids.map(eventIdOf)));
  await waitUntilIdle(suite);
  expect(hook.receiver.repeats).toBe(0);
  expect(await listDeadLetters(pool)).toEqual([]);
  expect(await retryDeadLetters(pool)).toBe(0);
});

test('one call retries all failed jobs, even more than fit in one batch', async () => {
  const { call } = await newCustomer(suite);
  const hook = await addEndpoint(suite, call);
  hook.receiver.answer(500);
  const count = 1_200;
  for (let batch = 0; batch < 2; batch++) {
    const leads = Array.from({ length: count / 2 }, (_, index) =>
      makeLead({ email: `${batch}-${index}@acme.com` }),
    );
    await call('/api/batch', { leads });
  }
  await hook.receiver.until(() => hook.receiver.receipts.length >= count, 'every lead is tried', 30_000);
  await suite.stopWorker();
  hook.receiver.answer();
  await killWorkersOverJobs();
  await suite.startWorker();
  await untilDead(count);
  expect(await retryDeadLetters(pool)).toBe(count);
  await hook.receiver.untilAccepted(count, 30_000);
}, 90_000);

const byEvent = (a: unknown, b: unknown): number =>
  (a as { event: string }).event < (b as { event: string }).event ? -1 : 1;
