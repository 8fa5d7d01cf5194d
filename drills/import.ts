// Imports 100,000 rows while the worker is killed 5 times, and single leads are timed before and meanwhile.
//   node drills/import.ts [--json]

import { drillImport } from '@leadline/testkit/drills/import';
import { runDrill } from '@leadline/testkit/drills/run-drill';

await runDrill('import', ({ url }, say) => drillImport(url, { rows: 100_000, kills: 5, probes: 1_000 }, say));
