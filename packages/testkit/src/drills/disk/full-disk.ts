// The disk of the database is full to the last byte: leads are turned away, readyz says so, and everything recovers once
// there is space again. PostgreSQL stops if it can't write its log; it is then restarted, as a supervisor would.

import { setTimeout as sleep } from 'node:timers/promises';
import { type CrashablePostgres, startCrashablePostgres } from '../../database/crashable-postgres.ts';
import { makeFaultyDisk } from '../../faults/faulty-disk.ts';
import { mountSmallDisk } from '../../faults/small-disk.ts';
import type { DrillResult, Log } from '../drill.ts';
import { judgeFullDisk } from '../verdicts/judge-disk.ts';
import { drillUnderFault } from './under-fault.ts';

export const DISK_MIB = 340;
/** So that PostgreSQL fits on the small disk. */
export const SMALL_SETTINGS = { max_wal_size: '48MB', min_wal_size: '32MB', shared_buffers: '16MB' };

interface FillableDisk {
  fill(): Promise<void>;
  free(): Promise<void>;
}

const MAX_NOTICE_MS = 15_000;

export async function drillFullDisk(fullMs: number, log: Log): Promise<DrillResult> {
  const disk = await mountSmallDisk(DISK_MIB);
  if (disk === null) {
    log('no permission to mount a small disk: PostgreSQL is told that its disk is full');
    const faulty = await makeFaultyDisk();
    return drillOn(
      await startCrashablePostgres({ settings: SMALL_SETTINGS, env: faulty.env }),
      { fill: faulty.fill, free: faulty.mend },
      faulty.remove,
      fullMs,
      log,
    );
  }
  const postgres = await startCrashablePostgres({ folder: disk.folder, settings: SMALL_SETTINGS });
  return drillOn(postgres, disk, disk.remove, fullMs, log);
}

async function drillOn(
  postgres: CrashablePostgres,
  disk: FillableDisk,
  removeDisk: () => Promise<void>,
  fullMs: number,
  log: Log,
): Promise<DrillResult> {
  let restarts = 0;
  try {
    return await drillUnderFault({
      databaseUrl: postgres.url,
      inject: async (service) => {
        log('filling the disk');
        await disk.fill();
        // PostgreSQL may give back some space, for example by removing a part of its log.
        const topUp = setInterval(() => void disk.fill(), 500);
        const noticed = await service.becomes(503, MAX_NOTICE_MS);
        const watched = await service.watch(fullMs);
        clearInterval(topUp);
        await sleep(200);
        log('freeing the disk');
        await disk.free();
        return {
          checks: judgeFullDisk({ noticed, watched }),
          figures: { 'noticed after, ms': noticed.ms, 'acknowledged while full': watched.acknowledged },
        };
      },
      supervise: async () => {
        if (await postgres.isRunning()) return;
        restarts++;
        log('PostgreSQL has stopped; starting it again');
        await postgres.restart().catch(() => {});
      },
    }).then(({ checks, figures }) => ({
      checks,
      figures: { ...figures, 'restarts of PostgreSQL': restarts },
    }));
  } finally {
    await postgres.remove();
    await removeDisk();
  }
}
