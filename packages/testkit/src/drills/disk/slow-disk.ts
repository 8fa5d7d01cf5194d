// The disk is slow, then stalls. While it is slow, leads take longer but are stored; while it stalls, they are turned away
// and readyz says so.

import { startCrashablePostgres } from '../../database/crashable-postgres.ts';
import { makeFaultyDisk } from '../../faults/faulty-disk.ts';
import type { DrillResult, Log } from '../drill.ts';
import { judgeSlowDisk } from '../verdicts/judge-disk.ts';
import { drillUnderFault } from './under-fault.ts';

const SLOW_MS = 300;
/** Longer than a lead waits. */
const STALL_MS = 9_000;

export async function drillSlowDisk(phaseMs: number, log: Log): Promise<DrillResult> {
  const disk = await makeFaultyDisk();
  const postgres = await startCrashablePostgres({ env: disk.env });
  try {
    return await drillUnderFault({
      databaseUrl: postgres.url,
      inject: async (service) => {
        log(`every wait for the disk takes ${SLOW_MS} ms longer`);
        await disk.delay(SLOW_MS);
        const slow = await service.watch(phaseMs);
        log(`every wait for the disk takes ${STALL_MS / 1_000} s longer`);
        await disk.delay(STALL_MS);
        const noticed = await service.becomes(503, STALL_MS);
        const stalled = await service.watch(phaseMs);
        await disk.mend();
        return {
          checks: judgeSlowDisk({ slow, noticed, stalled }),
          figures: {
            'acknowledged while slow': slow.acknowledged,
            'noticed after, ms': noticed.ms,
            'acknowledged while stalled': stalled.acknowledged,
          },
        };
      },
    });
  } finally {
    await disk.mend();
    await postgres.remove();
    await disk.remove();
  }
}
