// Faults of the database's machine: a full disk, a disk that is almost full, an account that tries to fill it, a slow
// disk, and no connections left.

import type { CrashablePostgres } from '../../database/crashable-postgres.ts';
import { type DrillResult, type Log, silent } from '../drill.ts';
import { judgeParts } from '../verdicts/judge-disk.ts';
import { drillFullDisk } from './full-disk.ts';
import { drillHostileAccount } from './hostile-account.ts';
import { drillLowDisk } from './low-disk.ts';
import { drillSlowReads, drillTakenConnections } from './no-connections.ts';
import { drillSlowDisk } from './slow-disk.ts';

/** `faultMs` is how long each fault lasts. */
export async function drillDisk(
  postgres: CrashablePostgres,
  faultMs: number,
  log: Log = silent,
): Promise<DrillResult> {
  const parts: Record<string, DrillResult | null> = {
    'full disk': await drillFullDisk(faultMs, log),
    'almost full disk': await drillLowDisk(faultMs, log),
    'slow disk': await drillSlowDisk(faultMs, log),
    'hostile account': await drillHostileAccount(postgres.url, log),
    'connections taken': await drillTakenConnections(postgres.url, faultMs, log),
    'slow reads': await drillSlowReads(postgres.url, faultMs, log),
  };
  return {
    checks: judgeParts(
      Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part?.checks ?? null])),
    ),
    figures: Object.fromEntries(
      Object.entries(parts).flatMap(([name, part]) =>
        Object.entries(part?.figures ?? {}).map(([figure, value]) => [`${name}: ${figure}`, value]),
      ),
    ),
  };
}
