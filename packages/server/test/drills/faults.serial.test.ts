// The drills would notice if something were wrong: each fault here must make a drill complain. faults.nightly.test.ts has those that
// take longer. The lead writer is made faulty both ways through write_leads, plain batches and all others.

import { setTimeout as sleep } from 'node:timers/promises';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { drillAllowance } from '@leadline/testkit/drills/allowance';
import { drillSlowReads } from '@leadline/testkit/drills/disk/no-connections';
import { type DrillResult, failedChecks } from '@leadline/testkit/drills/drill';
import { drillHostile } from '@leadline/testkit/drills/hostile/hostile';
import { drillIdempotency } from '@leadline/testkit/drills/idempotency';
import { drillKillApi } from '@leadline/testkit/drills/kill-api';
import { drillPoolers } from '@leadline/testkit/drills/poolers';
import { type Change, changeWriteLeads } from '@leadline/testkit/faults/change-write-leads';
import { lockTable } from '@leadline/testkit/faults/lock-table';
import { loseRows } from '@leadline/testkit/faults/lose-rows';
import { expect, test } from 'vitest';

async function drillWith(
  changes: readonly Change[],
  drill: (databaseUrl: string) => Promise<DrillResult>,
): Promise<readonly unknown[]> {
  const databaseUrl = await cloneDatabase();
  await changeWriteLeads(databaseUrl, changes);
  return failedChecks(await drill(databaseUrl));
}

const allowance = (databaseUrl: string): Promise<DrillResult> =>
  drillAllowance(databaseUrl, { allowance: 50, posts: 300, spam: 60, connectionsPerProcess: 50 });
const spamLimit = (databaseUrl: string): Promise<DrillResult> =>
  drillAllowance(databaseUrl, { allowance: 900, posts: 10, spam: 1_100, connectionsPerProcess: 50 });
const idempotency = (databaseUrl: string): Promise<DrillResult> =>
  drillIdempotency(databaseUrl, { rounds: 2, posts: 50 });

const NO_FAULT: readonly Change[] = [['begin\n', 'begin\n']];

test.each([
  ['allowance', allowance],
  ['spam limit', spamLimit],
  ['idempotency', idempotency],
])(
  'without a fault, the %s drill passes',
  async (_, drill) => {
    expect(await drillWith(NO_FAULT, drill)).toEqual([]);
  },
  120_000,
);

test('a limit that is one too high', async () => {
  const oneTooHigh: Change = ['i.allowed >= i.used', 'i.allowed + 1 >= i.used'];
  expect(await drillWith([oneTooHigh], allowance)).not.toEqual([]);
}, 120_000);

test('plain batches that don’t look at the limit', async () => {
  const unlimited: Change = ['d.allowed * 80::bigint <=', 'd.allowed * 80_000_000::bigint <='];
  expect(await drillWith([unlimited], allowance)).not.toEqual([]);
}, 120_000);

test('a limit for spam that is one too high', async () => {
  const oneTooHigh: Change = ['spam_limit_of(i.allowed) >=', 'spam_limit_of(i.allowed) + 1 >='];
  expect(await drillWith([oneTooHigh], spamLimit)).not.toEqual([]);
}, 120_000);

test('plain batches that don’t look at the limit for spam', async () => {
  const unlimited: Change = ['spam_limit_of(d.allowed) <', '1_000_000 <'];
  expect(await drillWith([unlimited], spamLimit)).not.toEqual([]);
}, 120_000);

test('spam that counts in batches that aren’t plain', async () => {
  const counts: Change = ["i.grade = 'Spam' and not are_from_file as is_spam", 'false as is_spam'];
  expect(await drillWith([counts], allowance)).not.toEqual([]);
}, 120_000);

test('spam that counts in plain batches', async () => {
  const counts: Change = ["i.grade <> 'Spam' or are_from_file as is_counted", 'true as is_counted'];
  expect(await drillWith([counts], spamLimit)).not.toEqual([]);
}, 120_000);

test('a request that isn’t looked up', async () => {
  const forgotten: Change = ['k.fingerprint = i.fingerprint', 'k.fingerprint = uuidv7()'];
  expect(await drillWith([forgotten], idempotency)).not.toEqual([]);
}, 120_000);

test('plain batches that don’t look up requests', async () => {
  const forgotten: Change = [
    'k.fingerprint = i.fingerprint\n          and k.lead_id',
    'k.fingerprint = uuidv7()\n          and k.lead_id',
  ];
  expect(await drillWith([forgotten], idempotency)).not.toEqual([]);
}, 120_000);

test('retries that are not recognized, while API processes are killed', async () => {
  const databaseUrl = await cloneDatabase();
  await changeWriteLeads(databaseUrl, [['k.fingerprint = i.fingerprint', 'k.fingerprint = uuidv7()']]);
  const complaints = failedChecks(await drillKillApi(databaseUrl, 2)).map(({ name }) => name);
  expect(complaints).toContain('duplicate leads for an Idempotency-Key');
  expect(complaints).not.toContain('processes killed');
}, 180_000);

test('a database behind a pooler that loses leads', async () => {
  const databaseUrl = await cloneDatabase();
  await loseRows(databaseUrl, 'leads', 7);
  const complaints = failedChecks(await drillPoolers(databaseUrl, { leads: 20 })).map(({ name }) => name);
  expect(complaints).toEqual(['session: leads', 'transaction: leads']);
}, 240_000);

/** Locks the leads for longer than one waits, when the drill logs this. */
function lockLeads(databaseUrl: string, when: RegExp): { log(text: string): void; done(): Promise<void> } {
  let locking = Promise.resolve();
  const lock = async (): Promise<void> => {
    const { release } = await lockTable(databaseUrl, 'leads');
    await sleep(8_000);
    await release();
  };
  return {
    log: (text) => {
      if (when.test(text)) locking = lock();
    },
    done: () => locking,
  };
}

test('reads that hold up leads', async () => {
  const databaseUrl = await cloneDatabase();
  const { log, done } = lockLeads(databaseUrl, /reads of each process wait/);
  const complaints = failedChecks(await drillSlowReads(databaseUrl, 7_000, log)).map(({ name }) => name);
  await done();
  expect(complaints).toContain('leads answered 503 meanwhile');
}, 120_000);

test('an attack that others notice', async () => {
  const databaseUrl = await cloneDatabase();
  // Once the phase without an attack has ended.
  const { log, done } = lockLeads(databaseUrl, /^nothing: /);
  const size = { secondsPerAttack: 8, secondsTogether: 0, scale: 0.1, isShort: true, only: 'unknown keys' };
  const complaints = failedChecks(await drillHostile(databaseUrl, size, log));
  await done();
  expect(complaints).toContainEqual(
    expect.objectContaining({
      name: 'requests of the normal tenant that failed',
      actual: expect.stringContaining('unknown keys: 503'),
    }),
  );
}, 240_000);
