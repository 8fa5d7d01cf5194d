// Restores to a moment under load: every lead acknowledged before it is there, and none that was sent after it.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openInstallation, openPool, verifyBackup } from '@leadline/server';
import { chooseMoment, restoreBackup, waitForArchive } from '@leadline/server/testing';
import type { ArchivedPostgres } from '../backup/archived-postgres.ts';
import { startSteadyLoad } from '../load/steady-load.ts';
import { withApiPair } from '../service/api-pair.ts';
import { makeAccount } from './accounts.ts';
import { type DrillResult, type Log, silent } from './drill.ts';
import { readLedger } from './ledgers.ts';
import { judgeRestore } from './verdicts/judge-restore.ts';

export interface RestoreDrillOptions {
  /** How long leads are sent before and after the moment. */
  readonly seconds: number;
  readonly leadsPerSecond: number;
}

const ARCHIVE_TIMEOUT_MS = 120_000;

export async function drillRestore(
  postgres: ArchivedPostgres,
  { seconds, leadsPerSecond }: RestoreDrillOptions,
  log: Log = silent,
): Promise<DrillResult> {
  const { accountId, liveKey } = await makeAccount(postgres.url, null);
  const owner = openInstallation(openPool(postgres.url, { size: 1 }));
  const scratch = await mkdtemp(join(tmpdir(), 'leadline-restored-'));
  try {
    const { sent, moment } = await withApiPair(postgres.url, async ({ urls }) => {
      const load = startSteadyLoad(urls, liveKey, leadsPerSecond);
      await sleep((seconds * 1_000) / 2);
      log('base backup');
      await postgres.takeBaseBackup();
      await sleep((seconds * 1_000) / 2);
      const moment = await chooseMoment(owner);
      log(`the moment: ${moment}`);
      await sleep(seconds * 1_000);
      return { sent: await load.stop(), moment };
    });
    await waitForArchive(owner, ARCHIVE_TIMEOUT_MS);
    log('restoring');
    const started = performance.now();
    const { restoreCommand } = postgres;
    const restored = await restoreBackup(
      { databaseUrl: postgres.url, scratchFolder: join(scratch, 'moment'), restoreCommand },
      moment,
    );
    const restoreMs = performance.now() - started;
    const ledger = await readLedger(restored.url, accountId);
    await restored.stop();
    log('verifying a backup as an operator does');
    const verified = await verifyBackup({
      databaseUrl: postgres.url,
      scratchFolder: join(scratch, 'verify'),
      restoreCommand,
      sampleSize: 500,
      archiveTimeoutMs: ARCHIVE_TIMEOUT_MS,
      onStep: log,
    });
    return {
      checks: judgeRestore({ sent, moment, restored: ledger, verified }),
      figures: {
        'leads sent': sent.length,
        'leads restored': ledger.leads.length,
        'leads replayed': verified.replays.identical,
        'milliseconds to restore': Math.round(restoreMs),
      },
    };
  } finally {
    await owner.destroy();
    await rm(scratch, { recursive: true, force: true });
  }
}
