// Group commit: which leads share a batch, which are rejected and which wait. Lost connections are tested in
// lost-commits.test.ts, linking leads to people in linked-people.test.ts.

import { setImmediate } from 'node:timers/promises';
import { makeAccount } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { type LeadChanges, makeLeadToWrite } from '@leadline/testkit/leads/lead-to-write';
import { sampleLeads } from '@leadline/testkit/leads/sample-leads';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { LeadQueue, type QueuedLead } from '../../src/leads/intake/lead-queue.ts';
import { LeadWriter, type LeadWriterOptions, type UnscoredLead } from '../../src/leads/intake/lead-writer.ts';
import type { LeadToWrite, Verdict } from '../../src/leads/intake/write-leads.ts';
import { packResult } from '../../src/leads/record/packed-result.ts';
import { firstIdOf, fromUuid, makeId } from '../../src/platform/base/ids.ts';
import { type Installation, openInstallation } from '../../src/platform/db/installation.ts';
import { openPool } from '../../src/platform/db/pool.ts';
import { holdAccount, waitForBlocked } from '../support/hold-account.ts';
import { deleteLead } from '../support/leads-of-account.ts';

let ownerPool: pg.Pool;
let owner: Installation;
let pool: pg.Pool;
let url: string;
let account: string;
beforeAll(async () => {
  url = await cloneDatabase();
  ownerPool = openPool(url, { size: 6 });
  owner = openInstallation(ownerPool);
  pool = openPool(url, { size: 2, role: 'leadline_api' });
});
beforeEach(async () => {
  account = (await makeAccount(owner)).accountId;
});
afterAll(async () => {
  await Promise.all([owner.destroy(), pool.end()]);
});

const makeWriter = (options: LeadWriterOptions = {}): LeadWriter => new LeadWriter(pool, options);

const makeLeads = (count: number, changes: LeadChanges = {}, accountId = account): LeadToWrite[] =>
  Array.from({ length: count }, () => makeLeadToWrite(accountId, changes));

const writeAll = (writer: LeadWriter, leads: readonly LeadToWrite[]): Promise<Verdict[]> =>
  Promise.all(leads.map((lead) => writer.write(lead)));

const kindsOf = (verdicts: readonly Verdict[]): string[] => verdicts.map(({ kind }) => kind);
const idsOf = (leads: readonly LeadToWrite[]): string[] => leads.map(({ leadId }) => leadId).toSorted();

async function storedIds(accountId = account): Promise<string[]> {
  const rows = await owner
    .selectFrom('leads')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => fromUuid(id));
}

async function counted(accountId = account): Promise<number> {
  const rows = await owner.selectFrom('usage').select('leads').where('account_id', '=', accountId).execute();
  return rows.reduce((sum, { leads }) => sum + leads, 0);
}

/** Returns a function that counts the promises settled so far. */
function watch(promises: readonly Promise<unknown>[]): () => number {
  let settled = 0;
  for (const promise of promises) {
    const count = (): void => {
      settled++;
    };
    promise.then(count, count);
  }
  return () => settled;
}

describe('leads written at the same time', () => {
  test('share batches and are all stored and counted', async () => {
    const batches: number[] = [];
    const writer = makeWriter({ onBatch: (leads) => batches.push(leads) });
    let statements = 0;
    const onAcquire = (): void => {
      statements++;
    };
    pool.on('acquire', onAcquire);
    onTestFinished(() => {
      pool.off('acquire', onAcquire);
    });
    const leads = makeLeads(300);
    expect(new Set(kindsOf(await writeAll(writer, leads)))).toEqual(new Set(['stored']));
    expect(batches.reduce((sum, size) => sum + size)).toBe(300);
    expect(Math.max(...batches)).toBeLessThanOrEqual(128);
    expect(batches.length).toBeLessThanOrEqual(5);
    expect(statements).toBe(batches.length);
    expect(await storedIds()).toEqual(idsOf(leads));
    expect(await counted()).toBe(300);
  });

  test('share the next batch while another one is being written', async () => {
    const batches: number[] = [];
    const writer = makeWriter({ concurrency: 1, onBatch: (leads) => batches.push(leads) });
    const release = await holdAccount(ownerPool, account);
    const written = [writer.write(makeLeadToWrite(account))];
    await waitForBlocked(ownerPool, 1);
    for (let count = 0; count < 50; count++) {
      written.push(writer.write(makeLeadToWrite(account)));
      await setImmediate();
    }
    await release();
    await Promise.all(written);
    expect(batches).toEqual([1, 50]);
  });

  test('neither deadlock nor get lost when several processes write to several accounts', async () => {
    const accounts = await Promise.all(Array.from({ length: 5 }, () => makeAccount(owner)));
    const retries: Error[] = [];
    const writers = [1, 2].map(() => makeWriter({ maxBatch: 20, onRetry: (error) => retries.push(error) }));
    // Each process writes to the accounts in a different order.
    await Promise.all(
      writers.flatMap((writer, index) =>
        (index === 0 ? accounts : accounts.toReversed()).flatMap(({ accountId }) =>
          makeLeads(40, {}, accountId).map((lead) => writer.write(lead)),
        ),
      ),
    );
    expect(await Promise.all(accounts.map(({ accountId }) => counted(accountId)))).toEqual([
      80, 80, 80, 80, 80,
    ]);
    expect(retries).toEqual([]);
  });
});

