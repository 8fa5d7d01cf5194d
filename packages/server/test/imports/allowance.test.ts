// An import uses the plan up to its exact limit, even while other requests use it too.

import { uploadFile } from '@leadline/testkit/files/import-file';
import { toCsv } from '@leadline/testkit/files/to-csv';
import { listIds } from '@leadline/testkit/service/lead-calls';
import type { Caller } from '@leadline/testkit/service/use-api';
import { waitFor } from '@leadline/testkit/wait-for';
import { waitUntilIdle } from '@leadline/testkit/webhooks/deliveries';
import { addEndpoint } from '@leadline/testkit/webhooks/endpoints';
import { newCustomer, useWebhooks } from '@leadline/testkit/webhooks/use-webhooks';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { setPlan } from '../../src/operations/commands/set-plan.ts';
import { openPool } from '../../src/platform/db/pool.ts';
import { waitForBlocked } from '../support/hold-account.ts';
import { holdWrites } from '../support/hold-writes.ts';

const suite = useWebhooks({ inOneCell: true });

/** Every tenth row is invalid, whatever the plan. */
const makeFile = (rows: number, prefix = 'lead'): string =>
  toCsv(
    Array.from({ length: rows }, (_, index) => ({
      email: index % 10 === 9 ? '' : `${prefix}-${index}@acme.com`,
      message: `We need ${index} laptops`,
    })),
  );

/** The line of the nth valid row in such a file. */
const lineOf = (lead: number): number => lead + Math.floor((lead - 1) / 9) + 1;

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
const getImport = async (caller: Caller, id: string): Promise<any> =>
  (await caller(`/api/imports/${id}`)).body.data;

const untilStatus = (caller: Caller, id: string, status: string): Promise<void> =>
  waitFor(async () => (await getImport(caller, id)).status, status);

/** Checks that the usage count and the stored leads agree. */
async function expectSpent(accountId: string, leads: number): Promise<void> {
  const { rows } = await sql<{ used: number; leads: number }>`
    select (select leads from leadline.usage where account_id = ${accountId}) as used,
      (select count(*) from leadline.leads where account_id = ${accountId})::integer as leads`.execute(
    suite.owner,
  );
  expect(rows).toEqual([{ used: leads, leads }]);
}

const spend = (caller: Caller, leads: number): Promise<unknown> =>
  caller('/api/batch', {
    leads: Array.from({ length: leads }, (_, index) => ({ email: `before-${index}@acme.com` })),
  });

describe('an import with when_full=stop', () => {
  test('stores what fits, reports where it stopped, and resumes there on a larger plan', async () => {
    const { call, accountId } = await newCustomer(suite, { monthlyLeads: 250 });
    const { receiver } = await addEndpoint(suite, call, { events: ['import.finished'] });
    await spend(call, 30);
    const id = await uploadFile(call, makeFile(600), '&start=true');
    await untilStatus(call, id, 'stopped');
    const line = lineOf(221);
    const stopped = {
      status: 'stopped',
      when_full: 'stop',
      error: `plan limit reached: your plan includes 250 leads a month; the import can be resumed from line ${line}`,
      progress: { rows_read: line - 2, stored: 220, refused: line - 2 - 220 },
    };
    expect(await getImport(call, id)).toMatchObject(stopped);
    await expectSpent(accountId, 250);

    // Resuming on the same plan stops at the same row.
    expect((await call(`/api/imports/${id}/start`, {})).body.data).toMatchObject({
      status: 'queued',
      error: null,
      finished_at: null,
    });
    await untilStatus(call, id, 'stopped');
    expect(await getImport(call, id)).toMatchObject(stopped);
    await expectSpent(accountId, 250);

    await setPlan(suite.owner, accountId, 'unlimited');
    await call(`/api/imports/${id}/start`, {});
    await untilStatus(call, id, 'finished');
    expect(await getImport(call, id)).toMatchObject({
      error: null,
      progress: { rows_read: 600, stored: 540, refused: 60 },
    });
    await expectSpent(accountId, 570);
    const { rows } = await sql<{ emails: number }>`
      select count(distinct lead->>'email')::integer as emails from leadline.leads
      where account_id = ${accountId}`.execute(suite.owner);
    expect(rows).toEqual([{ emails: 570 }]);

    // Every end sends an event.
    await receiver.untilAccepted(3);
    await waitUntilIdle(suite);
    const figures = { import_id: id, file_name: 'leads.csv' };
    const stoppedEvent = {
      ...figures,
      status: 'stopped',
      error: stopped.error,
      rows_read: line - 2,
      stored: 220,
    };
    const ends = receiver.receipts.map(({ body }) => body.data).toSorted((a, b) => a.stored - b.stored);
    expect(ends).toMatchObject([
      stoppedEvent,
      stoppedEvent,
      { ...figures, status: 'finished', error: null, rows_read: 600, stored: 540, refused: 60 },
    ]);
  });

  test('stores nothing when the plan is already used up', async () => {
    const { call, accountId } = await newCustomer(suite, { monthlyLeads: 5 });
    await spend(call, 5);
    const id = await uploadFile(call, makeFile(20), '&start=true');
    await untilStatus(call, id, 'stopped');
    expect(await getImport(call, id)).toMatchObject({
      error: expect.stringMatching(/from line 2$/),
      progress: { rows_read: 0, stored: 0, refused: 0 },
    });
    await expectSpent(accountId, 5);
  });

  test('finishes a file that exactly fits', async () => {
    const { call, accountId } = await newCustomer(suite, { monthlyLeads: 270 });
    const id = await uploadFile(call, makeFile(300), '&start=true');
    await untilStatus(call, id, 'finished');
    expect((await getImport(call, id)).progress).toMatchObject({ rows_read: 300, stored: 270, refused: 30 });
    await expectSpent(accountId, 270);
  });

  test('uses the plan that applies while it runs', async () => {
    const { call, accountId } = await newCustomer(suite, { monthlyLeads: 300 });
    const id = await uploadFile(call, makeFile(1_000));
    const pool = openPool(suite.accountUrl, { size: 1 });
    onTestFinished(() => pool.end());
    const held = await holdWrites(suite.databaseUrl, accountId);
    await call(`/api/imports/${id}/start`, {});
    await waitForBlocked(pool, 1);
    await setPlan(suite.owner, accountId, 'starter');
    await held.release();
    await untilStatus(call, id, 'finished');
    await expectSpent(accountId, 900);
  });
});

