// Little space is left and the API knows it (DATA_DISK_PATH): leads are turned away before PostgreSQL runs out of space.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCrashablePostgres } from '../../database/crashable-postgres.ts';
import { mountSmallDisk } from '../../faults/small-disk.ts';
import type { DrillResult, Log } from '../drill.ts';
import { judgeLowDisk } from '../verdicts/judge-disk.ts';
import { DISK_MIB, SMALL_SETTINGS } from './full-disk.ts';
import { drillUnderFault } from './under-fault.ts';

/** What is left has to hold the WAL that PostgreSQL may still add, up to `max_wal_size`. */
const MIN_FREE_MIB = 70;
const LEFT_MIB = 60;
/** The space is checked every five seconds. */
const MAX_NOTICE_MS = 8_000;

/** Null if this machine doesn't let us mount a small disk. */
export async function drillLowDisk(lowMs: number, log: Log): Promise<DrillResult | null> {
  const disk = await mountSmallDisk(DISK_MIB);
  if (disk === null) return null;
  const postgres = await startCrashablePostgres({ folder: disk.folder, settings: SMALL_SETTINGS });
  try {
    return await drillUnderFault({
      databaseUrl: postgres.url,
      env: { DATA_DISK_PATH: disk.mountPoint, MIN_FREE_DISK_MB: String(MIN_FREE_MIB) },
      inject: async (service) => {
        log(`leaving ${LEFT_MIB} MiB on the disk`);
        await disk.fill(LEFT_MIB * 1024 ** 2);
        const noticed = await service.becomes(503, MAX_NOTICE_MS);
        await sleep(1_000); // leads that were being written may still be acknowledged
        const watched = await service.watch(lowMs);
        await disk.free();
        const serverLog = await readFile(join(disk.folder, 'postgres/server.log'), 'utf8');
        return {
          checks: judgeLowDisk({
            noticed,
            watched,
            timesOutOfSpace: serverLog.split('No space left').length - 1,
          }),
          figures: { 'noticed after, ms': noticed.ms },
        };
      },
    });
  } finally {
    await postgres.remove();
    await disk.remove();
  }
}