describe('a lead’s promise', () => {
  test('resolves only after the commit, when another connection can see the lead', async () => {
    const writer = makeWriter({ maxBatch: 4 });
    const seen = await Promise.all(
      makeLeads(60).map(async (lead) => {
        await writer.write(lead);
        const { rowCount } = await ownerPool.query(
          'select from leadline.leads where account_id = $1 and id = $2',
          [lead.accountId, lead.leadId],
        );
        return rowCount;
      }),
    );
    expect(seen).toEqual(seen.map(() => 1));
  });

  test('does not resolve while the database is still writing', async () => {
    const release = await holdAccount(ownerPool, account);
    const written = makeWriter().write(makeLeadToWrite(account));
    const settled = watch([written]);
    await waitForBlocked(ownerPool, 1);
    expect(settled()).toBe(0);
    await release();
    expect(await written).toEqual({ kind: 'stored' });
  });
});

describe('a lead that the database rejects', () => {
  test.each<[what: string, poison: LeadChanges, code: string]>([
    ['a result that is not JSON', { scoredJson: 'not JSON' }, '22P02'],
    ['a score out of range', { score: 999 }, '23514'],
    ['a NUL in a text', { source: 'a\0b' }, '22021'],
    ['a name too long for an index', { contact: { name: randomText(4_000) } }, '54000'],
  ])(
    'because of %s fails alone while the other 63 leads of its batch are stored',
    async (_, poison, code) => {
      const writer = makeWriter();
      const neighbours = makeLeads(63);
      const poisoned = makeLeadToWrite(account, poison);
      const outcomes = await Promise.allSettled(
        [...neighbours.slice(0, 40), poisoned, ...neighbours.slice(40)].map((lead) => writer.write(lead)),
      );
      const rejected = outcomes.filter((outcome) => outcome.status === 'rejected');
      expect(outcomes.indexOf(rejected[0] as (typeof outcomes)[number])).toBe(40);
      expect(rejected).toMatchObject([{ reason: { code } }]);
      expect(await storedIds()).toEqual(idsOf(neighbours));
      expect(await counted()).toBe(63);
    },
  );

  test('does not count toward the allowance, even if there are several in a batch', async () => {
    const writer = makeWriter();
    const leads = Array.from({ length: 64 }, (_, place) =>
      makeLeadToWrite(account, { monthlyLimit: 60, ...(place % 16 === 0 ? { score: -1 } : {}) }),
    );
    const outcomes = await Promise.allSettled(leads.map((lead) => writer.write(lead)));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(4);
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled').map(({ value }) => value)).toEqual(
      Array.from({ length: 60 }, () => ({ kind: 'stored' })),
    );
    expect(await counted()).toBe(60);
  });

  test('can be corrected and sent again', async () => {
    const writer = makeWriter();
    const poisoned = makeLeadToWrite(account, { score: 999 });
    await expect(writer.write(poisoned)).rejects.toMatchObject({ code: '23514' });
    expect(await writer.write({ ...poisoned, score: 99 })).toEqual({ kind: 'stored' });
  });
});

