// The disk is slow, then stalls. While it is slow, leads take longer but are stored; while it stalls, they are turned away
// and readyz says so.

import { startCrashablePostgres } from '../../database/crashable-postgres.ts';
import { makeFaultyDisk } from '../../faults/faulty-disk.ts';
import { check, type DrillResult, type Log } from '../drill.ts';
import { checkSome, drillUnderFault } from './under-fault.ts';

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
          checks: [
            checkSome('leads acknowledged while the disk was slow', slow.acknowledged),
            check('leads answered 503 while the disk was slow', slow.unavailable, 0),
            check(
              'readyz 200 more often than 503 while slow',
              slow.ready > slow.unready ? 'yes' : 'no',
              'yes',
            ),
            check(
              'both processes reported 503 on readyz while it stalled',
              noticed.isSo ? 'yes' : 'no',
              'yes',
            ),
            check('readyz 200 although leads could not be stored', stalled.lies, 0),
            checkSome('leads turned away with 503 while it stalled', stalled.unavailable),
          ],
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
