// Kills the worker 20 times while it delivers events and runs an import, with no chance to clean up.
//   node drills/kill-worker.ts [--json]

import { runDrill } from './lib/drill.ts';
import { drillKillWorker } from './lib/kill-worker.ts';

await runDrill('kill-worker', ({ url }, say) => drillKillWorker(url, { kills: 20, importRows: 60_000 }, say));
