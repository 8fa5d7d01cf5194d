// Imports 100,000 rows while the worker is killed 5 times, and single leads are timed before and meanwhile.
//   node drills/import.ts [--json]

import { runDrill } from './lib/drill.ts';
import { drillImport } from './lib/import.ts';

await runDrill('import', ({ url }, say) => drillImport(url, { rows: 100_000, kills: 5, probes: 1_000 }, say));
