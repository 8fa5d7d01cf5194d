// The drills would notice if the lead writer were wrong: each fault here must make a drill fail. Both ways through
// write_leads are made faulty, plain batches and all others.

import { readFile } from 'node:fs/promises';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { drillAllowance } from '@leadline/testkit/drills/allowance';
import { type DrillResult, failedChecks } from '@leadline/testkit/drills/drill';
import { drillIdempotency } from '@leadline/testkit/drills/idempotency';
import { expect, test } from 'vitest';
import { openPool } from '../../src/db/pool.ts';

const FILE = new URL('../../sql/write_leads.sql', import.meta.url);

type Change = readonly [from: string, to: string];

/** Replaces every occurrence, and insists that there is one. */
async function injectFault(databaseUrl: string, changes: readonly Change[]): Promise<void> {
  let text = await readFile(FILE, 'utf8');
  for (const [from, to] of changes) {
    expect(text).toContain(from);
    text = text.replaceAll(from, to);
  }
  const pool = openPool(databaseUrl, { size: 1 });
  await pool.query(`begin; ${text}; commit`);
  await pool.end();
}

async function drillWith(
  changes: readonly Change[],
  drill: (databaseUrl: string) => Promise<DrillResult>,
): Promise<readonly unknown[]> {
  const databaseUrl = await cloneDatabase();
  await injectFault(databaseUrl, changes);
  return failedChecks(await drill(databaseUrl));
}

const allowance = (databaseUrl: string): Promise<DrillResult> =>
  drillAllowance(databaseUrl, { allowance: 50, posts: 300, connectionsPerProcess: 50 });
const idempotency = (databaseUrl: string): Promise<DrillResult> =>
  drillIdempotency(databaseUrl, { rounds: 2, posts: 50 });

const NO_FAULT: readonly Change[] = [['begin\n', 'begin\n']];

test('without a fault, the drills pass', async () => {
  expect(await drillWith(NO_FAULT, allowance)).toEqual([]);
  expect(await drillWith(NO_FAULT, idempotency)).toEqual([]);
}, 120_000);

test('a limit that is one too high', async () => {
  const oneTooHigh: Change = ['i.allowed >= coalesce((', 'i.allowed + 1 >= coalesce(('];
  expect(await drillWith([oneTooHigh], allowance)).not.toEqual([]);
}, 120_000);

test('plain batches that don’t look at the limit', async () => {
  const unlimited: Change = ['then d.allowed * 80::bigint <=', 'then d.allowed * 80_000_000::bigint <='];
  expect(await drillWith([unlimited], allowance)).not.toEqual([]);
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