describe('a lead that is scored with its batch', () => {
  const defer = (row: LeadToWrite, scoreToWrite: () => LeadToWrite): UnscoredLead => {
    const { accountId, leadId, fingerprint, bodyHash } = row;
    return { accountId, leadId, fingerprint, bodyHash, scoreToWrite };
  };

  test('is scored once, even if it is written again', async () => {
    const row = makeLeadToWrite(account);
    let scored = 0;
    const release = await holdAccount(ownerPool, account);
    const writer = makeWriter();
    const written = writer.write(
      defer(row, () => {
        scored++;
        return row;
      }),
    );
    await waitForBlocked(ownerPool, 1);
    await release();
    expect(await written).toEqual({ kind: 'stored' });
    expect(scored).toBe(1);
    expect(await storedIds()).toEqual([row.leadId]);
  });

  test('leaves the rest to the next batch if it takes long to score', async () => {
    const sizes: number[] = [];
    const writer = makeWriter({ onBatch: (leads) => sizes.push(leads) });
    const rows = makeLeads(5);
    const slow = rows.map((row) =>
      defer(row, () => {
        const until = performance.now() + 15;
        while (performance.now() < until);
        return row;
      }),
    );
    expect(kindsOf(await Promise.all(slow.map((lead) => writer.write(lead))))).toEqual(
      rows.map(() => 'stored'),
    );
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2);
    expect(await storedIds()).toEqual(idsOf(rows));
  });

  test('fails alone if it cannot be scored', async () => {
    const writer = makeWriter();
    const [bad, ...good] = makeLeads(3) as [LeadToWrite, ...LeadToWrite[]];
    const failed = writer.write(
      defer(bad, () => {
        throw new Error('cannot be scored');
      }),
    );
    const written = writeAll(writer, good);
    await expect(failed).rejects.toThrow('cannot be scored');
    expect(kindsOf(await written)).toEqual(['stored', 'stored']);
    expect(writer.inFlight(bad)).toBeNull();
    expect(await storedIds()).toEqual(idsOf(good));
  });
});

describe('an account over its limit', () => {
  test('gets exactly its allowance, in order, and does not affect other accounts in the batch', async () => {
    const writer = makeWriter();
    const other = (await makeAccount(owner)).accountId;
    const own = makeLeads(30, { monthlyLimit: 7 });
    const others = makeLeads(30, {}, other);
    const verdicts = await writeAll(
      writer,
      own.flatMap((lead, index) => [lead, others[index] as LeadToWrite]),
    );
    expect(kindsOf(verdicts.filter((_, place) => place % 2 === 0))).toEqual([
      ...Array.from({ length: 7 }, () => 'stored'),
      ...Array.from({ length: 23 }, () => 'over limit'),
    ]);
    expect(await storedIds()).toEqual(idsOf(own.slice(0, 7)));
    expect(await counted()).toBe(7);
    expect(await storedIds(other)).toEqual(idsOf(others));
    expect(await counted(other)).toBe(30);
  });

  test('gets exactly its allowance when two processes write at the same time', async () => {
    const writers = [makeWriter({ maxBatch: 8 }), makeWriter({ maxBatch: 8 })];
    const verdicts = await Promise.all(
      writers.flatMap((writer) => makeLeads(60, { monthlyLimit: 50 }).map((lead) => writer.write(lead))),
    );
    expect(kindsOf(verdicts).filter((kind) => kind === 'stored')).toHaveLength(50);
    expect(await storedIds()).toHaveLength(50);
    expect(await counted()).toBe(50);
  });

  test('still gets the original result for a repeated request, which does not count', async () => {
    const writer = makeWriter();
    const first = makeLeadToWrite(account, { monthlyLimit: 2 });
    await writer.write(first);
    const [again, second, third] = await writeAll(writer, [
      { ...first, leadId: makeId() },
      ...makeLeads(2, { monthlyLimit: 2 }),
    ]);
    expect(again).toMatchObject({ kind: 'repeated', leadId: first.leadId });
    expect([second, third]).toEqual([{ kind: 'stored' }, { kind: 'over limit' }]);
    expect(await counted()).toBe(2);
  });
});