describe('an import with when_full=skip', () => {
  test('stores what fits and rejects the rest with the reason', async () => {
    const { call, accountId } = await newCustomer(suite, { monthlyLeads: 137 });
    const id = await uploadFile(call, makeFile(400), '&start=true&when_full=skip');
    await untilStatus(call, id, 'finished');
    expect(await getImport(call, id)).toMatchObject({
      when_full: 'skip',
      error: null,
      progress: { rows_read: 400, stored: 137, refused: 263 },
    });
    await expectSpent(accountId, 137);
    const { text } = await call(`/api/imports/${id}/refused`);
    const reasons = text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((row) => [
        /,(\d+),/.exec(row)?.[1],
        row.includes('plan limit reached: your plan includes 137 leads'),
      ]);
    // Invalid rows keep their own reason, even after the limit.
    expect(reasons).toEqual(
      Array.from({ length: 400 }, (_, index) => index)
        .filter((index) => index % 10 === 9 || index + 2 >= lineOf(138))
        .map((index) => [String(index + 2), index % 10 !== 9]),
    );
    // On a larger plan, the downloaded rows can be imported as a new file.
    await setPlan(suite.owner, accountId, 'unlimited');
    const again = await uploadFile(call, text, '&start=true');
    await untilStatus(call, again, 'finished');
    expect((await getImport(call, again)).progress).toMatchObject({
      rows_read: 263,
      stored: 223,
      refused: 40,
    });
    await expectSpent(accountId, 360);
  });

  test('can be chosen when a stopped import is resumed', async () => {
    const { call, accountId } = await newCustomer(suite, { monthlyLeads: 50 });
    const id = await uploadFile(call, makeFile(200), '&start=true');
    await untilStatus(call, id, 'stopped');
    const started = await call(`/api/imports/${id}/start`, { when_full: 'skip' });
    expect(started.body.data.when_full).toBe('skip');
    await untilStatus(call, id, 'finished');
    expect((await getImport(call, id)).progress).toMatchObject({ rows_read: 200, stored: 50, refused: 150 });
    await expectSpent(accountId, 50);
  });
});

describe('the plan limit is never exceeded', () => {
  test.each(['stop', 'skip'])(
    'by single leads sent while an import with when_full=%s runs',
    async (whenFull) => {
      const LIMIT = 800;
      const { call, accountId } = await newCustomer(suite, { monthlyLeads: LIMIT });
      const id = await uploadFile(call, makeFile(1_500), `&start=true&when_full=${whenFull}`);
      let next = 0;
      let accepted = 0;
      const sendMore = async (): Promise<void> => {
        for (let index = next++; index < 300; index = next++) {
          const { status } = await call('/api/webhook.php', { email: `single-${index}@acme.com` });
          expect([200, 402]).toContain(status);
          if (status === 200) accepted++;
        }
      };
      await Promise.all(Array.from({ length: 8 }, sendMore));
      await untilStatus(call, id, whenFull === 'stop' ? 'stopped' : 'finished');
      const { stored, rows_read, refused } = (await getImport(call, id)).progress;
      expect(stored).toBeGreaterThan(0);
      expect(accepted).toBeGreaterThan(0);
      expect(stored + accepted).toBe(LIMIT);
      expect(rows_read).toBe(stored + refused);
      await expectSpent(accountId, LIMIT);
    },
  );

  test('by two concurrent imports', async () => {
    const { call, accountId } = await newCustomer(suite, { monthlyLeads: 700 });
    const ids = [
      await uploadFile(call, makeFile(600, 'one'), '&start=true'),
      await uploadFile(call, makeFile(600, 'two'), '&start=true&when_full=skip'),
    ];
    const stored: number[] = [];
    for (const [index, status] of ['stopped', 'finished'].entries()) {
      const id = ids[index] ?? '';
      await waitFor(async () => ['stopped', 'finished'].includes((await getImport(call, id)).status), true);
      const { status: ended, progress } = await getImport(call, id);
      // The first import may have fit completely; then the second did not.
      if (progress.stored < 540) expect(ended).toBe(status);
      stored.push(progress.stored);
    }
    expect((stored[0] ?? 0) + (stored[1] ?? 0)).toBe(700);
    await expectSpent(accountId, 700);
    expect(await listIds(call, '?limit=100')).toHaveLength(100);
  });
});
