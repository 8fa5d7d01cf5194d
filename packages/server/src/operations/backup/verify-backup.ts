// Proves that backups can be restored: restores the database as of a moment ago into a scratch folder, and compares it with
// the original. Uses the archive as an emergency would, so it also notices WAL that doesn't arrive there.

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Installation, openInstallation } from '../../platform/db/installation.ts';
import { openPool } from '../../platform/db/pool.ts';
import { type Census, readHashes, sampleLeads, takeCensus } from './census.ts';
import { type Replays, replayLeads } from './replay-leads.ts';
import { type RestoreOptions, restoreBackup, waitForArchive } from './restore-backup.ts';

export interface VerifyOptions extends RestoreOptions {
  /** How many leads to compare and to score again. */
  readonly sampleSize: number;
  /** How long the WAL of the moment may take to arrive in the archive. */
  readonly archiveTimeoutMs: number;
  readonly onStep: (text: string) => void;
}

export interface TableComparison {
  readonly table: string;
  readonly restored: number;
  /** In the original, just before and just after the moment. */
  readonly before: number;
  readonly after: number;
  readonly isFine: boolean;
}

export interface VerifiedBackup {
  readonly moment: string;
  readonly restoreSeconds: number;
  readonly tables: readonly TableComparison[];
  readonly sampled: number;
  readonly missing: number;
  readonly changed: number;
  readonly replays: Replays;
  readonly passed: boolean;
}

export async function verifyBackup(options: VerifyOptions): Promise<VerifiedBackup> {
  const { databaseUrl, sampleSize, onStep } = options;
  const original = openInstallation(openPool(databaseUrl, { size: 1 }));
  try {
    await requireArchive(original);
    onStep('counting rows');
    const before = await takeCensus(original);
    const sample = await sampleLeads(original, before.counts.get('leads') ?? 0, sampleSize);
    const moment = await chooseMoment(original);
    const after = await takeCensus(original);
    const hashesAfter = await readHashes(original, sample);
    onStep(`waiting until the WAL of ${moment} is archived`);
    await waitForArchive(original, options.archiveTimeoutMs);
    onStep('restoring');
    const started = performance.now();
    const restored = await restoreBackup(options, moment);
    const restoreSeconds = (performance.now() - started) / 1000;
    const copy = openInstallation(openPool(restored.url, { size: 1 }));
    try {
      onStep('comparing');
      const tables = compareCounts(before, await takeCensus(copy), after);
      const hashes = await readHashes(copy, sample);
      // A lead that was deleted or scored again meanwhile proves nothing.
      const stable = sample.filter(({ id, hash }) => hashesAfter.get(id) === hash);
      const missing = stable.filter(({ id }) => !hashes.has(id)).length;
      const changed = stable.filter(({ id, hash }) => hashes.has(id) && hashes.get(id) !== hash).length;
      onStep(`scoring ${sample.length} leads again`);
      const replays = await replayLeads(copy, sample);
      const passed = tables.every(({ isFine }) => isFine) && missing + changed + replays.different === 0;
      return { moment, restoreSeconds, tables, sampled: sample.length, missing, changed, replays, passed };
    } finally {
      await copy.destroy();
      await restored.stop();
    }
  } finally {
    await original.destroy();
  }
}

async function requireArchive(db: Installation): Promise<void> {
  const { rows } = await sql<{ mode: string }>`select current_setting('archive_mode') as mode`.execute(db);
  if (rows[0]?.mode === 'off')
    throw new Error(
      'this PostgreSQL does not archive its WAL (archive_mode is off), so it cannot be restored to a moment. See docs/backup.md.',
    );
}

/** By the clock of the database. Recovery stops at the first commit after it, so there has to be one. */
export async function chooseMoment(db: Installation): Promise<string> {
  const { rows } = await sql<{ moment: string }>`
    select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.US"+00"') as moment`.execute(
    db,
  );
  await sleep(50);
  await sql`select pg_logical_emit_message(true, 'leadline', 'backup verify')`.execute(db);
  return rows[0]?.moment ?? '';
}

/** Rows come and go while they are counted, so a table may differ by as many as were added or deleted meanwhile. */
function compareCounts(before: Census, restored: Census, after: Census): TableComparison[] {
  return [...before.counts].map(([table, count]) => {
    const counts = {
      before: count,
      restored: restored.counts.get(table) ?? -1,
      after: after.counts.get(table) ?? 0,
    };
    const churn = (after.churn.get(table) ?? 0) - (before.churn.get(table) ?? 0);
    const slack = counts.before === counts.after ? 0 : churn;
    const isFine =
      counts.restored >= Math.min(counts.before, counts.after) - slack &&
      counts.restored <= Math.max(counts.before, counts.after) + slack;
    return { table, ...counts, isFine };
  });
}
