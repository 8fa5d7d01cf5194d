// Runs two parts of drills/disk.ts with shorter faults: a full disk, and slow reads that hold all connections.

import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { drillFullDisk } from '@leadline/testkit/drills/disk/full-disk';
import { drillSlowReads } from '@leadline/testkit/drills/disk/no-connections';
import { failedChecks, silent } from '@leadline/testkit/drills/drill';
import { expect, test } from 'vitest';

test('a full disk loses no acknowledged lead, readyz says so, and the service recovers by itself', async () => {
  expect(failedChecks(await drillFullDisk(2_000, silent))).toEqual([]);
}, 120_000);

test('slow reads that hold all connections stop neither leads nor health checks', async () => {
  expect(failedChecks(await drillSlowReads(await cloneDatabase(), 2_000, silent))).toEqual([]);
}, 120_000);
