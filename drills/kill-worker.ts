// Kills the worker 20 times while it delivers events and runs an import, with no chance to clean up.
//   node drills/kill-worker.ts [--json]

import { drillKillWorker } from '@leadline/testkit/drills/kill-worker';
import { runDrill } from '@leadline/testkit/drills/run-drill';

await runDrill('kill-worker', ({ url }, say) => drillKillWorker(url, { kills: 20, importRows: 60_000 }, say));
