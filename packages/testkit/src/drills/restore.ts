// Restores to a moment under load: every lead acknowledged before it is there, and none that was sent after it.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openInstallation, openPool, verifyBackup } from '@leadline/server';
import { chooseMoment, restoreBackup, waitForArchive } from '@leadline/server/testing';
import type { ArchivedPostgres } from '../backup/archived-postgres.ts';
import { type SentLead, startSteadyLoad } from '../load/steady-load.ts';
import { withApiPair } from '../service/api-pair.ts';
import { makeAccount } from './accounts.ts';
import { type Check, check, type DrillResult, type Log, silent } from './drill.ts';
import { readLedger } from './ledgers.ts';

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
    const { leads, usage } = await readLedger(restored.url, accountId);
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
    const stored = new Set(leads.map(({ leadId }) => leadId));
    return {
      checks: [
        ...checkMoment(sent, moment, stored),
        check('usage is that of the moment', usage, leads.length),
        check('`backup verify` finds the backup good', String(verified.passed), 'true'),
        check('leads that replay to another result', verified.replays.different, 0),
      ],
      figures: {
        'leads sent': sent.length,
        'leads restored': leads.length,
        'leads replayed': verified.replays.identical,
        'milliseconds to restore': Math.round(restoreMs),
      },
    };
  } finally {
    await owner.destroy();
    await rm(scratch, { recursive: true, force: true });
  }
}

/** `restoredTo` is from chooseMoment. */
export function checkMoment(
  sent: readonly SentLead[],
  restoredTo: string,
  stored: ReadonlySet<string>,
): Check[] {
  const moment = Date.parse(restoredTo.replace(' ', 'T').replace('+00', 'Z'));
  const before = sent.filter(({ answeredAt, leadId }) => leadId !== null && answeredAt < moment);
  const after = sent.filter(({ sentAt }) => sentAt > moment + 1);
  return [
    check('leads not acknowledged', sent.find(({ leadId }) => leadId === null)?.failure ?? 'none', 'none'),
    check('some leads were acknowledged before the moment', String(before.length > 0), 'true'),
    check('some leads were sent after the moment', String(after.length > 0), 'true'),
    check(
      'leads acknowledged before the moment and missing',
      before.filter(({ leadId }) => !stored.has(leadId ?? '')).length,
      0,
    ),
    check(
      'leads sent after the moment and present',
      after.filter(({ leadId }) => stored.has(leadId ?? '')).length,
      0,
    ),
  ];
}
