// Restores to a moment in the middle of a minute of load, 100 leads a second, and verifies the backup.
//   node drills/restore.ts [--json]

import { startArchivedPostgres } from '@leadline/testkit/backup/archived-postgres';
import { drillRestore } from '@leadline/testkit/drills/restore';
import { runDrillOn } from '@leadline/testkit/drills/run-drill';

await runDrillOn('restore', startArchivedPostgres, (postgres, log) =>
  drillRestore(postgres, { seconds: 30, leadsPerSecond: 100 }, log),
);
