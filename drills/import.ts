// Imports 100,000 rows while killing the worker five times, and times single leads before and during an import.
//   node drills/import.ts [--json]

import { drillImport } from '@leadline/testkit/drills/import';
import { runDrill } from '@leadline/testkit/drills/run-drill';

await runDrill('import', ({ url }, log) => drillImport(url, { rows: 100_000, kills: 5, probes: 1_000 }, log));