describe('a repeated request', () => {
  test('returns the lead it created and whether the body is the same', async () => {
    const writer = makeWriter();
    const first = makeLeadToWrite(account);
    await writer.write(first);
    const verdicts = await writeAll(writer, [{ ...first, leadId: makeId() }]);
    verdicts.push(await writer.write({ ...first, leadId: makeId(), bodyHash: makeId() }));
    const known = { kind: 'repeated', leadId: first.leadId, scored: { of: first.leadId } };
    expect(verdicts).toEqual([
      { ...known, isSameBody: true },
      { ...known, isSameBody: false },
    ]);
    expect(await storedIds()).toEqual([first.leadId]);
    expect(await counted()).toBe(1);
  });

  test('is recognized while the first one is still being written', async () => {
    const writer = makeWriter();
    const first = makeLeadToWrite(account);
    const written = writer.write(first);
    const again = { ...first, leadId: makeId() };
    expect(writer.inFlight(again)?.lead.leadId).toBe(first.leadId);
    expect(() => writer.write(again)).toThrow('in flight');
    await writer.inFlight(again)?.promise;
    expect(writer.inFlight(again)).toBeNull();
    expect(await storedIds()).toEqual([first.leadId]);
    expect(await written).toEqual({ kind: 'stored' });
  });

  test('creates a new lead after the first one has expired, and is then the one remembered', async () => {
    const writer = makeWriter();
    const first = makeLeadToWrite(account);
    await writer.write(first);
    const afterFirst = firstIdOf(new Date(Date.now() + 1_000));
    const second = { ...first, leadId: makeId(), rememberedFrom: afterFirst };
    expect(await writer.write(second)).toEqual({ kind: 'stored' });
    expect(await writer.write({ ...first, leadId: makeId() })).toMatchObject({ leadId: second.leadId });
    expect(await storedIds()).toEqual(idsOf([first, second]));
    expect(await counted()).toBe(2);
  });

  test('creates a new lead after the first one was deleted, and the deletion does not restore the allowance', async () => {
    const writer = makeWriter();
    const first = makeLeadToWrite(account, {
      leadJson: JSON.stringify({
        name: '',
        email: 'ana@example.org',
        phone: '',
        budget: '',
        message: '',
        source: '',
        custom_fields: {},
      }),
      scoredJson: packResult((sampleLeads[0] as (typeof sampleLeads)[number]).result),
    });
    await writer.write(first);
    expect(await deleteLead(owner, account, first.leadId)).toBe(true);
    const second = { ...first, leadId: makeId() };
    expect(await writer.write(second)).toEqual({ kind: 'stored' });
    expect(await storedIds()).toEqual([second.leadId]);
    expect(await counted()).toBe(2);
  });

  test('is not a repeat if it belongs to another account', async () => {
    const writer = makeWriter();
    const other = (await makeAccount(owner)).accountId;
    const first = makeLeadToWrite(account);
    expect(kindsOf(await writeAll(writer, [first, { ...first, accountId: other }]))).toEqual([
      'stored',
      'stored',
    ]);
    expect(await writer.write({ ...first, accountId: other, leadId: makeId() })).toMatchObject({
      kind: 'repeated',
    });
  });
});

describe('a full queue of leads', () => {
  test('rejects new leads immediately and still writes the ones it has accepted', async () => {
    const writer = makeWriter({ concurrency: 1, maxBatch: 5, maxWaiting: 10 });
    const release = await holdAccount(ownerPool, account);
    const running = makeLeads(5).map((lead) => writer.write(lead));
    await waitForBlocked(ownerPool, 1);
    const waiting = makeLeads(10).map((lead) => writer.write(lead));
    const settled = watch([...running, ...waiting]);
    expect(writer.waiting).toBe(10);
    await expect(writer.write(makeLeadToWrite(account))).rejects.toMatchObject({ code: 'overloaded' });
    expect(settled()).toBe(0);
    await release();
    expect(kindsOf(await Promise.all([...running, ...waiting]))).toEqual(Array(15).fill('stored'));
    expect(writer.waiting).toBe(0);
    expect(await writer.write(makeLeadToWrite(account))).toEqual({ kind: 'stored' });
    expect(await counted()).toBe(16);
  });
});

