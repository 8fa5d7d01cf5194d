// A full disk, one that is almost full, a slow one, an account that tries to fill it, and no connections left.
//   node drills/disk.ts [--json]
// As root, the full disk is a real one: a small file system in memory. Needs a C compiler.

import { drillDisk } from '@leadline/testkit/drills/disk/disk';
import { runDrill } from '@leadline/testkit/drills/run-drill';

await runDrill('disk', (postgres, log) => drillDisk(postgres, 10_000, log));
