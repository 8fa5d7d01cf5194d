// The drills of the night would notice if something were wrong: each fault here must make a drill complain.

import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '@leadline/server';
import { startArchivedPostgres } from '@leadline/testkit/backup/archived-postgres';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { startCrashablePostgres, startEmptyPostgres } from '@leadline/testkit/database/crashable-postgres';
import { drillAlerts } from '@leadline/testkit/drills/alerts';
import { drillDeadlocks } from '@leadline/testkit/drills/deadlocks';
import { type DrillResult, failedChecks } from '@leadline/testkit/drills/drill';
import { drillImport } from '@leadline/testkit/drills/import';
import { drillKillPostgres } from '@leadline/testkit/drills/kill-postgres';
import { drillKillWorker } from '@leadline/testkit/drills/kill-worker';
import { drillRestore } from '@leadline/testkit/drills/restore';
import { drillUpgrade } from '@leadline/testkit/drills/upgrade';
import { changeWriteLeads } from '@leadline/testkit/faults/change-write-leads';
import { lockTable } from '@leadline/testkit/faults/lock-table';
import { loseRows } from '@leadline/testkit/faults/lose-rows';
import { expect, test } from 'vitest';

const MINUTES = 60_000;

const complaintsOf = (result: DrillResult): string[] => failedChecks(result).map(({ name }) => name);

test(
  'commits that don’t wait for the disk, while PostgreSQL crashes',
  async () => {
    // Its writer flushes every ten seconds, so that every crash loses something.
    const settings = { synchronous_commit: 'off', wal_writer_delay: '10s' };
    const postgres = await startCrashablePostgres({ settings });
    try {
      expect(complaintsOf(await drillKillPostgres(postgres, [1, 1]))).toContain(
        'acknowledged leads missing from the database',
      );
    } finally {
      await postgres.remove();
    }
  },
  5 * MINUTES,
);

test(
  'events that get lost, while the worker is killed',
  async () => {
    const databaseUrl = await cloneDatabase();
    await loseRows(databaseUrl, 'outbox', 20);
    const result = await drillKillWorker(databaseUrl, { kills: 2, importRows: 3_000 });
    expect(complaintsOf(result)).toContain('leads without an event at some endpoint');
  },
  6 * MINUTES,
);

test(
  'alerts that get lost, while the worker is killed',
  async () => {
    const databaseUrl = await cloneDatabase();
    await loseRows(databaseUrl, 'alerts', 20);
    const result = await drillAlerts(databaseUrl, { kills: 2, accounts: 6 });
    expect(complaintsOf(result)).toContain('leads that someone was not told about');
  },
  5 * MINUTES,
);

test(
  'accounts that are locked in any order',
  async () => {
    const databaseUrl = await cloneDatabase();
    await changeWriteLeads(databaseUrl, [
      ['as account_id order by key) a', 'as account_id) a order by random()'],
    ]);
    const result = await drillDeadlocks(databaseUrl, { accounts: 1_000, connections: 64, seconds: 4 });
    expect(complaintsOf(result)).toContain('deadlocks reported by PostgreSQL');
  },
  5 * MINUTES,
);

test(
  'rows that get lost, while the worker is killed during an import',
  async () => {
    const databaseUrl = await cloneDatabase();
    await loseRows(databaseUrl, 'leads', 100);
    const result = await drillImport(databaseUrl, { rows: 3_000, kills: 1, probes: 20 });
    expect(complaintsOf(result)).toEqual(expect.arrayContaining(['leads in the table']));
  },
  5 * MINUTES,
);

test(
  'a restore that ends before its moment',
  async () => {
    const postgres = await startArchivedPostgres();
    const restoreCommand = postgres.restoreCommand.replace(
      /recovery_target_time = '%s'\\n" "\$RESTORE_TIME"/,
      `recovery_target = 'immediate'\\n"`,
    );
    expect(restoreCommand).not.toBe(postgres.restoreCommand);
    try {
      const result = await drillRestore({ ...postgres, restoreCommand }, { seconds: 4, leadsPerSecond: 40 });
      expect(complaintsOf(result)).toContain('leads acknowledged before the moment and missing');
    } finally {
      await postgres.remove();
    }
  },
  5 * MINUTES,
);

test(
  'a migration that blocks leads',
  async () => {
    const postgres = await startEmptyPostgres();
    const pool = openPool(postgres.url, { size: 1 });
    const hasMigrated = async (): Promise<boolean> => {
      const { rows } = await pool.query(
        `select from pg_attribute where attname = 'drill_note' and attrelid = to_regclass('leadline.leads')`,
      );
      return rows.length > 0;
    };
    const lockMeanwhile = async (): Promise<void> => {
      while (!(await hasMigrated())) await sleep(100);
      const { release } = await lockTable(postgres.url, 'leads');
      await sleep(8_000); // longer than a lead waits
      await release();
    };
    try {
      const options = { from: 'HEAD', to: 'HEAD', leadsPerSecond: 30, storedLeads: 5_000, seconds: 2 };
      const [result] = await Promise.all([drillUpgrade(postgres.url, options), lockMeanwhile()]);
      expect(complaintsOf(result)).toEqual(['leads that failed']);
    } finally {
      await pool.end();
      await postgres.remove();
    }
  },
  10 * MINUTES,
);