describe('an account that sends more leads than others', () => {
  test('is told to wait when its part of the queue is full, while others are accepted', async () => {
    const writer = makeWriter({ concurrency: 1, maxBatch: 5, maxWaitingPerAccount: 10 });
    const other = (await makeAccount(owner)).accountId;
    const release = await holdAccount(ownerPool, account);
    const written = [writer.write(makeLeadToWrite(account))];
    await waitForBlocked(ownerPool, 1);
    written.push(...makeLeads(10).map((lead) => writer.write(lead)));
    await expect(writer.write(makeLeadToWrite(account))).rejects.toMatchObject({ code: 'rate_limited' });
    written.push(writer.write(makeLeadToWrite(other)));
    await release();
    expect(new Set(kindsOf(await Promise.all(written)))).toEqual(new Set(['stored']));
  });

  test('gets no larger part of a batch than they do', () => {
    const queue = new LeadQueue<QueuedLead>();
    const names = ['a', 'a', 'a', 'a', 'b', 'b', 'c'];
    for (const accountId of names) queue.add({ lead: { accountId }, bytes: 1_000 });
    const take = (maxLeads: number): string[] =>
      queue.take({ maxLeads, maxBytes: 1_000_000 }, () => true).map(({ lead }) => lead.accountId);
    expect(take(4)).toEqual(['a', 'b', 'c', 'a']);
    expect(take(4)).toEqual(['b', 'a', 'a']);
    expect(queue.size).toBe(0);
  });

  test('cannot fill the memory of the database with one batch', () => {
    const queue = new LeadQueue<QueuedLead>();
    for (let n = 0; n < 9; n++) queue.add({ lead: { accountId: 'a' }, bytes: 400_000 });
    const limits = { maxLeads: 100, maxBytes: 1_000_000 };
    expect(queue.take(limits, () => true)).toHaveLength(3);
    expect(queue.size).toBe(6);
  });
});

describe('an account that is locked for a long time', () => {
  test('does not delay the leads of others, even if they share its batch', async () => {
    const lockedPool = openPool(url, { size: 1, role: 'leadline_api' });
    const impatient = openPool(url, { size: 2, role: 'leadline_api', lockTimeoutMs: 50 });
    onTestFinished(async () => void (await Promise.all([lockedPool.end(), impatient.end()])));
    const retries: Error[] = [];
    const writer = new LeadWriter(impatient, {
      lockedPool,
      timeoutMs: 60_000,
      onRetry: (error) => retries.push(error),
    });
    const others = await Promise.all(Array.from({ length: 5 }, () => makeAccount(owner)));
    const release = await holdAccount(ownerPool, account);
    const held = makeLeads(3).map((lead) => writer.write(lead));
    const settled = watch(held);
    for (let n = 0; n < 5; n++) {
      held.push(writer.write(makeLeadToWrite(account)));
      // Otherwise these would wait for the lock, which is only released below.
      await Promise.all(others.map(({ accountId }) => writer.write(makeLeadToWrite(accountId))));
    }
    expect(settled()).toBe(0);
    await release();
    expect(new Set(kindsOf(await Promise.all(held)))).toEqual(new Set(['stored']));
    expect(await counted()).toBe(8);
    expect(retries).toEqual([]);
    await writer.drain();
  });
});

describe('draining the lead writer', () => {
  test('waits for all accepted leads, including those that end up rejected', async () => {
    const writer = makeWriter({ maxBatch: 16 });
    const written = [
      ...makeLeads(200),
      ...makeLeads(10, { monthlyLimit: 0 }),
      makeLeadToWrite(account, { score: 999 }),
    ].map((lead) => writer.write(lead));
    const settled = watch(written);
    await writer.drain();
    expect(settled()).toBe(211);
    expect(writer.waiting).toBe(0);
    await Promise.allSettled(written);
  });

  test('resolves immediately if nothing is waiting', async () => {
    await makeWriter().drain();
  });

  test('waits for a batch that is blocked in the database', async () => {
    const writer = makeWriter();
    const release = await holdAccount(ownerPool, account);
    const written = writer.write(makeLeadToWrite(account));
    const drained = writer.drain();
    const settled = watch([drained]);
    await waitForBlocked(ownerPool, 1);
    expect(settled()).toBe(0);
    await release();
    await drained;
    expect(await written).toEqual({ kind: 'stored' });
  });

  test('can be called more than once', async () => {
    const writer = makeWriter();
    const written = writer.write(makeLeadToWrite(account));
    const settled = watch([writer.drain(), writer.drain()]);
    await written;
    await writer.drain();
    await setImmediate();
    expect(settled()).toBe(2);
  });
});

/** Text that does not compress. */
function randomText(length: number): string {
  return Array.from({ length }, () => String.fromCodePoint(0x4e00 + Math.floor(Math.random() * 20_000))).join(
    '',
  );
}
